import EntityGraph
import Foundation
import Testing

@testable import BookshopServer

@Suite struct BookRouteTests {
  @Test func aBookIsReadWithItsTag() async throws {
    try await TestShop.run { shop in
      let book = try await shop.anyBook()
      let response = try await shop.send(.get, shop.path(book))
      #expect(response.status == .ok)
      #expect(try response.book() == book)
      let tag = try #require(response.tag)
      let again = try await shop.send(.get, shop.path(book), ifNoneMatch: tag)
      #expect(again.status == .notModified)
      #expect(again.body.readableBytes == 0)
    }
  }

  @Test(arguments: ["/books/Book-4711", "/books/Author-1", "/books/nonsense", "/books/Book-0"])
  func whatDoesNotExistIsNotFound(path: String) async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.get, path)
      #expect(response.status == .notFound)
      #expect(try response.errorCode() == "notFound")
    }
  }

  @Test func aNewBookIsWhereTheAnswerSays() async throws {
    try await TestShop.run { shop in
      let created = try await shop.send(
        .post, "/books",
        #"{"isbn":"9781234567890","title":"Kindred","pages":287,"price":9.5,"author":"Author-1"}"#)
      #expect(created.status == .created)
      let book = try created.book()
      #expect(book.title == "Kindred")
      #expect(book.price == Decimal(string: "9.5"))
      #expect(book.genre == .fiction)
      #expect(book.author?.text == "Author-1")
      let location = try #require(created.headers[.location])
      let read = try await shop.send(.get, location)
      #expect(try read.book() == book)
      #expect(read.tag == created.tag)
    }
  }

  @Test(arguments: [
    (#"{"isbn":"9780000000000","title":"x"}"#, 409, "taken"),
    (#"{"isbn":"12","title":""}"#, 422, "invalid"),
    (#"{"isbn":"9781234567890","title":"x","author":"Author-99"}"#, 422, "invalid"),
    (#"{"isbn":"9781234567890"}"#, 400, "http"),
    (#"{"isbn":"9781234567890","title":"x","genre":"cooking"}"#, 400, "http"),
    (#"{"isbn":"9781234567890","title":"x","author":"somebody"}"#, 400, "http"),
    ("[", 400, "http"),
  ])
  func whatCannotBeABookIsRefused(json: String, status: Int, code: String) async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.post, "/books", json)
      #expect(response.status.code == status)
      #expect(try response.errorCode() == code)
      #expect(try await shop.send(.get, "/books?offset=0").page().total == 24)
    }
  }

  @Test func everythingThatIsWrongIsReportedAtOnce() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(
        .post, "/books", #"{"isbn":"12","title":"","pages":-1,"price":-1,"stock":-1}"#)
      #expect(
        response.text
          == #"{"error":{"code":"invalid","message":"the values are not acceptable","problems":["#
          + #"{"message":"must not be empty","property":"title"},"#
          + #"{"message":"must consist of 13 digits","property":"isbn"},"#
          + #"{"message":"must not be negative","property":"pages"},"#
          + #"{"message":"must not be negative","property":"price"},"#
          + #"{"message":"must not be negative","property":"stock"}]}}"#)
    }
  }

  @Test func aChangeNamesTheStateThatItChanges() async throws {
    try await TestShop.run { shop in
      let book = try await shop.anyBook()
      let path = try shop.path(book)
      let tag = try #require(try await shop.send(.get, path).tag)

      let blind = try await shop.send(.patch, path, #"{"stock":7}"#)
      #expect(blind.status == .preconditionRequired)

      let changed = try await shop.send(.patch, path, #"{"stock":7}"#, ifMatch: tag)
      #expect(changed.status == .ok)
      #expect(try changed.book().stock == 7)
      #expect(try changed.book().title == book.title)
      #expect(changed.tag != tag)

      let late = try await shop.send(.patch, path, #"{"stock":8}"#, ifMatch: tag)
      #expect(late.status == .preconditionFailed)
      #expect(try late.errorCode() == "changedMeanwhile")
      #expect(try await shop.send(.get, path).book().stock == 7)

      let anyway = try await shop.send(.patch, path, #"{"stock":8}"#, ifMatch: "*")
      #expect(try anyway.book().stock == 8)
    }
  }

  @Test func aBookIsReplacedByAllItsValues() async throws {
    try await TestShop.run { shop in
      var book = try await shop.anyBook()
      let path = try shop.path(book)
      let tag = try #require(try await shop.send(.get, path).tag)
      book.title = "Another"
      book.author = nil
      let json = String(decoding: try JSONEncoder.shop.encode(book), as: UTF8.self)
      let replaced = try await shop.send(.put, path, json, ifMatch: tag)
      #expect(replaced.status == .ok)
      #expect(try replaced.book() == book)
    }
  }

  @Test func aChangeToATakenNumberIsAConflict() async throws {
    try await TestShop.run { shop in
      let books = try await shop.send(.get, "/books?limit=2").page().items
      let response = try await shop.send(
        .patch, try shop.path(books[0]), #"{"isbn":"\#(books[1].isbn)"}"#, ifMatch: "*")
      #expect(response.status == .conflict)
      #expect(try response.errorCode() == "taken")
    }
  }

  @Test func aDeletedBookIsGone() async throws {
    try await TestShop.run { shop in
      let path = try shop.path(try await shop.anyBook())
      #expect(try await shop.send(.delete, path).status == .preconditionRequired)
      #expect(try await shop.send(.delete, path, ifMatch: "\"0\"").status == .preconditionFailed)
      #expect(try await shop.send(.delete, path, ifMatch: "*").status == .noContent)
      #expect(try await shop.send(.get, path).status == .notFound)
      #expect(try await shop.send(.delete, path, ifMatch: "*").status == .notFound)
    }
  }

  @Test func aBookThatHasBeenOrderedStays() async throws {
    try await TestShop.run { shop in
      let book = try await shop.anyBook()
      try await shop.send(
        .post, "/orders", #"{"customer":"Ada","lines":[{"isbn":"\#(book.isbn)","quantity":1}]}"#)
      let response = try await shop.send(.delete, try shop.path(book), ifMatch: "*")
      #expect(response.status == .conflict)
      #expect(try response.errorCode() == "inUse")
    }
  }
}

import AsyncHTTPClient
import EntityGraph
import Foundation
import Hummingbird
import Logging
import NIOCore
import Testing

@testable import BookshopServer

@Suite struct CatalogueRouteTests {
  /// A list of two books, of which the shop has the first.
  private static let list = """
    [
      {"isbn": "9780000000000", "title": "The Left Hand of Darkness", "genre": "fiction",
       "pages": 304, "price": 7.25, "author": {"name": "Ursula K. Le Guin"}},
      {"isbn": "9781234567890", "title": "Kindred", "pages": 287, "price": 9.5,
       "author": {"name": "Octavia Butler"}}
    ]
    """

  /// What an answer counts.
  private func counts(_ json: JSON) -> [String: Int] {
    var counts: [String: Int] = [:]
    for (name, value) in json.members ?? [] { counts[name] = value.int }
    return counts
  }

  private func catalogue(_ shop: TestShop) async throws -> JSON {
    try await shop.send(.get, "/catalogue").json()
  }

  // MARK: Sent

  @Test func theCatalogueHasAllBooksInOrder() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.get, "/catalogue")
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "application/json; charset=utf-8")
      #expect(
        response.text.hasPrefix(
          #"[{"isbn":"9780000000000","title":"The Left Hand of Darkness","genre":"fiction","#
            + #""pages":304,"price":6.9,"author":{"name":"Ursula K. Le Guin"}},"#))
      #expect(try response.json().count == 24)
    }
  }

  @Test func whoeverHasTheCatalogueIsNotSentItAgain() async throws {
    try await TestShop.run { shop in
      let first = try await shop.send(.get, "/catalogue")
      let again = try await shop.send(.get, "/catalogue", ifNoneMatch: first.tag)
      #expect(again.status == .notModified)
      #expect(again.body.readableBytes == 0)
      try await shop.send(.patch, "/books/Book-1", #"{"price":1}"#, ifMatch: "*")
      let changed = try await shop.send(.get, "/catalogue", ifNoneMatch: first.tag)
      #expect(changed.status == .ok)
      #expect(changed.tag != first.tag)
      #expect(try changed.json()[0]?["price"] == 1)
    }
  }

  @Test func theHeadOfTheCatalogueHasItsLength() async throws {
    try await TestShop.run(isLive: true) { shop in
      let whole = try await shop.send(.get, "/catalogue")
      let head = try await shop.send(.head, "/catalogue")
      #expect(head.headers[.contentLength] == "\(whole.body.readableBytes)")
      #expect(head.body.readableBytes == 0)
    }
  }

  @Test func aCatalogueOfManyBooksIsSentAndTaken() async throws {
    let options = StoreOptions.bookshop(
      observedBy: StoreTelemetry(logger: Logger(label: "test")))
    try await TestShop.run(isLive: true, options: options, catalogueLimit: 64 << 20) { shop in
      let list = (0..<12_000).map { #"{"isbn":"979\#(1_000_000_000 + $0)","title":"\#($0)"}"# }
      let response = try await shop.send(
        .put, "/catalogue?missing=delete", "[\(list.joined(separator: ","))]")
      #expect(try counts(response.json())["inserted"] == 12_000)
      #expect(try await catalogue(shop).count == 12_024)
      let again = try await shop.send(
        .put, "/catalogue", list.joined(separator: "\n"), type: "application/jsonl")
      #expect(try counts(again.json())["unchanged"] == 12_000)
    }
  }

  // MARK: Taken

  @Test func aListMakesTheBooksWhatItSays() async throws {
    try await TestShop.run { shop in
      let stock = try await shop.send(.get, "/books/Book-1").book().stock
      let response = try await shop.send(.put, "/catalogue", Self.list, from: "supplier")
      #expect(response.status == .ok)
      // Of the authors one is new, and one as before.
      #expect(
        response.text
          == #"{"inserted":2,"updated":1,"unchanged":1,"deleted":0,"skipped":0,"rows":[]}"#)
      let book = try await shop.send(.get, "/books/Book-1").book()
      #expect(book.price == Decimal(string: "7.25"))
      #expect(book.stock == stock)
      let found = try await shop.send(.get, "/books/search?q=octavia").page().items
      #expect(found.map(\.title) == ["Kindred"])
    }
  }

  @Test func theSameListTwiceChangesNothing() async throws {
    try await TestShop.run { shop in
      try await shop.send(.put, "/catalogue", Self.list)
      let tag = try await shop.send(.get, "/catalogue").tag
      let again = try await shop.send(.put, "/catalogue", Self.list)
      #expect(try counts(again.json())["unchanged"] == 4)
      #expect(try counts(again.json())["updated"] == 0)
      #expect(try await shop.send(.get, "/catalogue").tag == tag)
    }
  }

  @Test func theCatalogueThatIsSentIsTakenAsItIs() async throws {
    try await TestShop.run { shop in
      let catalogue = try await shop.send(.get, "/catalogue").text
      let response = try await shop.send(.put, "/catalogue?missing=delete", catalogue)
      let counts = try counts(response.json())
      #expect(counts["inserted"] == 0 && counts["updated"] == 0 && counts["deleted"] == 0)
    }
  }

  @Test func linesAreTakenAsAListIs() async throws {
    try await TestShop.run { shop in
      let lines = """
        {"isbn": "9781234567890", "title": "Kindred"}
        {"isbn": "9781234567891", "title": "Dawn"}
        """
      let response = try await shop.send(
        .put, "/catalogue", lines, type: "application/x-ndjson")
      #expect(try counts(response.json())["inserted"] == 2)
    }
  }

  @Test func whatIsTheShopsOwnIsPassedOver() async throws {
    try await TestShop.run { shop in
      let book = try await shop.anyBook()
      try await shop.send(
        .post, "/orders", #"{"customer":"Ada","lines":[{"isbn":"\#(book.isbn)","quantity":1}]}"#)
      let response = try await shop.send(
        .put, "/catalogue",
        #"[{"isbn":"\#(book.isbn)","stock":99,"orderLines":[],"author":{"name":"A","books":[]}}]"#)
      #expect(response.status == .ok)
      let problems = try response.json()["rows"]?.elements ?? []
      #expect(
        problems.compactMap { $0["path"]?.string }
          == ["$[0].stock", "$[0].orderLines", "$[0].author.books"])
      #expect(try await shop.send(.get, shop.path(book)).book().stock == book.stock - 1)
      #expect(try await shop.send(.get, "/orders/Order-1").json()["lines"]?.count == 1)
    }
  }

  @Test func whatIsMissingIsDeletedUnlessItIsInUse() async throws {
    try await TestShop.run { shop in
      try await shop.send(.patch, "/books/Book-2", #"{"stock":0}"#, ifMatch: "*")
      let kept = try await shop.send(.put, "/catalogue", Self.list)
      #expect(try counts(kept.json())["deleted"] == 0)
      let response = try await shop.send(.put, "/catalogue?missing=delete", Self.list)
      // The rest is in stock, and the book that the list had made is in it.
      #expect(try counts(response.json())["deleted"] == 1)
      #expect(try await shop.send(.get, "/books/Book-2").status == .notFound)
    }
  }

  // MARK: Refused

  @Test(arguments: [
    // Not JSON: where in the text.
    ("", 400, "badRequest", "line 1, column 1"),
    ("[{]", 400, "badRequest", "line 1, column 3, $[0]"),
    ("[\n{\"isbn\": \"9781234567890\"},\n{\"isbn\":", 400, "badRequest", "line 3, column 9"),
    ("[{\"isbn\": \"9781234567890\", \"title\": \"x\"}", 400, "badRequest", "line 1, column 41"),
    // No books: where in the JSON.
    (#"[{"title": "x"}]"#, 422, "invalid", "$[0]"),
    (#"[1]"#, 422, "invalid", "$[0]"),
    (#"[{"isbn": "9781234567890", "title": 7}]"#, 422, "invalid", "$[0].title"),
    (#"[{"isbn": "9781234567890", "title": "x", "pages": 1.5}]"#, 422, "invalid", "$[0].pages"),
    (
      #"[{"isbn": "9781234567890", "title": "x", "author": "Nobody"}]"#, 422, "invalid",
      "$[0].author"
    ),
    (#"[{"isbn": "12", "title": "x"}]"#, 422, "invalid", "must consist of 13 digits"),
    (#"[{"isbn": "9781234567890", "title": "x", "price": -1}]"#, 422, "invalid", "price"),
  ])
  func whatIsNoListIsRefusedAndChangesNothing(
    json: String, status: Int, code: String, place: String
  ) async throws {
    try await TestShop.run { shop in
      let before = try await shop.send(.get, "/catalogue").tag
      let response = try await shop.send(.put, "/catalogue", json)
      #expect(response.status.code == status, "\(response.text)")
      #expect(try response.errorCode() == code)
      #expect(response.text.contains(place), "\(response.text)")
      #expect(try await shop.send(.get, "/catalogue").tag == before)
    }
  }

  @Test func rowsThatAreNoBooksAreSkippedWhereThatIsAskedFor() async throws {
    try await TestShop.run { shop in
      let list = #"[{"title": "x"}, {"isbn": "9781234567890", "title": "Kindred"}, 7]"#
      #expect(try await shop.send(.put, "/catalogue?invalid=refuse", list).status.code == 422)
      let response = try await shop.send(.put, "/catalogue?invalid=skip", list)
      #expect(response.status == .ok)
      #expect(try counts(response.json())["inserted"] == 1)
      #expect(try counts(response.json())["skipped"] == 2)
      let problems = try response.json()["rows"]?.elements ?? []
      #expect(problems.compactMap { $0["path"]?.string } == ["$[0]", "$[2]"])
    }
  }

  @Test func anAuthorWhoIsNotKnownIsSkippedWithTheRest() async throws {
    try await TestShop.run { shop in
      let list = #"[{"isbn": "9781234567890", "title": "Kindred", "author": "Octavia Butler"}]"#
      let response = try await shop.send(.put, "/catalogue?invalid=skip", list)
      let problems = try response.json()["rows"]?.elements ?? []
      #expect(problems.compactMap { $0["path"]?.string } == ["$[0].author"])
      let found = try await shop.send(.get, "/books/search?q=Kindred").page().items
      #expect(found.map(\.author) == [nil])
    }
  }

  @Test func aRowThatBreaksARuleIsNoBook() async throws {
    try await TestShop.run { shop in
      let list = #"[{"isbn": "9781234567890", "title": "Kindred", "pages": -1}]"#
      let problem = #"[{"message":"'Book.pages' must not be negative","property":"$"#
      let refused = try await shop.send(.put, "/catalogue", list)
      #expect(refused.status.code == 422)
      #expect(refused.text.contains(problem + #"[0].pages"}]"#), "\(refused.text)")
      let response = try await shop.send(.put, "/catalogue?invalid=skip", list)
      #expect(response.status == .ok)
      #expect(
        response.text.contains(
          #""rows":[{"path":"$[0]","reason":"'Book.pages' must not be negative"}]"#),
        "\(response.text)")
      #expect(try await catalogue(shop).count == 24)
    }
  }

  @Test func linesDoNotDeleteWhatTheyDoNotHave() async throws {
    try await TestShop.run { shop in
      try await shop.send(.patch, "/books/Book-2", #"{"stock":0}"#, ifMatch: "*")
      for lines in ["", #"{"isbn": "9781234567890", "title": "Kindred"}"#] {
        let response = try await shop.send(
          .put, "/catalogue?missing=delete", lines, type: "application/jsonl")
        #expect(response.status == .badRequest)
      }
      #expect(try await catalogue(shop).count == 24)
    }
  }

  @Test func whatIsMissingInANewBookIsRefused() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.put, "/catalogue", #"[{"isbn": "9781234567890"}]"#)
      #expect(response.status.code == 422)
      #expect(response.text.contains("the row has no 'title'"), "\(response.text)")
      #expect(try await catalogue(shop).count == 24)
    }
  }

  @Test(arguments: ["invalid=maybe", "missing=everything"])
  func whatIsAskedForHasToBeKnown(query: String) async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.put, "/catalogue?\(query)", Self.list)
      #expect(response.status == .badRequest)
    }
  }

  @Test func aListThatIsTooLongIsRefused() async throws {
    try await TestShop.run(catalogueLimit: 200) { shop in
      let response = try await shop.send(.put, "/catalogue", Self.list)
      #expect(response.status == .contentTooLarge)
      #expect(try await catalogue(shop).count == 24)
    }
  }

  // MARK: In pieces

  /// Sends `pieces` as the body of a request, one after the other.
  private func put(_ pieces: [String], _ shop: TestShop) async throws -> HTTPClientResponse {
    let port = try #require(shop.client.port)
    var request = HTTPClientRequest(url: "http://localhost:\(port)/catalogue")
    request.method = .PUT
    let (stream, sender) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
    for piece in pieces {
      if piece == "broken" { sender.finish(throwing: CancellationError()) }
      sender.yield(ByteBuffer(string: piece))
    }
    sender.finish()
    request.body = .stream(stream, length: .unknown)
    return try await HTTPClient.shared.execute(request, timeout: .seconds(60))
  }

  @Test func aListMayArriveInPieces() async throws {
    try await TestShop.run(isLive: true) { shop in
      let response = try await put(Self.list.map { String($0) }, shop)
      let report = try JSON(reading: await response.body.collect(upTo: 1 << 16).readableBytesView)
      #expect(counts(report)["inserted"] == 2)
    }
  }

  @Test func aListThatBreaksOffChangesNothing() async throws {
    try await TestShop.run(isLive: true) { shop in
      let half = String(Self.list.prefix(230))
      await #expect(throws: (any Error).self) { try await put([half, "broken"], shop) }
      #expect(try await catalogue(shop).count == 24)
      let response = try await put([half], shop)
      #expect(response.status == .badRequest)
      #expect(try await catalogue(shop).count == 24)
    }
  }
}

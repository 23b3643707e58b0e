import EntityGraph
import Testing

@testable import BookshopServer

@Suite struct LiveRouteTests {
  @Test func everyCommitIsAnEventInOrder() async throws {
    try await TestShop.run(isLive: true) { shop in
      try await shop.listen("/live/commits") { events in
        let book = try await shop.anyBook()
        let path = try shop.path(book)
        try await shop.send(.patch, path, #"{"stock":1,"pages":2}"#, ifMatch: "*")
        let created = try await shop.send(
          .post, "/books", #"{"isbn":"9781234567890","title":"Kindred"}"#)
        try await shop.send(.delete, path, ifMatch: "*")

        let change = try await events.next(CommitNotice.self)
        #expect(change.updated.map(\.id) == [book.objectID])
        #expect(change.updated.map(\.properties) == [["pages", "stock"]])
        let insertion = try await events.next(CommitNotice.self)
        #expect(insertion.inserted == [try created.book().objectID])
        let deletion = try await events.next(CommitNotice.self)
        #expect(deletion.deleted == [book.objectID])
      }
    }
  }

  @Test func theShelvesComeNowAndAfterEachChange() async throws {
    try await TestShop.run(isLive: true) { shop in
      try await shop.listen("/live/shelves") { events in
        let before = try await events.next([ShelfBook].self)
        #expect(before.count == 24)
        let book = try #require(before.first)
        let lines = #"[{"isbn":"\#(book.isbn)","quantity":1}]"#
        try await shop.send(.post, "/orders", #"{"customer":"Ada","lines":\#(lines)}"#)
        let after = try await events.next([ShelfBook].self)
        #expect(after.first?.stock == book.stock - 1)
        #expect(after.dropFirst().elementsEqual(before.dropFirst()))
      }
    }
  }

  @Test func aStreamEndsWithItsStore() async throws {
    try await TestShop.run(isLive: true) { shop in
      try await shop.listen("/live/commits") { events in
        shop.container.close()
        let event = try await events.next()
        #expect(event == nil)
      }
    }
  }
}

import EntityGraph
import Foundation
import Testing

@testable import BookshopServer

@Suite struct ChangeRouteTests {
  /// A client with a store of its own.
  private struct Till {
    let shop: TestShop
    let store: PersistentContainer
    let name: String

    /// Makes a client that has the catalogue, and returns it with the token of that.
    static func open(
      _ shop: TestShop, _ name: String, test: String = #function
    ) async throws -> (till: Till, token: String) {
      let store = try PersistentContainer.forTesting(
        model: .bookshopServer, options: StoreOptions(history: .everything),
        function: "\(test) \(name)")
      let catalogue = try await shop.send(.get, "/catalogue")
      try await store.sync(Book.self, from: catalogue.json(), author: "server")
      let tag = try #require(catalogue.tag)
      return (Till(shop: shop, store: store, name: name), String(tag.dropFirst().dropLast()))
    }

    /// Sends what has been changed here.
    func push() async throws {
      try await store.drainPendingChanges(by: "till", of: Book.self, Author.self) { pending in
        let answer = try await shop.send(.post, "/changes", pending.json.text, from: name)
        #expect(answer.status == .ok, "\(answer.text)")
      }
    }

    /// Takes over what others have changed since `token`; returns the next one.
    func pull(after token: String) async throws -> String {
      let answer = try await shop.send(.get, "/changes?after=\(token)", from: name).json()
      var options = SyncOptions()
      options.pending = .kept(by: "till")
      try await store.sync(
        Book.self, from: answer["books"] ?? [], options: options, author: "server")
      try await store.applyChanges(
        from: answer["deleted"] ?? [], of: Book.self, options: options, author: "server")
      return try #require(answer["token"]?.string)
    }

    func change(_ isbn: String, _ body: @escaping @Sendable (Book) -> Void) async throws {
      try await store.write(author: "till") { context in
        if let book = try context.first(Book.where { $0.isbn == isbn }) { body(book) }
      }
    }

    /// The catalogue, as this store has it.
    func catalogue() async throws -> JSON {
      try await store.read { try $0.json(Book.sorted(by: \.isbn), as: Book.shape) }
    }
  }

  @Test func twoWhoWorkOfflineHaveTheSameInTheEnd() async throws {
    try await TestShop.run { shop in
      var (one, oneToken) = try await Till.open(shop, "one")
      var (two, twoToken) = try await Till.open(shop, "two")
      defer {
        one.store.close()
        two.store.close()
      }
      try await one.change("9780000000001") { $0.price = 3 }
      try await one.change("9780000000002") { $0.title = "Coming Home" }
      try await one.store.write(author: "till") { context in
        let author = Author(name: "Octavia Butler", in: context)
        _ = Book(isbn: "9781234567890", title: "Kindred", author: author, in: context)
      }
      try await two.change("9780000000001") { $0.pages = 4 }
      try await two.store.write(author: "till") { context in
        if let book = try context.first(Book.where { $0.isbn == "9780000000003" }) {
          context.delete(book)
        }
      }
      try await shop.send(.patch, "/books/Book-5", #"{"isbn":"9780000004711"}"#, ifMatch: "*")

      try await one.push()
      try await two.push()
      oneToken = try await one.pull(after: oneToken)
      twoToken = try await two.pull(after: twoToken)

      let catalogue = try await shop.send(.get, "/catalogue")
      #expect(try await one.catalogue() == catalogue.json())
      #expect(try await two.catalogue() == catalogue.json())
      let book = try await shop.send(.get, "/books/Book-2").book()
      #expect(book.price == 3 && book.pages == 4)
      #expect(try await shop.send(.get, "/books/Book-4").status == .notFound)
      #expect("\"\(oneToken)\"" == catalogue.tag)
      (one, two) = (two, one)
    }
  }

  @Test func whatAClientHasSentItselfIsNotSentBack() async throws {
    try await TestShop.run { shop in
      let (till, token) = try await Till.open(shop, "one")
      defer { till.store.close() }
      try await till.change("9780000000001") { $0.price = 3 }
      try await till.push()
      let own = try await shop.send(.get, "/changes?after=\(token)", from: "one").json()
      #expect(own["books"]?.count == 0)
      #expect(own["token"]?.string != token)
      let others = try await shop.send(.get, "/changes?after=\(token)", from: "two").json()
      #expect(others["books"]?[0]?["price"] == 3)
      #expect(others["books"]?.count == 1)
    }
  }

  /// A change, as a client sends it.
  private static let change = """
    [{"change": "updated", "entity": "Book", "identity": "9780000000001",
      "values": {"title": "The Gethenians"}}]
    """

  @Test func theSameChangesTwiceAreMadeOnce() async throws {
    try await TestShop.run { shop in
      let first = try await shop.send(.post, "/changes", Self.change, from: "one")
      #expect(
        first.text
          == #"{"inserted":0,"updated":1,"unchanged":0,"deleted":0,"skipped":0,"rows":[]}"#)
      let tag = try await shop.send(.get, "/catalogue").tag
      let second = try await shop.send(.post, "/changes", Self.change, from: "one")
      #expect(
        second.text
          == #"{"inserted":0,"updated":0,"unchanged":1,"deleted":0,"skipped":0,"rows":[]}"#)
      #expect(try await shop.send(.get, "/catalogue").tag == tag)
    }
  }

  @Test func aChangeOfWhatIsNotThereIsReported() async throws {
    try await TestShop.run { shop in
      let gone = #"[{"change": "deleted", "entity": "Book", "identity": "9780000004711"}]"#
      let response = try await shop.send(.post, "/changes", gone, from: "one")
      #expect(
        response.text
          == #"{"inserted":0,"updated":0,"unchanged":0,"deleted":0,"skipped":1,"rows":"#
          + #"[{"path":"$[0]","reason":"the object is not there"}]}"#)
    }
  }

  @Test(arguments: [
    ("", 400, "line 1, column 1"),
    (String(change.prefix(60)), 400, "line 1"),
    ("7", 422, "changes are a list"),
    (#"[{"change": "updated"}]"#, 422, "$[0]"),
    (#"[{"change": "deleted", "entity": "Order", "identity": "1"}]"#, 422, "$[0].entity"),
    (
      #"[{"change": "updated", "entity": "Book", "identity": "9780000000001", "#
        + #""values": {"title": 7}}]"#, 422, "$[0].values.title"
    ),
    (
      #"[{"change": "updated", "entity": "Book", "identity": "9780000000001", "#
        + #""values": {"stock": 7}}]"#, 422, "$[0].values.stock"
    ),
    (
      #"[{"change": "updated", "entity": "Book", "identity": "9780000000001", "#
        + #""values": {"price": -7}}]"#, 422, "must not be negative"
    ),
  ])
  func whatIsNoChangeIsRefused(json: String, status: Int, place: String) async throws {
    try await TestShop.run { shop in
      let before = try await shop.send(.get, "/catalogue").tag
      let response = try await shop.send(.post, "/changes", json, from: "one")
      #expect(response.status.code == status, "\(response.text)")
      #expect(response.text.contains(place), "\(response.text)")
      #expect(try await shop.send(.get, "/catalogue").tag == before)
    }
  }

  @Test func whoMakesChangesSaysWhoHeIs() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.post, "/changes", Self.change)
      #expect(response.status == .badRequest)
      #expect(response.text.contains("From"))
    }
  }

  @Test func aBookThatHasBeenSoldIsNotDeletedFromAfar() async throws {
    try await TestShop.run { shop in
      try await shop.send(
        .post, "/orders", #"{"customer":"Ada","lines":[{"isbn":"9780000000001","quantity":1}]}"#)
      let gone = #"[{"change": "deleted", "entity": "Book", "identity": "9780000000001"}]"#
      let response = try await shop.send(.post, "/changes", gone, from: "one")
      #expect(response.status == .conflict)
      #expect(try response.errorCode() == "inUse")
    }
  }

  @Test func moreChangesThanAreReadAreRefused() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(
        .post, "/changes", String(repeating: " ", count: (1 << 20) + 1), from: "one")
      #expect(response.status == .contentTooLarge)
    }
  }

  @Test func aTokenThatIsNoneIsABadRequest() async throws {
    try await TestShop.run { shop in
      for path in ["/changes", "/changes?after=", "/changes?after=abc"] {
        let response = try await shop.send(.get, path)
        #expect(response.status == .badRequest, "\(path)")
      }
    }
  }

  @Test func whoeverHasBeenAwayForTooLongBeginsAgain() async throws {
    try await TestShop.run { shop in
      let (till, token) = try await Till.open(shop, "one")
      defer { till.store.close() }
      for price in 1...3 {
        try await shop.send(.patch, "/books/Book-1", #"{"price":\#(price)}"#, ifMatch: "*")
      }
      try shop.container.pruneHistory(keeping: .commits(1))
      let foreign = try await till.store.read { "\(try $0.currentToken)" }
      for token in [token, foreign] {
        let response = try await shop.send(.get, "/changes?after=\(token)")
        #expect(response.status == .gone)
        #expect(try response.errorCode() == "tokenTooOld")
      }
    }
  }
}

import EntityGraph
import Testing

@testable import BookshopServer

@Suite struct ListRouteTests {
  /// Returns the titles of all pages from `first` on.
  private func titles(_ shop: TestShop, from first: String) async throws -> [[String]] {
    var pages: [[String]] = []
    var next: String? = first
    while let path = next {
      let page = try await shop.send(.get, path).page()
      pages.append(page.items.map(\.title))
      next = page.next
    }
    return pages
  }

  @Test(arguments: ["/books?offset=0&limit=7", "/books?limit=7"])
  func pagesHoldEveryBookOnceInOrder(first: String) async throws {
    try await TestShop.run { shop in
      let pages = try await titles(shop, from: first)
      #expect(pages.map(\.count) == [7, 7, 7, 3])
      let all = try await shop.container.read {
        try $0.fetch(Book.sorted(by: \.title)).map(\.title)
      }
      #expect(pages.flatMap { $0 } == all)
    }
  }

  @Test func aPageByKeyDoesNotMoveWhenBooksBeforeItGo() async throws {
    try await TestShop.run { shop in
      let all = try await titles(shop, from: "/books?limit=100").flatMap { $0 }
      let first = try await shop.send(.get, "/books?limit=5").page()
      for book in first.items.dropFirst() {
        try await shop.send(.delete, try shop.path(book), ifMatch: "*")
      }
      let second = try await shop.send(.get, try #require(first.next)).page()
      #expect(second.items.map(\.title) == Array(all[5..<10]))
    }
  }

  @Test func booksOfTheSameTitleAreAllOnSomePage() async throws {
    try await TestShop.run { shop in
      for number in 10...14 {
        try await shop.send(.post, "/books", #"{"isbn":"97800000001\#(number)","title":"Same"}"#)
      }
      let all = try await titles(shop, from: "/books?limit=2").flatMap { $0 }
      #expect(all.filter { $0 == "Same" }.count == 5)
      #expect(all.count == 29)
    }
  }

  @Test func aShelfIsListedAlone() async throws {
    try await TestShop.run { shop in
      let pages = try await titles(shop, from: "/books?genre=history&offset=0&limit=4")
      #expect(pages.map(\.count) == [4, 2])
      #expect(pages[0][0] == "A Distant Mirror")
      #expect(try await titles(shop, from: "/books?genre=history&limit=4") == pages)
    }
  }

  @Test(arguments: [
    "/books?limit=0", "/books?limit=101", "/books?limit=many", "/books?offset=-1",
    "/books?offset=0&after=abc", "/books?after=abc", "/books?genre=cooking", "/books/search",
    "/books/search?q=",
  ])
  func aRequestThatMakesNoSenseIsABadOne(path: String) async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.get, path)
      #expect(response.status == .badRequest)
    }
  }

  @Test(arguments: [
    ("winter", ["If on a winter's night a traveler"]),
    ("LE%20GUIN", ["Always Coming Home", "The Dispossessed", "The Left Hand of Darkness"]),
    ("g%C3%B6del", ["Gödel, Escher, Bach"]),
    ("100%25", []),
  ])
  func aSearchFindsTitlesAndAuthors(text: String, titles: [String]) async throws {
    try await TestShop.run { shop in
      let found = try await shop.send(.get, "/books/search?q=\(text)").page()
      #expect(found.items.map(\.title) == titles)
    }
  }

  @Test func authorsAreListedByName() async throws {
    try await TestShop.run { shop in
      let authors: [Author.Values] = try await shop.send(.get, "/authors").decoded()
      #expect(authors.map(\.name) == authors.map(\.name).sorted())
      #expect(authors.count == 16)
    }
  }

  @Test func anAuthorIsReadWithTheBooks() async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.get, "/authors/Author-2")
      #expect(
        response.text
          == #"{"name":"Italo Calvino","objectID":"Author-2","books":["#
          + #"{"isbn":"9780000000003","objectID":"Book-4","price":9.9,"title":"Invisible Cities"},"#
          + #"{"isbn":"9780000000004","objectID":"Book-5","price":10.9,"#
          + #""title":"If on a winter's night a traveler"}]}"#)
      #expect(try await shop.send(.get, "/authors/Author-99").status == .notFound)
    }
  }

  @Test func anAuthorAndTheBooksAreTwoQueries() async throws {
    try await TestShop.run { shop in
      let response = try await shop.container.expectQueries(2) {
        try await shop.send(.get, "/authors/Author-1")
      }
      #expect(response.status == .ok)
    }
  }
}

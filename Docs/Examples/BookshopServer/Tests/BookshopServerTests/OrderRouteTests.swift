import EntityGraph
import Foundation
import Testing

@testable import BookshopServer

@Suite struct OrderRouteTests {
  /// Orders `quantity` copies of each of `books`.
  private func order(
    _ shop: TestShop, _ books: [Book.Values], _ quantity: Int
  ) async throws -> (status: Int, text: String, location: String?) {
    let lines = books.map { #"{"isbn":"\#($0.isbn)","quantity":\#(quantity)}"# }
    let response = try await shop.send(
      .post, "/orders", #"{"customer":"Ada","lines":[\#(lines.joined(separator: ","))]}"#)
    return (response.status.code, response.text, response.headers[.location])
  }

  @Test func anOrderMovesTheStockOfItsBooks() async throws {
    try await TestShop.run { shop in
      let books = try await shop.send(.get, "/books?limit=2").page().items
      let ordered = try await order(shop, books, 2)
      #expect(ordered.status == 201)
      let after = try await shop.send(.get, "/books?limit=2").page().items
      #expect(after.map(\.stock) == books.map { $0.stock - 2 })

      let placed: PlacedOrder = try await shop.send(.get, try #require(ordered.location)).decoded()
      #expect(placed.customer == "Ada")
      #expect(placed.lines.map(\.title) == books.map(\.title))
      #expect(placed.total == (books[0].price + books[1].price) * 2)
    }
  }

  @Test func anOrderThatCannotBeFilledChangesNothing() async throws {
    try await TestShop.run { shop in
      let books = try await shop.send(.get, "/books?limit=2").page().items
      let quantity = try #require(books.map(\.stock).min()) + 1
      let ordered = try await order(shop, books, quantity)
      #expect(ordered.status == 409)
      #expect(ordered.text.contains("outOfStock"))
      #expect(try await shop.send(.get, "/books?limit=2").page().items == books)
      #expect(try await shop.container.read { try $0.count(Order.all) } == 0)
    }
  }

  @Test(arguments: [
    (#"{"customer":"","lines":[]}"#, 422), (#"{"customer":"Ada"}"#, 400),
    (#"{"customer":"Ada","lines":[{"isbn":"9780000000001","quantity":0}]}"#, 422),
    (#"{"customer":"Ada","lines":[{"isbn":"9780000004711","quantity":1}]}"#, 422),
  ])
  func whatIsNoOrderIsRefused(json: String, status: Int) async throws {
    try await TestShop.run { shop in
      let response = try await shop.send(.post, "/orders", json)
      #expect(response.status.code == status)
    }
  }

  @Test func theLastCopiesAreSoldOnce() async throws {
    try await TestShop.run { shop in
      let book = try await shop.anyBook()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await order(shop, [book], 1).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.filter { $0 == 201 }.count == min(book.stock, 20))
      #expect(statuses.filter { $0 == 409 }.count == 20 - min(book.stock, 20))
      #expect(try await shop.anyBook().stock == max(book.stock - 20, 0))
    }
  }
}

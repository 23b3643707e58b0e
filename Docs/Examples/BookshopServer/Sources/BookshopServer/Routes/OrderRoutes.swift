import EntityGraph
import Foundation
import Hummingbird

/// Orders: each is one transaction over itself, its lines and the stock of their books.
struct OrderRoutes {
  let store: ShopStore

  func add(to router: some RouterMethods<ShopContext>) {
    router.group("orders").post(use: place).get(":id", use: read)
  }

  @Sendable func read(
    _ request: Request, _ context: ShopContext
  ) async throws -> Tagged<PlacedOrder> {
    let id = try context.id(of: Order.self)
    return Tagged(
      value: try await store.read { PlacedOrder(try $0.existing(Order.self, id)) })
  }

  @Sendable func place(
    _ request: Request, _ context: ShopContext
  ) async throws -> Tagged<PlacedOrder> {
    let new = try await request.decode(as: NewOrder.self, context: context)
    try new.check()
    let logger = context.logger
    let placed = try await store.write(author: new.customer) { context in
      let numbers = new.lines.map(\.isbn)
      let books = try context.fetch(Book.where { numbers.contains($0.isbn) })
      let order = Order(customer: new.customer, placedAt: Date(), in: context)
      for line in new.lines {
        guard let book = books.first(where: { $0.isbn == line.isbn }) else {
          throw Refusal.unknownBook(line.isbn)
        }
        guard book.stock >= line.quantity else {
          // Nothing of the order has happened then.
          throw Refusal.outOfStock(book, wanted: line.quantity)
        }
        book.stock -= line.quantity
        _ = OrderLine(
          quantity: line.quantity, price: book.price, order: order, book: book, in: context)
      }
      let placed = PlacedOrder(order)
      // Here the confirmation would be sent: once, and only if the order has been saved.
      context.afterCommit { logger.info("order placed", metadata: ["id": "\(placed.id.text)"]) }
      return placed
    }
    return Tagged(value: placed, status: .created, location: "/orders/\(placed.id.text)")
  }
}

/// An order as a client sends it.
struct NewOrder: Codable, Sendable {
  struct Line: Codable, Sendable {
    var isbn: String
    var quantity: Int
  }

  var customer: String
  var lines: [Line]

  /// Refuses what no order may be.
  func check() throws {
    var problems: [Refusal.Problem] = []
    if customer.isEmpty {
      problems.append(Refusal.Problem(property: "customer", message: "must not be empty"))
    }
    if !(1...50).contains(lines.count) {
      problems.append(Refusal.Problem(property: "lines", message: "must be from 1 to 50"))
    }
    if !lines.allSatisfy({ (1...1000).contains($0.quantity) }) {
      problems.append(Refusal.Problem(property: "quantity", message: "must be from 1 to 1000"))
    }
    if !problems.isEmpty { throw Refusal.invalid(problems) }
  }
}

/// An order as it is answered.
struct PlacedOrder: Codable, Hashable, Sendable {
  struct Line: Codable, Hashable, Sendable {
    var isbn: String
    var title: String
    var quantity: Int
    var price: Decimal
  }

  var id: ObjectID
  var customer: String
  var placedAt: Date
  var lines: [Line]
  var total: Decimal

  init(_ order: Order) {
    id = order.objectID
    customer = order.customer
    placedAt = order.placedAt
    lines = order.lines.map { line in
      Line(
        isbn: line.book.isbn, title: line.book.title, quantity: line.quantity,
        price: line.price)
    }.sorted { ($0.title, $0.isbn) < ($1.title, $1.isbn) }
    total = lines.reduce(0) { $0 + $1.price * Decimal($1.quantity) }
  }
}

import EntityGraph
import Foundation

/// What a customer has bought.
@Entity final class Order: ManagedObject {
  var customer: String
  @Attribute(.indexed) var placedAt: Date
  @Relationship(inverse: "order", deleteRule: .cascade) var lines: Set<OrderLine>
}

/// Some copies of one book in an order, at the price of that day.
@Entity final class OrderLine: ManagedObject {
  var quantity: Int = 1
  var price: Decimal = 0
  @Relationship(inverse: "lines", deleteRule: .nullify) var order: Order
  @Relationship(inverse: "orderLines", deleteRule: .nullify) var book: Book
}

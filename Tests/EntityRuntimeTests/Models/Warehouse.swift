import EntityGraph

/// Has a relationship of every delete rule.
@Entity final class Customer: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "customer", deleteRule: .deny) var orders: Set<Order>
  @Relationship(inverse: "customer", deleteRule: .noAction) var notes: Set<Note>
  @Relationship(inverse: "members", deleteRule: .deny) var club: Club?
  @Relationship(inverse: "customer", deleteRule: .cascade) var card: Card?
}

@Entity final class Order: ManagedObject {
  var number: Int = 0
  @Relationship(inverse: "orders", deleteRule: .nullify) var customer: Customer
  @Relationship(inverse: "order", deleteRule: .cascade) var lines: Set<OrderLine>
}

@Entity final class OrderLine: ManagedObject {
  var text: String = ""
  @Relationship(inverse: "lines", deleteRule: .nullify) var order: Order
  @Relationship(inverse: "lines", deleteRule: .cascade) var items: Set<Item>
}

@Entity final class Item: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "items", deleteRule: .noAction) var lines: Set<OrderLine>
}

@Entity final class Note: ManagedObject {
  var text: String = ""
  @Relationship(inverse: "notes", deleteRule: .noAction) var customer: Customer?
}

@Entity final class Club: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "club", deleteRule: .nullify, minimumCount: 1, maximumCount: 3)
  var members: Set<Customer>
}

@Entity final class Card: ManagedObject {
  var code: String = ""
  @Relationship(inverse: "card", deleteRule: .nullify) var customer: Customer?
}

/// Returns a bench of a warehouse in memory.
func warehouse() throws -> Bench {
  try Bench(
    Customer.self, Order.self, OrderLine.self, Item.self, Note.self, Club.self, Card.self)
}

/// Returns everything in a warehouse, a line for each object.
func warehouse(_ context: ManagedObjectContext) throws -> String {
  try graph(
    context, Customer.self, Order.self, OrderLine.self, Item.self, Note.self, Club.self, Card.self)
}

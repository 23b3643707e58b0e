import EntityGraph
import Foundation

/// A ticket, whose attributes have rules of each kind.
@Entity class Ticket: ManagedObject {
  @Attribute(.unique, .pattern("^[A-Z]{2}[0-9]+$")) var code: String
  @Attribute(.length(1...20), .indexed) var title: String = "Title"
  @Attribute(
    .range(1...100),
    .rule("must be even", id: "ticket.seats.even") { (seats: Int) in seats.isMultiple(of: 2) })
  var seats: Int = 2
  @Attribute(.range(0.01...99.99)) var price: Decimal?
  @Attribute(.range(0..<1), column: "rebate") var discount: Double = 0
  @Attribute(.length(...3)) var seal: Data?
  @Attribute(.rule("must have no empty word") { (words: [String]) in !words.contains("") })
  var words: [String] = []
  @Attribute(
    .rule("must not be before 2001") { (date: Date) in
      date >= Date(timeIntervalSinceReferenceDate: 0)
    }) var date: Date?
}

/// A ticket for some weeks.
@Entity final class SeasonTicket: Ticket {
  @Attribute(.range(1...)) var weeks: Int8 = 1
  @Attribute(.length(2...)) var note: String?
}

/// A visitor, who has a nickname of his own, whatever its case, and no rules.
@Entity final class Visitor: ManagedObject {
  @Attribute(.unique(.ignoringCase)) var nickname: String
  var age: Int = 0
}

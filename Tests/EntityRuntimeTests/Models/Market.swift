import EntityGraph
import Foundation

enum Kind: String, Storable, CaseIterable, Comparable {
  case fruit, herb, root

  static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
}

/// Has something to add up of every sort.
@Entity class Sale: ManagedObject {
  var pieces: Int = 0
  var grams: Int32?
  var price: Double?
  var tax: Decimal?
  var kind: Kind = .fruit
  var city: String?
  var day: Date?
  var notes: [String] = []
  @Relationship(inverse: "sales", deleteRule: .nullify) var stand: Stand?
}

@Entity final class Auction: Sale {
  var bids: Int = 0
}

@Entity final class Stand: ManagedObject {
  var name: String
  @Relationship(inverse: "stand", deleteRule: .nullify) var sales: Set<Sale>
  @Relationship(inverse: "stands", deleteRule: .nullify) var market: Market
}

@Entity final class Market: ManagedObject {
  var name: String
  var size: Int?
  @Relationship(inverse: "market", deleteRule: .cascade) var stands: Set<Stand>
}

import EntityGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Entity final class Wagon: ManagedObject {
  var name: String
  var limit: Int = 10
  @Relationship(inverse: "wagon", deleteRule: .nullify) var loads: Set<WagonLoad>
  @Relationship(inverse: "wagons", deleteRule: .nullify) var crew: Set<WagonHand>
  @Relationship(inverse: "next", deleteRule: .nullify) var previous: Set<Wagon>
  @Relationship(inverse: "previous", deleteRule: .nullify) var next: Wagon?

  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.sum(\.weight) }, .indexed)
  var weight: Int
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.max(\.weight) }, .indexed)
  var heaviest: Int?
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.min(\.weight) }) var lightest: Int?
  @Attribute(
    .derived { (wagon: Fields<Wagon>) in wagon.loads.filter { $0.kind == "ore" }.sum(\.weight) })
  var oreWeight: Int
  @Attribute(
    .derived { (wagon: Fields<Wagon>) in wagon.loads.filter { $0.kind == "ore" }.max(\.weight) })
  var heaviestOre: Int?
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.sum(\.price) }) var price: Decimal
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.max(\.price) }) var dearest: Decimal?
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.max(\.due) }) var lastDue: Date?
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.min(\.kind) }) var firstKind: String?
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.sum { $0.weight * ($0.count ?? 0) } })
  var total: Int
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.average(\.weight) })
  var average: Double?
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.loads.sum(\.volume) }) var volume: Double
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.crew.sum(\.hours) }) var hours: Int
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.crew.filter { $0.isOn }.max(\.hours) })
  var longest: Int?
  @Attribute(.derived { (wagon: Fields<Wagon>) in wagon.previous.sum(\.limit) }) var limits: Int
}

@Entity final class WagonLoad: ManagedObject {
  var kind: String
  var weight: Int
  var count: Int?
  var price: Decimal?
  var due: Date?
  var volume: Double = 0.1
  @Attribute(.deletedAt) var removed: Date?
  @Relationship(inverse: "loads", deleteRule: .nullify) var wagon: Wagon?
}

@Entity final class WagonHand: ManagedObject {
  var name: String
  var hours: Int
  var isOn: Bool = true
  @Relationship(inverse: "crew", deleteRule: .nullify) var wagons: Set<Wagon>
}

/// Derived attributes that cannot be.
enum WrongWagons {
  @Entity final class Crate: ManagedObject {
    var name: String
    @Relationship(inverse: "crate", deleteRule: .cascade) var parts: Set<Part>
    @Attribute(.derived { (crate: Fields<Crate>) in crate.parts.average(\.size) }, .indexed)
    var average: Double?
    @Attribute(.derived { (crate: Fields<Crate>) in crate.parts.sum(\.mass) }, .indexed)
    var mass: Double
    @Attribute(.derived { (crate: Fields<Crate>) in crate.parts.sum(\.crate.length) })
    var lengths: Int
    @Attribute(.derived { (crate: Fields<Crate>) in crate.parts.sum { $0.twice } }) var twice: Int
    var length: Int = 0
  }

  @Entity final class Part: ManagedObject {
    var size: Int
    var mass: Double = 0
    @Attribute(.derived { (part: Fields<Part>) in part.size * 2 }) var twice: Int
    @Relationship(inverse: "parts", deleteRule: .nullify) var crate: Crate
  }
}

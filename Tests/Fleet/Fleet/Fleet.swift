public import EntityGraph
public import Foundation

// What entities of another module extend.

@Entity(.abstract) open class Vehicle: ManagedObject {
  @Attribute(.unique) public var plate: String
  public var bought: Date = firstDay()
  public var kind: Kind = .road
  public var labels: [String: [Kind]] = [:]
  public private(set) var rides: Int = 0
  var stock: Int = 1
  @Attribute(.createdAt) public var entered: Date
  @Relationship(inverse: "vehicles", deleteRule: .nullify) public var depot: Depot?
  @Relationship(inverse: "vehicles", deleteRule: .nullify) public var drivers: Set<Driver>

  /// What a vehicle moves on.
  public enum Kind: String, Storable { case road, rail }
}

@Entity open class Truck: Vehicle {
  public var load: Int = 2
}

@Entity public final class Depot: ManagedObject {
  public var name: String = ""
  @Relationship(inverse: "depot", deleteRule: .nullify) public var vehicles: Set<Vehicle>
}

@Entity public final class Driver: ManagedObject {
  public var name: String
  @Relationship(inverse: "drivers", deleteRule: .nullify) public var vehicles: Set<Vehicle>
}

/// Is seen in this file alone.
private func firstDay() -> Date { Date(timeIntervalSinceReferenceDate: 86_400) }

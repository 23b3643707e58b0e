public import EntityGraph
public import Fleet
public import Foundation

// Classes that extend those of another module.

@Entity public class RentalTruck: Truck {
  public var rate: Decimal = 10
  public var note: String?
  @Relationship(inverse: "truck", deleteRule: .cascade) public var contracts: Set<Contract>

  /// Hides the type of the same name that vehicles have.
  public enum Label: String, Storable { case cheap, dear }
}

@Entity public final class NamedTruck: RentalTruck {}

@Entity public final class Contract: ManagedObject {
  public var until: Date?
  @Relationship(inverse: "contracts", deleteRule: .nullify) public var truck: RentalTruck?
}

extension NamedTruck: ObjectLifeCycle {
  public func awakeFromInsert() { note = "\(plate) (\(load) t)" }
}

/// Makes a truck in every way that the compiler offers.
public enum Making {
  /// Returns trucks that have been given what they inherit, some of it, and nothing.
  public static func trucks(_ depot: Depot, _ context: ManagedObjectContext) -> [RentalTruck] {
    let driver = Driver(name: "Ada", in: context)
    return [
      RentalTruck(
        plate: "A", bought: .distantFuture, kind: .rail, labels: ["l": [.rail]], depot: depot,
        drivers: [driver], load: 7, rate: 12, note: "n", contracts: [Contract(in: context)],
        in: context),
      RentalTruck(plate: "B", in: context),
      NamedTruck(plate: "C", load: 3, in: context),
      RentalTruck(rate: 11, in: context),
      NamedTruck(in: context),
    ]
  }
}

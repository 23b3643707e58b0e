import EntityGraph
import Fleet
import FleetRental
import Foundation
import Testing

/// Classes that extend those of another module, made with what they inherit.
@Suite struct InheritedInitializerTests {
  private let container: PersistentContainer
  private let context: ManagedObjectContext
  private let trucks: [RentalTruck]
  private let depot: Fleet.Depot

  init() throws {
    container = try PersistentContainer(model: .fleetRental, at: .memory)
    context = container.newContext()
    depot = Fleet.Depot(name: "north", in: context)
    trucks = Making.trucks(depot, context)
  }

  @Test func `what is given is what the object has, inherited or its own`() throws {
    let truck = trucks[0]
    #expect(truck.plate == "A")
    #expect(truck.bought == .distantFuture)
    #expect(truck.kind == .rail)
    #expect(truck.labels == ["l": [.rail]])
    #expect(truck.depot === depot)
    #expect(truck.drivers.map(\.name) == ["Ada"])
    #expect((truck.load, truck.rate, truck.note) == (7, 12, "n"))
    #expect(truck.contracts.count == 1)
    #expect(depot.vehicles.contains(truck))
    expectSound(context)
  }

  @Test func `what is not given has its default, whatever that is made of`() throws {
    let truck = trucks[1]
    #expect(truck.bought == Date(timeIntervalSinceReferenceDate: 86_400))
    #expect(truck.kind == .road)
    #expect((truck.load, truck.rate, truck.note) == (2, 10, nil))
    #expect(truck.depot == nil)
    #expect(truck.drivers == [])
    // A time that nobody gives the object notes by itself.
    #expect(truck.entered > .distantPast)
    let named = RentalTruck(plate: "D", entered: .distantFuture, in: context)
    #expect(named.entered == .distantFuture)
  }

  @Test func `an object awakes with the values that it inherits`() {
    #expect(trucks[2].note == "C (3 t)")
    #expect(trucks[4].note == " (2 t)")
  }

  @Test func `the class's own initialiser is still there, and the save says what is missing`()
    throws
  {
    #expect((trucks[3].rate, trucks[3].load) == (11, 2))
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.problems.map(\.property) == ["plate", "plate"])
    for truck in trucks[3...] { context.delete(truck) }
    try context.save()
    let other = container.newContext()
    let found = try other.fetch(Fleet.Vehicle.sorted(by: \.plate))
    #expect(found.map(\.plate) == ["A", "B", "C"])
    #expect(found.map { "\(type(of: $0))" } == ["RentalTruck", "RentalTruck", "NamedTruck"])
    #expect(
      try other.fetch(Fleet.Vehicle.where { $0.cast(to: RentalTruck.self).rate > 11 }).map(\.plate)
        == ["A"])
    #expect(try other.first(Fleet.Depot.all)?.vehicles.map(\.plate) == ["A"])
  }

  @Test func `undo takes an object back with all that it was made of`() throws {
    for truck in trucks[3...] { context.delete(truck) }
    try context.save()
    context.undoRecorder = UndoRecorder()
    _ = NamedTruck(plate: "E", depot: depot, load: 9, in: context)
    #expect(depot.vehicles.count == 2)
    context.undo()
    #expect(depot.vehicles.count == 1)
    #expect(!context.hasChanges)
    context.redo()
    #expect(depot.vehicles.map(\.plate).sorted() == ["A", "E"])
    try context.save()
    #expect(try container.newContext().count(Fleet.Vehicle.all) == 4)
  }

  @Test func `a module's model has its own classes and those of others that they extend`() throws {
    #expect(
      ObjectModel.fleetRental.entities.map(\.name) == [
        "Contract", "Depot", "Driver", "NamedTruck", "RentalTruck", "Truck", "Vehicle",
      ])
    #expect(ObjectModel.fleetRental.entities.first { $0.name == "Vehicle" }?.isAbstract == true)
    #expect(ObjectModel.fleet.entities.map(\.name) == ["Depot", "Driver", "Truck", "Vehicle"])
    let fleet = try PersistentContainer(model: .fleet, at: .memory).newContext()
    // The initialiser with what is inherited takes a property that is internal there.
    Truck(load: 4, in: fleet).plate = "T"
    try fleet.save()
    #expect(try fleet.fetch(Fleet.Vehicle.all).map(\.plate) == ["T"])
  }
}

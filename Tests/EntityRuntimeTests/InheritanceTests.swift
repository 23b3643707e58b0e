import EntityGraph
import Testing

@Suite struct InheritanceTests {
  /// Returns a bench with a garage of one vehicle of each class, and the vehicles' names.
  private func garage() throws -> Bench {
    let bench = try Bench(Garage.self, SportsCar.self)
    let home = Garage(name: "home", in: bench.context)
    _ = Vehicle(name: "bike", wheels: 2, garage: home, in: bench.context)
    let van = Car(doors: 5, in: bench.context)
    let racer = SportsCar(topSpeed: 300, in: bench.context)
    for (car, name) in [(van, "van"), (racer, "racer")] {
      car.name = name
      car.wheels = 4
      car.garage = home
    }
    racer.doors = 2
    home.favourite = racer
    home.racers = [racer]
    try bench.context.save()
    return bench
  }

  /// Returns the names and the classes of `vehicles`.
  private func text(_ vehicles: some Sequence<Vehicle>) -> [String] {
    vehicles.map { "\(type(of: $0)) \($0.name)" }
  }

  @Test func anEntityIsFetchedWithThoseThatExtendIt() throws {
    let bench = try garage()
    let context = bench.container.newContext()
    #expect(
      text(try context.fetch(Vehicle.all)) == ["Vehicle bike", "Car van", "SportsCar racer"])
    #expect(text(try context.fetch(Car.all)) == ["Car van", "SportsCar racer"])
    #expect(text(try context.fetch(SportsCar.all)) == ["SportsCar racer"])
    #expect(try context.count(Vehicle.all) == 3)
  }

  @Test func thoseThatExtendItCanBeLeftOut() throws {
    let bench = try garage()
    var request = Car.all
    request.includesSubentities = false
    #expect(text(try bench.container.newContext().fetch(request)) == ["Car van"])
    _ = SportsCar(in: bench.context)
    let car = Car(in: bench.context)
    car.name = "unsaved"
    #expect(text(try bench.context.fetch(request)) == ["Car van", "Car unsaved"])
    bench.context.delete(car)
    #expect(text(try bench.context.fetch(request)) == ["Car van"])
  }

  @Test func conditionsAndOrdersCanNameInheritedAttributes() throws {
    let bench = try garage()
    let context = bench.container.newContext()
    #expect(
      text(try context.fetch(Car.where { $0.name.hasPrefix("r") && $0.doors == 2 }))
        == ["SportsCar racer"])
    #expect(
      text(try context.fetch(SportsCar.where { $0.wheels == 4 && $0.garage.name == "home" }))
        == ["SportsCar racer"])
    #expect(
      text(try context.fetch(Car.sorted(by: \.name))) == ["SportsCar racer", "Car van"])
    #expect(
      text(try context.fetch(Vehicle.sorted(by: \.wheels).sorted(by: \.name, .descending)))
        == ["Vehicle bike", "Car van", "SportsCar racer"])
    #expect(
      text(try context.fetch(SportsCar.sorted(by: \.topSpeed).sorted(by: \.doors)))
        == ["SportsCar racer"])
  }

  @Test func relationshipsToTheRootHoldWhatExtendsIt() throws {
    let bench = try garage()
    let context = bench.container.newContext()
    let home = try #require(try context.first(Garage.all))
    #expect(
      text(home.vehicles).sorted() == ["Car van", "SportsCar racer", "Vehicle bike"])
    #expect((home.favourite as? SportsCar)?.topSpeed == 300)
    #expect(home.racers.map(\.name) == ["racer"])
    #expect(home.favourite?.fans == [home])
    #expect(
      try context.fetch(Garage.where { $0.vehicles.any { $0.name == "racer" } }) == [home])
    #expect(try context.fetch(Garage.where { $0.favourite.name == "racer" }) == [home])
    #expect(try context.fetch(Garage.where { $0.racers.all { $0.doors == 2 } }) == [home])
  }

  @Test func aLineIsReadInTwoQueries() throws {
    let bench = try garage()
    let context = bench.container.newContext()
    var names: [String] = []
    let statements = try bench.sql {
      for home in try context.fetch(Garage.all) {
        names = home.vehicles.map(\.name).sorted()
      }
    }
    #expect(names == ["bike", "racer", "van"])
    #expect(statements.count == 2)
  }

  @Test func anObjectIsFoundAsWhatItIsOrExtends() throws {
    let bench = try garage()
    let racer = try #require(try bench.context.first(SportsCar.all))
    let bike = try #require(try bench.context.first(Vehicle.where { $0.name == "bike" }))
    let context = bench.container.newContext()
    #expect(try context.object(Vehicle.self, with: racer.objectID)?.name == "racer")
    #expect(try context.object(SportsCar.self, with: racer.objectID)?.doors == 2)
    #expect(try context.object(Car.self, with: bike.objectID) == nil)
    #expect(try context.object(Garage.self, with: bike.objectID) == nil)
  }

  @Test func inheritedAttributesAreSavedWithOwnOnes() throws {
    let bench = try garage()
    let racer = try #require(try bench.context.first(SportsCar.all))
    racer.name = "fast"
    racer.doors = 3
    racer.topSpeed = nil
    #expect(Set(racer.changedValues.keys) == ["name", "doors", "topSpeed"])
    try bench.context.save()
    let other = try #require(try bench.container.newContext().first(SportsCar.all))
    #expect(other.name == "fast")
    #expect(other.doors == 3)
    #expect(other.topSpeed == nil)
    #expect(other.wheels == 4)
    #expect(other.garage?.name == "home")
  }

  @Test func inheritedPropertiesAreReachedByName() throws {
    let bench = try garage()
    let racer = try #require(try bench.context.first(SportsCar.all))
    try racer.setValue("renamed", forKey: "name")
    try racer.setValue(1.5, forKey: "topSpeed")
    #expect(racer.name == "renamed")
    #expect(racer.topSpeed == 1.5)
    #expect(try racer.value(forKey: "doors") as? Int == 2)
    let bike = try #require(try bench.context.first(Vehicle.where { $0.name == "bike" }))
    #expect(
      failure { try bike.setValue(2, forKey: "doors") }
        == "'Vehicle' has no property 'doors'; it has 'fans', 'garage', 'name' and 'wheels'")
  }
}

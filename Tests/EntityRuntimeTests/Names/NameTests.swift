import EntityGraph
import EntityModel
import Testing

/// Entities and properties by their names.
@Suite struct NameTests {
  @Test func `a class describes its entity, and an object that of its own class`() throws {
    #expect(Film.entity.name == "Film")
    #expect(Film.entity.attributes.map(\.name).prefix(2) == ["code", "title"])
    #expect(Car.entity.superentity == "Vehicle")
    #expect(Car.entity.properties.map(\.name) == ["doors"])
    let bench = try Bench(Vehicle.self, Car.self, SportsCar.self, Garage.self)
    let vehicle: Vehicle = bench.context.insert(Car.self)
    #expect(vehicle.entity == Car.entity)
    let model = bench.container.model
    #expect(model.entities.first { $0.name == "Car" } == Car.entity)
  }

  @Test func `a class without an annotation has the entity that it extends`() {
    class Coach: Car {}
    #expect(Coach.entity == Car.entity)
  }

  @Test func `a key path has a name, also through to-ones, and what is no property has none`() {
    #expect(Film.propertyName(of: \.title) == "title")
    #expect(Film.propertyName(of: \.director) == "director")
    #expect(Film.propertyName(of: \.tags) == "tags")
    #expect(Film.propertyName(of: \.studio.name) == "studio.name")
    #expect(Film.propertyName(of: \.director?.name) == "director.name")
    #expect(SportsCar.propertyName(of: \.wheels) == "wheels")
    #expect(SportsCar.propertyName(of: \.garage?.favourite?.name) == "garage.favourite.name")
    #expect(Film.propertyName(of: \.shout) == nil)
    #expect(Film.propertyName(of: \.studio.nameLength) == nil)
    #expect(Film.propertyName(of: \.self) == nil)
  }

  @Test func `a name has a key path, which reads and writes the property`() throws {
    let context = try Bench(Vehicle.self, Car.self, SportsCar.self, Garage.self).context
    let wheels = try #require(
      SportsCar.keyPath(named: "wheels") as? ReferenceWritableKeyPath<SportsCar, Int>)
    #expect(wheels == \SportsCar.wheels)
    let racer = context.insert(SportsCar.self)
    racer[keyPath: wheels] = 3
    #expect(racer.wheels == 3)
    #expect(SportsCar.keyPath(named: "topSpeed") == \SportsCar.topSpeed)
    #expect(Car.keyPath(named: "topSpeed") == nil)
    #expect(Car.keyPath(named: "") == nil)
    #expect(Car.keyPath(named: "garage.name") == nil)
    for property in ObjectModel.names(of: SportsCar.self) {
      let keyPath = try #require(SportsCar.keyPath(named: property))
      #expect(SportsCar.propertyName(of: keyPath) == property)
    }
  }

  @Test func `an object is made by its entity's name`() throws {
    let bench = try Bench(Voucher.self, BoxVoucher.self, Recital.self)
    let voucher = try bench.context.insert(entityNamed: "BoxVoucher")
    #expect(type(of: voucher) == BoxVoucher.self)
    try voucher.setValue("x", forKey: "code")
    try bench.context.save()
    #expect(try bench.container.newContext().fetch(BoxVoucher.all).map(\.seats) == [4])
    let error = #expect(throws: StoreError.self) {
      try bench.context.insert(entityNamed: "Vouchers")
    }
    #expect(
      error?.message
        == "the model has no entity 'Vouchers'; it has 'BoxVoucher', 'Programme', 'Recital' and "
        + "'Voucher'"
    )
    #expect(error?.code == .invalidRequest)
    let refusal = #expect(throws: StoreError.self) {
      try bench.context.insert(entityNamed: "Programme")
    }
    #expect(
      refusal?.message
        == "'Programme' is abstract and has no objects of its own; make one of a class that "
        + "extends it")
    #expect(refusal?.code == .invalidRequest)
    #expect(!bench.context.hasChanges)
  }
}

extension ObjectModel {
  /// Returns the names of all properties of `type`, inherited ones first.
  fileprivate static func names(of type: ManagedObject.Type) -> [String] {
    let model = try? ObjectModel(type)
    return model?.properties(of: type.entity.name).map(\.name) ?? []
  }
}

import EntityGraph

/// The root of a line of three entities.
@Entity class Vehicle: ManagedObject {
  var name: String = ""
  var wheels: Int = 0
  @Relationship(inverse: "vehicles", deleteRule: .nullify) var garage: Garage?
  @Relationship(inverse: "favourite", deleteRule: .nullify) var fans: Set<Garage>
}

@Entity class Car: Vehicle {
  var doors: Int = 4
}

@Entity final class SportsCar: Car {
  var topSpeed: Double?
  @Relationship(inverse: "racers", deleteRule: .nullify) var track: Garage?
}

@Entity final class Garage: ManagedObject {
  var name: String = ""
  @Relationship(inverse: "garage", deleteRule: .nullify) var vehicles: Set<Vehicle>
  @Relationship(inverse: "fans", deleteRule: .nullify) var favourite: Vehicle?
  @Relationship(inverse: "track", deleteRule: .nullify) var racers: Set<SportsCar>
}

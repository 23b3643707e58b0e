import EntityGraph
import TestSupport
import Testing

/// Animals, of which the superclass derives what the store keeps.
enum FirstKennel {
  @Entity class Animal: ManagedObject {
    var name: String
    @Relationship(inverse: "owner", deleteRule: .cascade) var toys: Set<Toy>
    @Attribute(.derived { (animal: Fields<Animal>) in animal.toys.count }) var toyCount: Int
    @Attribute(.derived { (animal: Fields<Animal>) in animal.toys.sum(\.price) }) var worth: Int
  }

  @Entity final class Dog: Animal {
    var legs: Int = 4
    var food: String = "bones"
    @Attribute(.derived { (dog: Fields<Dog>) in dog.food.lowercased() }) var meal: String
    var speed: Double?
    @Relationship(inverse: "dogs", deleteRule: .nullify) var home: Home?
  }

  @Entity final class Toy: ManagedObject {
    var price: Int
    @Relationship(inverse: "toys", deleteRule: .nullify) var owner: Animal?
  }

  @Entity final class Home: ManagedObject {
    var street: String
    @Relationship(inverse: "home", deleteRule: .nullify) var dogs: [Dog]
  }

  static let classes: [ManagedObject.Type] = [Animal.self, Dog.self, Toy.self, Home.self]
}

/// The same later: an attribute of the superclass is new, one of the subclass wider, and one has an
/// index.
enum SecondKennel {
  @Entity class Animal: ManagedObject {
    var name: String
    var age: Int?
    @Relationship(inverse: "owner", deleteRule: .cascade) var toys: Set<Toy>
    @Attribute(.derived { (animal: Fields<Animal>) in animal.toys.count }) var toyCount: Int
    @Attribute(.derived { (animal: Fields<Animal>) in animal.toys.sum(\.price) }) var worth: Int
  }

  @Entity final class Dog: Animal {
    var legs: Int = 4
    @Attribute(.indexed) var food: String = "bones"
    @Attribute(.derived { (dog: Fields<Dog>) in dog.food.lowercased() }) var meal: String
    var speed: Double?
    @Relationship(inverse: "dogs", deleteRule: .nullify) var home: Home?
  }

  @Entity final class Toy: ManagedObject {
    var price: Int
    @Relationship(inverse: "toys", deleteRule: .nullify) var owner: Animal?
  }

  @Entity final class Home: ManagedObject {
    var street: String
    @Relationship(inverse: "home", deleteRule: .nullify) var dogs: [Dog]
  }

  static let classes: [ManagedObject.Type] = [Animal.self, Dog.self, Toy.self, Home.self]
}

/// Later still, nothing is derived by the superclass, and more by the subclass.
enum ThirdKennel {
  @Entity class Animal: ManagedObject {
    var name: String
    var age: Int?
    @Relationship(inverse: "owner", deleteRule: .cascade) var toys: Set<Toy>
  }

  @Entity final class Dog: Animal {
    @Attribute(.derived { (dog: Fields<Dog>) in dog.toys.count }) var toyCount: Int
    var legs: Int64 = 4
    @Attribute(.indexed) var food: String = "bones"
    var speed: Double?
    var note: String = "none"
    @Relationship(inverse: "dogs", deleteRule: .nullify) var home: Home?
  }

  @Entity final class Toy: ManagedObject {
    var price: Int
    @Relationship(inverse: "toys", deleteRule: .nullify) var owner: Animal?
  }

  @Entity final class Home: ManagedObject {
    var street: String
    @Relationship(inverse: "home", deleteRule: .nullify) var dogs: [Dog]
  }

  static let classes: [ManagedObject.Type] = [Animal.self, Dog.self, Toy.self, Home.self]
}

/// Migrations of entities that derive attributes, which have no value of their own to keep.
@Suite struct DerivedMigrationTests {
  private func open(_ classes: [ManagedObject.Type], _ path: String) throws -> PersistentContainer {
    try PersistentContainer(
      model: ObjectModel(classes: classes), at: .file(path),
      options: StoreOptions(migration: .migrating()))
  }

  @Test func whatASubclassStoresStaysWhateverItsSuperclassDerives() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("kennel")
      let first = try open(FirstKennel.classes, path)
      let context = first.newContext()
      let home = FirstKennel.Home(street: "s", in: context)
      for index in 0..<3 {
        let dog = FirstKennel.Dog(in: context)
        dog.name = "d\(index)"
        dog.legs = index
        dog.food = "Meat \(index)"
        dog.speed = Double(index) / 2
        home.dogs.insert(dog, at: 0)
        for price in 0...index { FirstKennel.Toy(price: price, in: context).owner = dog }
      }
      _ = FirstKennel.Animal(name: "a", in: context)
      try context.save()
      first.close()

      let second = try open(SecondKennel.classes, path)
      let dogs = try second.newContext().fetch(SecondKennel.Dog.sorted(by: \.name))
      #expect(dogs.map(\.name) == ["d0", "d1", "d2"])
      #expect(dogs.map(\.legs) == [0, 1, 2])
      #expect(dogs.map(\.food) == ["Meat 0", "Meat 1", "Meat 2"])
      #expect(dogs.map(\.meal) == ["meat 0", "meat 1", "meat 2"])
      #expect(dogs.map(\.speed) == [0, 0.5, 1])
      #expect(dogs.map(\.toyCount) == [1, 2, 3] && dogs.map(\.worth) == [0, 1, 3])
      #expect(dogs.first?.home?.dogs.map(\.name) == ["d2", "d1", "d0"])
      #expect(try second.newContext().count(SecondKennel.Animal.where { $0.toyCount == 0 }) == 1)
      second.close()

      let third = try open(ThirdKennel.classes, path)
      let later = try third.newContext().fetch(ThirdKennel.Dog.sorted(by: \.name))
      #expect(later.map(\.legs) == [0, 1, 2])
      #expect(later.map(\.food) == ["Meat 0", "Meat 1", "Meat 2"])
      #expect(later.map(\.speed) == [0, 0.5, 1])
      #expect(later.map(\.note) == ["none", "none", "none"])
      #expect(later.map(\.toyCount) == [1, 2, 3])
      #expect(later.first?.home?.dogs.map(\.name) == ["d2", "d1", "d0"])
      #expect(try third.checkIntegrity().isSound)
      third.close()
    }
  }
}

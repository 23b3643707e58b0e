import EntityGraph
import TestSupport
import Testing

/// The other end has no property for the relationship.
private enum Alone {
  @Entity final class Nation: ManagedObject {
    var name: String
  }

  @Entity final class City: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit) var nation: Nation?
  }
}

/// The other end has a set.
private enum WithSet {
  @Entity final class Nation: ManagedObject {
    var name: String
    @Relationship(inverse: "nation", deleteRule: .nullify) var cities: Set<City>
  }

  @Entity final class City: ManagedObject {
    var name: String
    @Relationship(inverse: "cities", deleteRule: .nullify) var nation: Nation?
  }
}

/// The other end has an array.
private enum WithArray {
  @Entity final class Nation: ManagedObject {
    var name: String
    @Relationship(inverse: "state", deleteRule: .nullify) var cities: [City]
  }

  @Entity final class City: ManagedObject {
    var name: String
    @Relationship(inverse: "cities", deleteRule: .nullify, originalName: "nation")
    var state: Nation?
  }
}

/// The other end holds one at most, declared or not.
private enum WithOne {
  @Entity final class Nation: ManagedObject {
    var name: String
    @Relationship(inverse: "nation", deleteRule: .nullify, maximumCount: 1) var cities: Set<City>
  }

  @Entity final class City: ManagedObject {
    var name: String
    @Relationship(inverse: "cities", deleteRule: .nullify) var nation: Nation?
  }
}

private enum AloneWithOne {
  @Entity final class Nation: ManagedObject {
    var name: String
  }

  @Entity final class City: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit(maximumCount: 1)) var nation: Nation?
  }
}

/// A relationship is given a property at its other end, or loses it.
@Suite struct ImplicitInverseMigrationTests {
  @Test func `a to-one is given an inverse and loses it without a stage, and keeps its values`()
    throws
  {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let alone = try ObjectModel(Alone.Nation.self, Alone.City.self)
      try fill(path, alone)

      let withSet = try ObjectModel(WithSet.Nation.self, WithSet.City.self)
      let plan = try #require(try PersistentContainer.migrationPlan(for: withSet, at: .file(path)))
      #expect(plan.isAutomatic)
      #expect(plan.copiedRows == 0)
      let second = try PersistentContainer(model: withSet, at: .file(path))
      let nation = try second.newContext().only(WithSet.Nation.all)
      #expect(nation.cities.map(\.name).sorted() == ["a", "b"])
      second.close()

      // What is older than the store says that it is meant.
      let third = try PersistentContainer(model: alone, at: .file(path), options: .migrating())
      #expect(
        try third.newContext().fetch(Alone.City.all).map { $0.nation?.name } == ["N", "N", nil])
      third.close()

      let withArray = try ObjectModel(WithArray.Nation.self, WithArray.City.self)
      let fourth = try PersistentContainer(model: withArray, at: .file(path))
      let context = fourth.newContext()
      let ordered = try context.only(WithArray.Nation.all)
      #expect(ordered.cities.map(\.name) == ["a", "b"])
      ordered.cities.reverse()
      try context.save()
      #expect(
        try fourth.newContext().only(WithArray.Nation.all).cities.map(\.name) == ["b", "a"])
    }
  }

  @Test func `an inverse may hold less than before where no object holds too much`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try fill(path, ObjectModel(Alone.Nation.self, Alone.City.self))
      for model in [
        try ObjectModel(WithOne.Nation.self, WithOne.City.self),
        try ObjectModel(AloneWithOne.Nation.self, AloneWithOne.City.self),
      ] {
        let plan = try #require(try PersistentContainer.migrationPlan(for: model, at: .file(path)))
        #expect(!plan.isAutomatic)
        #expect(throws: (any Error).self) {
          try PersistentContainer(model: model, at: .file(path))
        }
      }
      let alone = try ObjectModel(Alone.Nation.self, Alone.City.self)
      let container = try PersistentContainer(model: alone, at: .file(path))
      let context = container.newContext()
      context.delete(try context.only(Alone.City.where { $0.name == "b" }))
      try context.save()
      container.close()
      for model in [
        try ObjectModel(AloneWithOne.Nation.self, AloneWithOne.City.self),
        try ObjectModel(WithOne.Nation.self, WithOne.City.self),
      ] {
        let container = try PersistentContainer(model: model, at: .file(path))
        container.close()
      }
    }
  }

  /// Makes a store of `model` with a nation, two cities of it and one of none.
  private func fill(_ path: String, _ model: ObjectModel) throws {
    let container = try PersistentContainer(model: model, at: .file(path))
    let context = container.newContext()
    let nation = Alone.Nation(name: "N", in: context)
    for name in ["a", "b"] { _ = Alone.City(name: name, nation: nation, in: context) }
    _ = Alone.City(name: "c", in: context)
    try context.save()
    container.close()
  }
}

import EntityGraph
import TestSupport
import Testing

/// The other end has no property for the links.
private enum Alone {
  @Entity final class Label: ManagedObject {
    var name: String
  }

  /// Comes after 'Label', so that an end of that name would be the first one.
  @Entity final class Photo: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit) var labels: Set<Label>
  }
}

/// The other end has a set.
private enum WithSet {
  @Entity final class Label: ManagedObject {
    var name: String
    @Relationship(inverse: "labels", deleteRule: .nullify) var photos: Set<Photo>
  }

  @Entity final class Photo: ManagedObject {
    var name: String
    @Relationship(inverse: "photos", deleteRule: .nullify) var labels: Set<Label>
  }
}

/// The relationship has an order and another name.
private enum InOrder {
  @Entity final class Label: ManagedObject {
    var name: String
  }

  @Entity final class Photo: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit, originalName: "labels") var marks: [Label]
  }
}

/// Each label is of one photo at most, declared or not.
private enum WithOne {
  @Entity final class Label: ManagedObject {
    var name: String
    @Relationship(inverse: "labels", deleteRule: .nullify, maximumCount: 1) var photos: Set<Photo>
  }

  @Entity final class Photo: ManagedObject {
    var name: String
    @Relationship(inverse: "photos", deleteRule: .nullify) var labels: Set<Label>
  }
}

private enum AloneWithOne {
  @Entity final class Label: ManagedObject {
    var name: String
  }

  @Entity final class Photo: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit(maximumCount: 1)) var labels: Set<Label>
  }
}

/// Nothing is linked.
private enum Apart {
  @Entity final class Label: ManagedObject {
    var name: String
  }

  @Entity final class Photo: ManagedObject {
    var name: String
  }
}

/// Each label needs a photo, by a new relationship of one kind or another.
private enum Needed {
  @Entity final class Label: ManagedObject {
    var name: String
  }

  @Entity final class Photo: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit(minimumCount: 1)) var label: Label?
  }
}

private enum NeededAndRequired {
  @Entity final class Label: ManagedObject {
    var name: String
  }

  @Entity final class Photo: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit(minimumCount: 1)) var label: Label
  }
}

private enum NeededByMany {
  @Entity final class Label: ManagedObject {
    var name: String
  }

  @Entity final class Photo: ManagedObject {
    var name: String
    @Relationship(inverse: .implicit(minimumCount: 1)) var labels: Set<Label>
  }
}

private enum NeededByNew {
  @Entity final class Label: ManagedObject {
    var name: String
  }

  @Entity final class Photo: ManagedObject {
    var name: String
  }

  @Entity final class Frame: ManagedObject {
    @Relationship(inverse: .implicit(minimumCount: 1)) var label: Label?
  }
}

/// A to-many is given a property at its other end, or loses it; new ends have minimums.
@Suite struct ImplicitToManyMigrationTests {
  @Test func `a to-many is given an inverse and loses it without a stage, and keeps its links`()
    throws
  {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let alone = try ObjectModel(Alone.Label.self, Alone.Photo.self)
      try fill(path, alone)

      let withSet = try ObjectModel(WithSet.Label.self, WithSet.Photo.self)
      let plan = try #require(try PersistentContainer.migrationPlan(for: withSet, at: .file(path)))
      #expect(plan.isAutomatic)
      let second = try PersistentContainer(model: withSet, at: .file(path))
      let labels = try second.newContext().fetch(WithSet.Label.sorted(by: \.name))
      #expect(labels.map { $0.photos.map(\.name).sorted() } == [["P", "Q"], ["P"], []])
      second.close()

      // What is older than the store says that it is meant.
      let back = try #require(try PersistentContainer.migrationPlan(for: alone, at: .file(path)))
      #expect(back.isAutomatic, "\(back)")
      let third = try PersistentContainer(model: alone, at: .file(path), options: .migrating())
      let photos = try third.newContext().fetch(Alone.Photo.sorted(by: \.name))
      #expect(photos.map { $0.labels.map(\.name).sorted() } == [["a", "b"], ["a"]])
      third.close()

      let inOrder = try ObjectModel(InOrder.Label.self, InOrder.Photo.self)
      let fourth = try PersistentContainer(model: inOrder, at: .file(path))
      let ordered = try fourth.newContext().fetch(InOrder.Photo.sorted(by: \.name))
      #expect(ordered.map { $0.marks.map(\.name) } == [["a", "b"], ["a"]])
    }
  }

  @Test func `an inverse may hold less than before where no object is held too often`() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let alone = try ObjectModel(Alone.Label.self, Alone.Photo.self)
      try fill(path, alone)
      let narrower = [
        try ObjectModel(WithOne.Label.self, WithOne.Photo.self),
        try ObjectModel(AloneWithOne.Label.self, AloneWithOne.Photo.self),
      ]
      for model in narrower {
        let plan = try #require(try PersistentContainer.migrationPlan(for: model, at: .file(path)))
        #expect(!plan.isAutomatic)
        #expect(plan.steps.contains { $0.rows == 1 && $0.kind == .needsStage }, "\(plan)")
      }
      let container = try PersistentContainer(model: alone, at: .file(path))
      let context = container.newContext()
      try context.only(Alone.Photo.where { $0.name == "Q" }).labels = []
      try context.save()
      container.close()
      for model in narrower {
        let plan = try #require(try PersistentContainer.migrationPlan(for: model, at: .file(path)))
        #expect(plan.isAutomatic, "\(plan)")
      }
    }
  }

  @Test
  func `a new relationship whose inverse has a minimum needs a stage where there are objects`()
    throws
  {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let apart = try ObjectModel(Apart.Label.self, Apart.Photo.self)
      let models = [
        try ObjectModel(Needed.Label.self, Needed.Photo.self),
        try ObjectModel(NeededAndRequired.Label.self, NeededAndRequired.Photo.self),
        try ObjectModel(NeededByMany.Label.self, NeededByMany.Photo.self),
        try ObjectModel(NeededByNew.Label.self, NeededByNew.Photo.self, NeededByNew.Frame.self),
      ]
      func plans() throws -> [MigrationPlan] {
        try models.map {
          try #require(try PersistentContainer.migrationPlan(for: $0, at: .file(path)))
        }
      }
      let container = try PersistentContainer(model: apart, at: .file(path))
      let context = container.newContext()
      let label = Apart.Label(name: "a", in: context)
      try context.save()
      // No photo is in the way, but a label that no photo has.
      for plan in try plans() {
        #expect(!plan.isAutomatic, "\(plan)")
        #expect(plan.steps.filter { $0.kind == .needsStage }.map(\.rows) == [1], "\(plan)")
      }
      context.delete(label)
      _ = Apart.Photo(name: "P", in: context)
      try context.save()
      // Without labels only the required to-one is in the way of a photo.
      #expect(try plans().map(\.isAutomatic) == [true, false, true, true])
      container.close()
    }
  }

  /// Makes a store of `model` with two photos and three labels.
  private func fill(_ path: String, _ model: ObjectModel) throws {
    let container = try PersistentContainer(model: model, at: .file(path))
    let context = container.newContext()
    let labels = ["a", "b", "c"].map { Alone.Label(name: $0, in: context) }
    _ = Alone.Photo(name: "P", labels: [labels[0], labels[1]], in: context)
    _ = Alone.Photo(name: "Q", labels: [labels[0]], in: context)
    try context.save()
    container.close()
  }
}

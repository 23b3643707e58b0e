import EntityGraph
import TestSupport
import Testing

/// A program before its Codable types changed.
private enum Before {
  struct Size: Codable, Equatable {
    var width: Int
    var height: Int
    var unit: String
  }

  enum Label: Codable, Equatable { case short, long }

  @Entity final class Picture: ManagedObject {
    var name: String
    var size: Size = Size(width: 0, height: 0, unit: "mm")
    var label: Label = .short
  }
}

/// The program afterwards: a type has another name and one property less, an enumeration has other
/// cases, and a property is new where nothing is stored for it.
private enum After {
  struct Extent: Codable, Equatable {
    var width: Int
    var height: Int
  }

  enum Label: Codable, Equatable { case short, none }

  @Entity final class Picture: ManagedObject {
    var name: String
    var size: Extent = Extent(width: 1, height: 1)
    var label: Label = .none
  }
}

/// The program with a type that needs more than what is stored.
private enum Later {
  struct Box: Codable, Equatable {
    var width: Int
    var depth: Int
  }

  @Entity final class Picture: ManagedObject {
    var name: String
    var size: Box = Box(width: 9, depth: 9)
    var label: Before.Label = .short
  }
}

/// The types of Codable attributes may change without a migration, as far as what is stored can be
/// decoded.
@Suite struct CodableEvolutionTests {
  private func withPictures(_ body: (String) throws -> Void) throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("pictures")
      let container = try PersistentContainer(
        model: ObjectModel(Before.Picture.self), at: .file(path))
      let context = container.newContext()
      let size = Before.Size(width: 3, height: 4, unit: "cm")
      _ = Before.Picture(name: "a", size: size, label: .short, in: context)
      _ = Before.Picture(name: "b", size: size, label: .long, in: context)
      try context.save()
      container.close()
      try body(path)
    }
  }

  @Test func otherNamesAndFewerPropertiesAndCasesThatSurviveAreRead() throws {
    try withPictures { path in
      let model = try ObjectModel(After.Picture.self)
      #expect(try PersistentContainer.migrationPlan(for: model, at: .file(path)) == nil)
      let context = try PersistentContainer(model: model, at: .file(path)).newContext()
      let pictures = try context.fetch(After.Picture.sorted(by: \.name))
      #expect(pictures.map(\.size) == Array(repeating: After.Extent(width: 3, height: 4), count: 2))
      #expect(pictures[0].label == .short)
      #expect(context.pendingErrors.isEmpty)
      // A case that is gone is read as the default value, reported, and stays as it is in the
      // store.
      #expect(pictures[1].label == .none)
      #expect(context.pendingErrors.count == 1)
    }
  }

  @Test func aPropertyThatIsNewIsReportedAndWhatIsStoredStays() throws {
    try withPictures { path in
      let container = try PersistentContainer(
        model: ObjectModel(Later.Picture.self), at: .file(path))
      let context = container.newContext()
      let picture = try #require(try context.fetch(Later.Picture.sorted(by: \.name)).first)
      picture.name = "renamed"
      try context.save()
      #expect(picture.size == Later.Box(width: 9, depth: 9))
      #expect(context.pendingErrors.count == 1)
      container.close()
      let before = try PersistentContainer(
        model: ObjectModel(Before.Picture.self), at: .file(path)
      ).newContext()
      let same = try #require(
        try before.first(Before.Picture.where { $0.name == "renamed" }))
      #expect(same.size == Before.Size(width: 3, height: 4, unit: "cm"))
    }
  }
}

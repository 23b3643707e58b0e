import EntityGraph
import Foundation
import Testing

/// What a program has a store hold beside its objects.
@Suite struct MetadataTests {
  @Test(arguments: StoreKind.allCases) func metadataIsOfEveryStorableType(kind: StoreKind) throws {
    let container = try kind.container(Place.self, Plant.self, Tree.self, Label.self)
    try expectMetadata(true, container)
    try expectMetadata(-7, container)
    try expectMetadata(UInt64.max, container)
    try expectMetadata(Float.infinity, container)
    try expectMetadata(-0.0, container)
    try expectMetadata("", container)
    try expectMetadata(Date(timeIntervalSinceReferenceDate: 0.1), container)
    try expectMetadata(Data([0, 1]), container)
    try expectMetadata(UUID(), container)
    try expectMetadata(Decimal(string: "1.10"), container)
    try expectMetadata(URL(string: "https://example.com/a"), container)
    try expectMetadata(Season.autumn, container)
    try container.setMetadata(Double.nan, for: "key")
    #expect(try container.metadata(for: "key", as: Double.self)?.isNaN == true)
  }

  /// Expects `value` to be read as it was stored.
  private func expectMetadata<Value: Storable & Equatable>(
    _ value: Value?, _ container: PersistentContainer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let value = try #require(value)
    try container.setMetadata(value, for: "key")
    #expect(try container.metadata(for: "key") == value, sourceLocation: sourceLocation)
  }

  @Test(arguments: StoreKind.allCases)
  func metadataThatIsNotThereIsNilAndItsKeyIsNotListed(kind: StoreKind) throws {
    let container = try kind.container(Person.self)
    #expect(try container.metadata(for: "a", as: Int.self) == nil)
    #expect(try container.metadataKeys() == [])
    try container.removeMetadata(for: "a")
    try container.setMetadata(1, for: "b")
    try container.setMetadata("x", for: "a")
    #expect(try container.metadataKeys() == ["a", "b"])
    try container.removeMetadata(for: "b")
    #expect(try container.metadata(for: "b", as: Int.self) == nil)
    #expect(try container.metadataKeys() == ["a"])
  }

  @Test(arguments: StoreKind.allCases)
  func withinAWriteMetadataIsAPartOfTheTransaction(kind: StoreKind) async throws {
    let container = try kind.container(Person.self)
    try await container.write { context in
      #expect(try context.metadata(for: "a", as: Int.self) == nil)
      try context.setMetadata(1, for: "a")
      try context.setMetadata(2, for: "b")
      try context.removeMetadata(for: "b")
      #expect(try context.metadata(for: "a", as: Int.self) == 1)
      _ = Person(name: "x", in: context)
    }
    #expect(try container.metadataKeys() == ["a"])
    await #expect(throws: CancellationError.self) {
      try await container.write { context in
        _ = Person(name: "y", in: context)
        try context.setMetadata(2, for: "a")
        try context.setMetadata(3, for: "c")
        throw CancellationError()
      }
    }
    #expect(try container.metadata(for: "a") == 1)
    #expect(try container.metadataKeys() == ["a"])
    try await container.write { try $0.setMetadata("alone", for: "d") }
    #expect(try container.metadata(for: "d") == "alone")
  }

  @Test(arguments: StoreKind.allCases)
  func aContextStoresMetadataAtOnce(kind: StoreKind) async throws {
    let container = try kind.container(Person.self)
    let context = container.newContext()
    _ = Person(name: "x", in: context)
    try context.setMetadata(1, for: "a")
    #expect(try container.metadata(for: "a") == 1)
    #expect(try context.metadata(for: "a") == 1)
    #expect(context.hasChanges)
    try context.removeMetadata(for: "a")
    #expect(try container.metadataKeys() == [])
    #expect(throws: StoreError.self) { try context.nested().setMetadata(1, for: "a") }
    await #expect(throws: StoreError.self) {
      try await container.read { try $0.setMetadata(1, for: "a") }
    }
    #expect(try container.metadataKeys() == [])
  }

  @Test(arguments: StoreKind.allCases) func metadataIsReadAsWhatItIs(kind: StoreKind) throws {
    let container = try kind.container(Person.self)
    try container.setMetadata("yesterday", for: "importedAt")
    let error = #expect(throws: StoreError.self) {
      try container.metadata(for: "importedAt", as: Date.self)
    }
    #expect(error?.code == .unreadableValue)
    #expect(
      error?.message == """
        the metadata for 'importedAt' is not a value of 'Date'; read it as the type that it was \
        stored as, or store it again
        """)
    try container.setMetadata("summer", for: "season")
    #expect(
      #expect(throws: StoreError.self) {
        try container.metadata(for: "season", as: Season.self)
      }?.code == .unreadableValue)
  }

  @Test func metadataIsInTheFileAndStaysWhenThatIsMigrated() throws {
    let store = try TemporaryStore()
    let old = try PersistentContainer(
      model: ObjectModel(Place.self, Plant.self, Tree.self, Label.self), at: .file(store.path))
    #expect(old.modelVersion == old.model.versionHash)
    try old.setMetadata(7, for: "key")
    old.close()
    let new = try PersistentContainer(
      model: ObjectModel(Site.self, Growth.self, Timber.self, Sticker.self), at: .file(store.path))
    #expect(new.modelVersion != old.modelVersion)
    #expect(try new.metadata(for: "key") == 7)
    new.close()
    let other = try PersistentContainer(
      model: ObjectModel(Person.self), at: .file(store.path), options: .recreatingOnMismatch)
    #expect(try other.metadataKeys() == [])
  }

  @Test func metadataOfAStoreThatIsReadOnlyIsRead() throws {
    let store = try TemporaryStore()
    let model = try ObjectModel(Person.self)
    let container = try PersistentContainer(model: model, at: .file(store.path))
    let reading = try PersistentContainer(
      model: model, at: .file(store.path), options: StoreOptions(isReadOnly: true))
    #expect(try reading.metadata(for: "key", as: Int.self) == nil)
    #expect(try reading.metadataKeys() == [])
    try container.setMetadata(7, for: "key")
    #expect(try reading.metadata(for: "key", as: Int.self) == 7)
    #expect(try reading.metadataKeys() == ["key"])
    for change in [
      { try reading.setMetadata(8, for: "key") }, { try reading.removeMetadata(for: "key") },
      { try reading.reset() },
    ] {
      #expect(#expect(throws: StoreError.self) { try change() }?.code == .readOnly)
    }
    #expect(try container.metadata(for: "key", as: Int.self) == 7)
  }
}

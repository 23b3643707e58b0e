import EntityGraph
import EntityModel
import Testing

@testable import EntitySQLite

/// A program that has a store open notices that another one has migrated it.
@Suite struct MigratedElsewhereTests {
  /// `true` if the program that reads has written before, so that it reads through the connection
  /// that it writes with.
  @Test(arguments: [false, true]) func exchangedNamesAreNoticedBeforeTheyAreRead(writes: Bool)
    throws
  {
    let store = try Gloves(writes: writes)
    let context = store.container.newContext()
    let drawer = try #require(try context.fetch(Drawer.all).first)
    #expect(try context.fetch(Glove.all).map(\.left) == ["l"])
    try store.migrate { $0 == "left" ? "right" : $0 == "right" ? "left" : nil }

    let other = store.container.newContext()
    for _ in 1...2 {
      #expect(store.error { _ = try other.fetch(Glove.all) } == store.message)
      // A statement that has not been used before.
      #expect(store.error { _ = try other.count(Glove.where { $0.left == "l" }) } == store.message)
    }
    #expect(context.pendingErrors.isEmpty)
    #expect(drawer.gloves == [])
    #expect(context.pendingErrors.count == 1)
    #expect(throws: ReadError.self) { try context.refresh(drawer) }

    other.insert(Glove.self).left = "new"
    #expect(store.error { try other.save() } == store.message)
    #expect(store.error { _ = try store.container.metadataKeys() } == store.message)
    let again = try PersistentContainer(
      model: store.container.model, at: .file(store.path), options: StoreOptions())
    #expect(try again.newContext().fetch(Glove.all).map(\.left) == ["r"])
  }

  @Test(arguments: [false, true]) func columnThatIsGoneIsNamedAsWhatItIs(writes: Bool) throws {
    let store = try Gloves(writes: writes)
    let context = store.container.newContext()
    if writes { _ = try context.fetch(Glove.all) }
    try store.migrate { $0 == "left" ? "leftHand" : nil }
    #expect(store.error { _ = try context.fetch(Glove.all) } == store.message)
    #expect(store.error { _ = try context.fetch(Drawer.all) } == store.message)
  }

  @Test(arguments: [false, true])
  func typeThatIsWiderIsNoticedAlthoughItsColumnIsTheSame(writes: Bool) throws {
    let store = try Gloves(writes: writes)
    let context = store.container.newContext()
    #expect(try context.fetch(Glove.all).map(\.size) == [0])
    try store.change { if $0.name == "size" { $0.type = .int64 } }
    #expect(store.error { _ = try context.fetch(Glove.all) } == store.message)
  }

  @Test(arguments: [false, true]) func programGoesOnWhereWhatIsNewDoesNotConcernIt(writes: Bool)
    throws
  {
    let store = try Gloves(writes: writes)
    let context = store.container.newContext()
    let glove = try #require(try context.fetch(Glove.all).first)
    var entities = store.container.model.entities
    let note = Attribute(name: "note", type: .string, isOptional: true)
    entities[1].properties.append(.attribute(note))
    let later = ObjectModel(entities: entities + [Entity("Box")])
    try SQLiteStore(model: later, at: .file(store.path)).close()
    #expect(try context.fetch(Glove.all) == [glove])
    #expect(glove.drawer?.name == "d")
    glove.left = "new"
    context.insert(Glove.self).left = "other"
    try context.save()
    // The later program still has its store.
    let options = StoreOptions(migration: .refuse)
    try SQLiteStore(model: later, at: .file(store.path), options: options).close()
    #expect(try store.container.newContext().fetch(Glove.all).map(\.left) == ["new", "other"])
  }

  @Test func tableOfMetadataIsNoMigration() throws {
    let store = try Gloves(writes: false)
    let context = store.container.newContext()
    #expect(try context.count(Glove.all) == 1)
    let other = try PersistentContainer(model: store.container.model, at: .file(store.path))
    try other.setMetadata(1, for: "key")
    #expect(try context.count(Glove.all) == 1)
    #expect(try store.container.metadata(for: "key") == 1)
  }
}

/// A store with a glove in a drawer, which a program has open.
private struct Gloves {
  private let store: TemporaryStore
  let container: PersistentContainer

  var path: String { store.path }

  var message: String {
    "'\(path)': another program has migrated the store since it was opened; open it again"
  }

  init(writes: Bool) throws {
    store = try TemporaryStore()
    let model = try ObjectModel(Glove.self, Drawer.self)
    container = try PersistentContainer(model: model, at: .file(store.path))
    let filling =
      writes ? container : try PersistentContainer(model: model, at: .file(store.path))
    let context = filling.newContext()
    let drawer = context.insert(Drawer.self)
    drawer.name = "d"
    let glove = context.insert(Glove.self)
    (glove.left, glove.right, glove.drawer) = ("l", "r", drawer)
    try context.save()
  }

  /// Has another program give attributes of gloves the names that `rename` returns.
  func migrate(_ rename: (String) -> String?) throws {
    try change { attribute in
      guard let name = rename(attribute.name) else { return }
      attribute.originalName = attribute.name
      (attribute.name, attribute.column) = (name, name)
    }
  }

  /// Has another program change attributes.
  func change(_ change: (inout Attribute) -> Void) throws {
    let entities = container.model.entities.map { entity in
      var entity = entity
      entity.properties = entity.properties.map { property in
        guard var attribute = property.attribute else { return property }
        change(&attribute)
        return .attribute(attribute)
      }
      return entity
    }
    try SQLiteStore(model: ObjectModel(entities: entities), at: .file(path)).close()
  }

  /// Returns the message of the error that `body` throws.
  func error(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: StoreError.self) { try body() }
    #expect(error?.code == .modelMismatch)
    return error?.message
  }
}

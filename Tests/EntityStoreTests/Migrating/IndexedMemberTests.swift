import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import TestSupport
import Testing

/// Indexes of properties of storages, which the description of a store does not have.
@Suite struct IndexedMemberTests {
  /// A model of readers whose settings have a theme, which is indexed.
  private static func model(
    _ others: Attribute..., index: String = "settings.theme"
  ) -> ObjectModel {
    var settings = Attribute(name: "settings", type: .json, hasDefault: true)
    settings.members = [
      StoredMember(
        name: "theme",
        steps: [StoredMember.Step(path: "theme", readsNull: false, fallback: .text("light"))],
        type: .string)
    ]
    var reader = Entity(
      "Reader",
      properties: ([Attribute(name: "email", type: .string), settings] + others)
        .map { .attribute($0) })
    reader.indexes = [[index], ["-\(index)", "email"]]
    return ObjectModel(entities: [reader])
  }

  @Test func aModelIsValidAsItIsDescribed() throws {
    let model = Self.model()
    try model.validate()
    let described = try JSONDecoder().decode(
      ObjectModel.self, from: JSONEncoder().encode(model))
    try described.validate()
    #expect(described.versionHash == model.versionHash)
    #expect(described.changes(since: model).isEmpty)
  }

  @Test func whatIsNoJSONHasNoMembers() throws {
    let model = Self.model(index: "email.theme")
    #expect(throws: ModelError.self) { try model.validate() }
    let described = try JSONDecoder().decode(
      ObjectModel.self, from: JSONEncoder().encode(model))
    #expect(throws: ModelError.self) { try described.validate() }
  }

  @Test func aStoreWithSuchAnIndexIsMigratedAndSaysItsModel() throws {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("store"))
      func indexes(_ model: ObjectModel) throws -> [String] {
        let store = try SQLiteStore(model: model, at: location)
        store.close()
        return try MigratingStore(at: directory.path("store")).rows(
          "SELECT sql FROM sqlite_master WHERE name LIKE '_derived._indexes%' ORDER BY name")
      }
      let first = try indexes(Self.model())
      #expect(first.count == 2)
      let stored = try SQLiteStore.storedModel(at: location)
      #expect(stored.versionHash == Self.model().versionHash)
      #expect(stored.entities[0].indexes == Self.model().entities[0].indexes)

      // A program that knows the store's own description, as a command does, changes nothing that
      // the next one does not mend.
      _ = try indexes(stored)
      #expect(try indexes(Self.model()) == first)

      let note = Attribute(name: "note", type: .string, isOptional: true)
      #expect(try indexes(Self.model(note)) == first)
    }
  }
}

import EntityModel
import Foundation
import Testing

@testable import ModelGeneration

/// What is written of abstract entities and of everything that a fetched property can have.
@Suite struct AbstractEntityCodingTests {
  private func decoded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func `an entity says that it is abstract, and only then`() throws {
    var entity = Entity("Media")
    #expect(try decoded(entity) == entity)
    entity.isAbstract = true
    #expect(try decoded(entity) == entity)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(entity), as: UTF8.self)
    #expect(text == #"{"abstract":true,"entity":"Media","properties":[]}"#)
  }

  @Test func `a model's version does not depend on what is abstract`() {
    var entity = Entity("Media")
    let version = ObjectModel(entities: [entity]).versionHash
    entity.isAbstract = true
    #expect(ObjectModel(entities: [entity]).versionHash == version)
  }

  @Test func `a snapshot says what is abstract`() throws {
    var entity = Entity("Media")
    entity.isAbstract = true
    let snapshot = SchemaSnapshot(
      ObjectModel(entities: [entity, Entity("Song", superentity: "Media")]))
    #expect(
      snapshot.text == """
        {
          "format": 2,
          "version": "\(snapshot.model.versionHash)",
          "entities": [
            { "entity": "Media", "abstract": true, "properties": [] },
            { "entity": "Song", "extends": "Media", "properties": [] }
          ]
        }

        """)
    #expect(try SchemaSnapshot(text: snapshot.text).model == snapshot.model)
  }

  @Test func `a fetched property keeps its bounds, its owner and its properties`() throws {
    var fetched = Fetched(
      name: "long", target: "Book", result: .dictionaries,
      predicate: .comparison(
        .attribute(PropertyPath(["pages"])), .greater,
        .attribute(PropertyPath(["minimum"], from: .owner))),
      sorting: [SortTerm(path: PropertyPath(["author", "name"]), order: .descending)])
    #expect(try decoded(fetched) == fetched)
    fetched.limit = 3
    fetched.offset = 1
    fetched.includesSubentities = false
    fetched.includesPendingChanges = false
    fetched.properties = [PropertyPath(["title"]), PropertyPath(["author", "name"])]
    #expect(try decoded(fetched) == fetched)
  }
}

import EntityModel
import TestSupport
import Testing

@Suite struct VersionHashTests {
  @Test func hashOfAModelIsPinned() {
    #expect(ObjectModel(entities: Self.entities).versionHash == "c64711f8e08ff2bc")
    #expect(ObjectModel(entities: []).versionHash == "cbf29ce484222325")
  }

  @Test func orderOfEntitiesAndPropertiesDoesNotMatter() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<20 {
      let entities = Self.entities.shuffled(using: &random).map { entity in
        var entity = entity
        entity.properties.shuffle(using: &random)
        return entity
      }
      #expect(ObjectModel(entities: entities).versionHash == Self.hash)
    }
  }

  @Test(arguments: changesThatMatter)
  func whatRowsDependOnChangesTheHash(change: Change) {
    #expect(hash(after: change) != Self.hash)
  }

  @Test func everyChangeGivesAnotherHash() {
    let hashes = Self.changesThatMatter.map(hash)
    #expect(Set(hashes).count == hashes.count)
  }

  @Test(arguments: changesThatDoNotMatter)
  func whatRowsDoNotDependOnLeavesTheHash(change: Change) {
    #expect(hash(after: change) == Self.hash)
  }

  @Test func namesWithOddCharactersAreNotMistakenForOthers() {
    let hashes = [
      [Property.string("a in b", column: "c")], [.string("a", column: "b in c")],
      [.string("a", column: "b of string\nattribute 4:Book.1:c in 1:c")],
      [.string("a", column: "b"), .string("c")], [.string("é")], [.string("e\u{301}")],
    ].map { ObjectModel(entities: [Entity("Book", properties: $0)]).versionHash }

    #expect(Set(hashes).count == hashes.count)
  }

  /// A change of one thing in the entities.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (inout [Entity]) -> Void

    /// A change of the attribute `Book.pages`.
    static func attribute(
      _ name: String, _ change: @escaping @Sendable (inout Attribute) -> Void
    ) -> Change {
      Change(testDescription: "attribute \(name)") { entities in
        guard var attribute = entities[1].properties[1].attribute else { return }
        change(&attribute)
        entities[1].properties[1] = .attribute(attribute)
      }
    }

    /// A change of the relationship `Book.author`, or of `Author.books`.
    static func relationship(
      _ name: String, ofAuthor: Bool = false,
      _ change: @escaping @Sendable (inout Relationship) -> Void
    ) -> Change {
      Change(testDescription: "\(ofAuthor ? "to-many" : "to-one") \(name)") { entities in
        let entity = ofAuthor ? 0 : 1
        guard var relationship = entities[entity].properties[0].relationship else { return }
        change(&relationship)
        entities[entity].properties[0] = .relationship(relationship)
      }
    }

    /// A change of an entity: 0 is `Author`, 1 `Book`, 2 `Novel`.
    static func entity(
      _ name: String, _ index: Int, _ change: @escaping @Sendable (inout Entity) -> Void
    ) -> Change {
      Change(testDescription: "entity \(name)") { change(&$0[index]) }
    }
  }

  private static let changesThatMatter: [Change] = [
    .attribute("name") { $0.name = "sheets" },
    .attribute("column") { $0.column = "sheets" },
    .attribute("type") { $0.type = .int32 },
    .attribute("optionality") { $0.isOptional = true },
    .attribute("uniqueness") { $0.isUnique = true },
    .attribute("index") { $0.isIndexed = true },
    .attribute("search") { $0.search = .porter },
    .relationship("name") { $0.name = "writer" },
    .relationship("column") { $0.column = "writer" },
    .relationship("target") { $0.target = "Novel" },
    .relationship("inverse") { $0.inverse = "works" },
    .relationship("optionality") { $0.minimumCount = 0 },
    .relationship("minimum", ofAuthor: true) { $0.minimumCount = 1 },
    .relationship("maximum", ofAuthor: true) { $0.maximumCount = 9 },
    .relationship("count", ofAuthor: true) { $0.isToMany = false },
    .entity("unique key", 1) { $0.uniqueKeys = [["author", "pages"]] },
    .entity("index of several", 1) { $0.indexes = [["author", "pages"]] },
    .entity("name", 1) { $0.name = "Work" },
    .entity("superentity", 2) { $0.superentity = "Author" },
    .entity("made a root", 2) { $0.superentity = nil },
    .entity("put below another", 0) { $0.superentity = "Book" },
    .entity("without its attribute", 1) { $0.properties.remove(at: 1) },
    .entity("with another attribute", 2) { $0.properties.append(.string("plot")) },
    Change(testDescription: "entity added") { $0.append(Entity("Shop")) },
    Change(testDescription: "entity removed") { $0.remove(at: 2) },
  ]

  private static let changesThatDoNotMatter: [Change] = [
    .attribute("original name") { $0.originalName = "sheets" },
    .attribute("default value") { $0.defaultValue = .integer(7) },
    .attribute("default") { $0.hasDefault = true },
    .attribute("secrecy") { $0.isSecret = true },
    .relationship("original name") { $0.originalName = "writer" },
    .relationship("delete rule") { $0.deleteRule = .deny },
    .relationship("column", ofAuthor: true) { $0.column = "unused" },
    .entity("original name", 1) { $0.originalName = "Work" },
    .entity("fetched property added", 1) { $0.properties.append(.fetch("others", "Book")) },
    .entity("fetched property removed", 2) { $0.properties.removeAll() },
  ]

  private static let entities = [
    Entity("Author", properties: [.many("books", "Book", inverse: "author", .cascade)]),
    Entity(
      "Book",
      properties: [
        .required("author", "Author", inverse: "books"),
        .attribute(Attribute(name: "pages", type: .int64)),
      ]),
    Entity("Novel", superentity: "Book", properties: [.fetch("sequels", "Novel")]),
  ]

  private static let hash = ObjectModel(entities: entities).versionHash

  /// The hash of the model after `change`.
  private func hash(after change: Change) -> String {
    var entities = Self.entities
    change.apply(&entities)
    return ObjectModel(entities: entities).versionHash
  }
}

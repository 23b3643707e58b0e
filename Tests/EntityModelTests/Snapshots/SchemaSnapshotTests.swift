import EntityModel
import TestSupport
import Testing

@testable import ModelGeneration

@Suite struct SchemaSnapshotTests {
  @Test func textHasALineForEachPropertyAndOnlyWhatIsNotUsual() {
    #expect(
      SchemaSnapshot(ObjectModel(entities: Self.entities)).text == """
        {
          "format": 2,
          "version": "\(ObjectModel(entities: Self.entities).versionHash)",
          "entities": [
            { "entity": "Author", "originalName": "Writer", "properties": [
              { "toMany": "books", "target": "Book", "inverse": "author", "deleteRule": "cascade", \
        "maximum": 9 },
              { "attribute": "email", "type": "string", "unique": true }
            ] },
            { "entity": "Book", "properties": [
              { "toOne": "author", "target": "Author", "inverse": "books", \
        "deleteRule": "nullify", "optional": true },
              { "attribute": "genre", "type": "json", "indexed": true, "hasDefault": true },
              { "attribute": "note", "type": "string", "optional": true, \
        "column": "the \\"note\\"" },
              { "attribute": "pages", "type": "int32", "default": 0 },
              { "attribute": "title", "type": "string", "default": "?", "originalName": "name" }
            ] },
            { "entity": "Novel", "extends": "Book", "properties": [] }
          ]
        }

        """)
    #expect(
      SchemaSnapshot(ObjectModel(entities: [])).text == """
        {
          "format": 2,
          "version": "cbf29ce484222325",
          "entities": []
        }

        """)
  }

  @Test func whatIgnoresCaseIsSaidAndReadAgain() throws {
    let model = ObjectModel(entities: [
      Entity(
        "Patron",
        properties: [
          .attribute(Attribute(name: "email", type: .string, isUniqueIgnoringCase: true)),
          .attribute(
            Attribute(
              name: "name", type: .string, isIndexed: true, isIndexedIgnoringCase: true)),
        ])
    ])
    let snapshot = SchemaSnapshot(model)
    #expect(
      snapshot.text == """
        {
          "format": 2,
          "version": "\(model.versionHash)",
          "entities": [
            { "entity": "Patron", "properties": [
              { "attribute": "email", "type": "string", "uniqueIgnoringCase": true },
              { "attribute": "name", "type": "string", "indexed": true, \
        "indexedIgnoringCase": true }
            ] }
          ]
        }

        """)
    #expect(try SchemaSnapshot(text: snapshot.text) == snapshot)
  }

  @Test func orderInSourceDoesNotChangeTheText() {
    let text = SchemaSnapshot(ObjectModel(entities: Self.entities)).text
    var random = SeededRandom(seed: 5)
    for _ in 0..<20 {
      let entities = Self.entities.shuffled(using: &random).map { entity in
        var entity = entity
        entity.properties.shuffle(using: &random)
        return entity
      }
      #expect(SchemaSnapshot(ObjectModel(entities: entities)).text == text)
    }
  }

  @Test func snapshotIsReadAsItWasWritten() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<300 {
      let model = random.model()
      var types: [String: [String: String]] = [:]
      for entity in model.entities {
        for attribute in entity.attributes where random.oneIn(5) {
          types[entity.name, default: [:]][attribute.name] = random.pick(["Genre", "[Tag: \"x\"]"])
        }
      }
      let snapshot = SchemaSnapshot(model, unresolvedTypes: types)
      let read = try SchemaSnapshot(text: snapshot.text)
      #expect(read == snapshot)
      #expect(read.text == snapshot.text)
      #expect(read.unresolvedTypes == types)
      #expect(read.changes(since: snapshot) == [])
      if types.isEmpty { #expect(read.model.versionHash == model.versionHash) }
    }
  }

  @Test func snapshotIsReadHoweverItsJSONIsLaidOut() throws {
    let text = #"""
      {"entities":[{"properties":[
        {"type":"string","attribute":"t\u00e9\ud83d\ude00\/","default":"a\tb"}],"entity":"Book"}],
      "version":"\#(Self.odd.versionHash)", "format" :1 }
      """#
    #expect(try SchemaSnapshot(text: text) == SchemaSnapshot(Self.odd))
  }

  @Test func snapshotOfFormat1IsRead() throws {
    let snapshot = SchemaSnapshot(ObjectModel(entities: Self.entities))
    let text = snapshot.text.replacing("\"format\": 2", with: "\"format\": 1")
    #expect(try SchemaSnapshot(text: text) == snapshot)
  }

  // MARK: What is not of the model

  @Test func acceptedLossesAndCodableTypesAreStored() throws {
    let snapshot = SchemaSnapshot(
      ObjectModel(entities: [
        Entity("Book", properties: [.attribute(Attribute(name: "tags", type: .json))])
      ]), codableTypes: ["Book": ["tags": "[String]"]], accepted: ["removing A", "removing B.c"])
    #expect(
      snapshot.text == """
        {
          "format": 2,
          "version": "\(snapshot.model.versionHash)",
          "accepted": [
            "removing A",
            "removing B.c"
          ],
          "entities": [
            { "entity": "Book", "properties": [
              { "attribute": "tags", "type": "json", "swiftType": "[String]" }
            ] }
          ]
        }

        """)
    #expect(try SchemaSnapshot(text: snapshot.text) == snapshot)
  }

  @Test func modelsAreTheSameWhateverIsAcceptedAndWhateverJSONIsDecodedAs() {
    let model = ObjectModel(entities: [
      Entity("Book", properties: [.attribute(Attribute(name: "tags", type: .json))])
    ])
    let snapshot = SchemaSnapshot(
      model, codableTypes: ["Book": ["tags": "[Int]"]], accepted: ["removing A"])
    #expect(snapshot.hasSameModel(as: SchemaSnapshot(model)))
    #expect(
      !snapshot.hasSameModel(as: SchemaSnapshot(model, unresolvedTypes: ["Book": ["tags": "T"]])))
    #expect(!snapshot.hasSameModel(as: SchemaSnapshot(ObjectModel(entities: [Entity("Book")]))))
  }

  @Test func codableTypesOfWhatIsNotJSONAreLeftOut() {
    let types = ["Book": ["genre": "Genre"]]
    #expect(
      SchemaSnapshot(Self.snapshot(nil).model, codableTypes: types).codableTypes == [:])
  }

  // MARK: Types that are not known

  @Test func unresolvedTypesAreKeptAsWritten() throws {
    let snapshot = Self.snapshot("Genre")
    #expect(snapshot.versionHash == nil)
    #expect(snapshot.model.entity(named: "Book")?.attributes.map(\.type) == [.string])
    #expect(
      snapshot.text == """
        {
          "format": 2,
          "entities": [
            { "entity": "Book", "properties": [
              { "attribute": "genre", "swiftType": "Genre", "unique": true }
            ] }
          ]
        }

        """)
  }

  @Test func unresolvedTypesAreOthersOnlyIfTheyAreSpelledOtherwise() {
    #expect(Self.snapshot("Genre").changes(since: Self.snapshot("Genre")) == [])
    let end = "; whether its values are stored otherwise shows when a store is opened"
    let head = "change.attribute-type-unresolved Book.genre: 'Book.genre' is of type "
    #expect(
      Self.snapshot("Kind").changes(since: Self.snapshot("Genre")).map(\.line)
        == [head + "Kind, not Genre" + end])
    #expect(
      Self.snapshot("Genre").changes(since: Self.snapshot(nil)).map(\.line)
        == [head + "Genre, not int64" + end])
    #expect(
      Self.snapshot(nil).changes(since: Self.snapshot("Genre")).map(\.line)
        == [head + "int64, not Genre" + end])
  }

  @Test func unresolvedTypesOfWhatIsNotThereAreLeftOut() {
    let snapshot = SchemaSnapshot(
      ObjectModel(entities: [Entity("Book")]), unresolvedTypes: ["Book": ["x": "X"], "Shop": [:]])
    #expect(snapshot.unresolvedTypes == [:])
  }

  // MARK: Files that cannot be read

  @Test(arguments: [
    ("", "it is not JSON"), ("{", "it is not JSON"), ("{} {}", "it is not JSON"),
    (#"{"format": 1, "format": 1}"#, "there is a second member 'format'"),
    (#"{"format": 01}"#, "it is not JSON"),
    (#"{"format": "\ud800x"}"#, "it is not JSON"), (#"{"format": 1,}"#, "it is not JSON"),
    (String(repeating: "[", count: 100_000), "it is not JSON"),
    ("[]", "there is a list and no object"),
    ("{}", "'format' is missing"),
    (#"{"format": "1"}"#, "'format' is a string and not a whole number"),
    (#"{"format": 1.5}"#, "'format' is a number and not a whole number"),
    (#"{"format": 0}"#, "there is no format 0"),
    (#"{"format": 1}"#, "'entities' is missing"),
    (#"{"format": 1, "entities": {}}"#, "'entities' is an object and not a list"),
    (#"{"format": 1, "entities": [], "x": 1}"#, "there is a member 'x', which is not known"),
    (
      #"{"format": 1, "entities": []}"#,
      "its version is not given, and that of its entities is cbf29ce484222325"
    ),
    (
      #"{"format": 2, "accepted": [1], "entities": []}"#,
      "'accepted' is a number and not a string"
    ),
    (
      property(#"{"attribute": "a", "type": "int8", "swiftType": "Int"}"#),
      "at entities[0].properties[1], 'swiftType' is given for what is not stored as JSON"
    ),
    (#"{"format": 1, "entities": [7]}"#, "at entities[0], there is a number and no object"),
    (
      #"{"format": 1, "entities": [{"entity": "Book"}]}"#,
      "at entities[0], 'properties' is missing"
    ),
    (property("{}"), "at entities[0].properties[1], 'attribute', 'toOne' or 'toMany' is missing"),
    (property(#"{"attribute": "a"}"#), "at entities[0].properties[1], 'type' is missing"),
    (
      property(#"{"attribute": "a", "type": "text"}"#),
      "at entities[0].properties[1], 'type' is 'text', which is not a storage type"
    ),
    (
      property(#"{"attribute": "a", "type": "string", "unique": 1}"#),
      "at entities[0].properties[1], 'unique' is a number and not true or false"
    ),
    (
      property(#"{"attribute": "a", "type": "string", "default": [1]}"#),
      "at entities[0].properties[1], 'default' is no value of an attribute"
    ),
    (
      property(#"{"attribute": "a", "type": "string", "optinal": true}"#),
      "at entities[0].properties[1], there is a member 'optinal', which is not known"
    ),
    (
      property(
        #"{"toOne": "a", "target": "Book", "inverse": "b", "deleteRule": "none"}"#),
      "at entities[0].properties[1], 'deleteRule' is 'none', which is not a delete rule"
    ),
  ])
  func damagedFileIsRefusedAndSaysWhere(text: String, fault: String) {
    let error = #expect(throws: SnapshotError.self) { try SchemaSnapshot(text: text) }
    #expect(error?.kind == .damaged)
    #expect(
      error?.message
        == "the snapshot is damaged: \(fault); restore it, or remove it and take another")
  }

  @Test func fileWithEntitiesOfAnotherVersionIsRefused() {
    let error = #expect(throws: SnapshotError.self) {
      try SchemaSnapshot(text: #"{"format": 1, "version": "0", "entities": []}"#)
    }
    #expect(error == .mixed(version: "0", actual: "cbf29ce484222325"))
    #expect(error?.kind == .damaged)
  }

  @Test func fileThatIsNotUTF8IsRefused() {
    let error = #expect(throws: SnapshotError.self) { try SchemaSnapshot(bytes: [0x7B, 0xFF]) }
    #expect(error == .damaged("it is not UTF-8"))
  }

  @Test func fileOfALaterToolIsRefusedAsSuch() {
    let error = #expect(throws: SnapshotError.self) {
      try SchemaSnapshot(text: #"{"format": 3, "models": []}"#)
    }
    #expect(error?.kind == .newer(format: 3))
    #expect(
      error?.message
        == "the snapshot has format 3, and this tool reads formats up to 2; use a later version of "
        + "EntityGraph")
  }

  @Test func everyPieceOfAFileIsReadOrRefused() throws {
    let bytes = Array(SchemaSnapshot(ObjectModel(entities: Self.entities)).text.utf8)
    for end in 0..<(bytes.count - 2) {
      #expect(throws: SnapshotError.self) { try SchemaSnapshot(bytes: Array(bytes[..<end])) }
    }
  }

  /// A file whose second property is `text`.
  private static func property(_ text: String) -> String {
    #"{"format": 1, "entities": [{"entity": "Book", "properties": ["#
      + #"{"attribute": "t", "type": "string"}, \#(text)]}]}"#
  }

  /// A snapshot of a model with one attribute, of type `type` or, if that is nil, a whole number.
  private static func snapshot(_ type: String?) -> SchemaSnapshot {
    SchemaSnapshot(
      ObjectModel(entities: [
        Entity(
          "Book",
          properties: [.attribute(Attribute(name: "genre", type: .int64, isUnique: true))])
      ]), unresolvedTypes: type.map { ["Book": ["genre": $0]] } ?? [:])
  }

  private static let odd = ObjectModel(entities: [
    Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "té😀/", type: .string, defaultValue: .text("a\tb")))
      ])
  ])

  private static let entities = [
    Entity("Novel", superentity: "Book", properties: [.fetch("others", "Book")]),
    Entity(
      "Author", originalName: "Writer",
      properties: [
        .attribute(Attribute(name: "email", type: .string, isUnique: true)),
        .many("books", "Book", inverse: "author", .cascade, maximum: 9),
      ]),
    Entity(
      "Book",
      properties: [
        .attribute(
          Attribute(
            name: "title", originalName: "name", type: .string, defaultValue: .text("?"))),
        .one("author", "Author", inverse: "books"),
        .attribute(Attribute(name: "pages", type: .int32, defaultValue: .integer(0))),
        .attribute(Attribute(name: "genre", type: .json, isIndexed: true, hasDefault: true)),
        .attribute(
          Attribute(
            name: "note", column: "the \"note\"", type: .string, isOptional: true,
            hasDefault: true)),
      ]),
  ]
}

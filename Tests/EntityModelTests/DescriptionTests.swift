import EntityModel
import Foundation
import ModelGeneration
import TestSupport
import Testing

@Suite struct DescriptionTests {
  @Test func everyModelRoundTrips() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<500 {
      let model = random.model()
      #expect(try decoded(try JSONEncoder().encode(model)) == model)
    }
  }

  @Test(arguments: [nil, 0, 1, 2, 7], [nil, 0, 1, 9])
  func everyCountRoundTrips(minimum: Int?, maximum: Int?) throws {
    for isToMany in [false, true] {
      var relationship = Relationship.toMany("a", "A", inverse: "b", deleteRule: .cascade)
      relationship.isToMany = isToMany
      relationship.minimumCount = minimum ?? -1
      relationship.maximumCount = maximum
      relationship.column = "c"
      let model = ObjectModel(entities: [Entity("A", properties: [.relationship(relationship)])])
      #expect(try decoded(try JSONEncoder().encode(model)) == model)
    }
  }

  @Test func textOfASnapshotIsDecoded() throws {
    var random = SeededRandom(seed: 12)
    for _ in 0..<500 {
      let snapshot = SchemaSnapshot(random.model())
      #expect(try decoded(snapshot.text) == snapshot.model)
    }
  }

  @Test func unknownMembersOfASnapshotArePassedOver() throws {
    let model = try decoded(
      #"""
      {
        "format": 2,
        "version": "0123456789abcdef",
        "accepted": ["Book.subtitle"],
        "entities": [
          { "entity": "Book", "since": 3, "properties": [
            { "attribute": "title", "type": "string", "swiftType": "String" },
            { "attribute": "genre", "swiftType": "Genre", "optional": true },
            { "toOne": "author", "target": "Author", "inverse": "books", "deleteRule": "nullify", "note": {} }
          ] }
        ]
      }
      """#)
    #expect(
      model
        == ObjectModel(entities: [
          Entity(
            "Book",
            properties: [
              .attribute(Attribute(name: "title", type: .string)),
              .attribute(
                Attribute(name: "genre", type: .string, isOptional: true, hasDefault: true)),
              .relationship(
                .toOne(
                  "author", "Author", isOptional: false, inverse: "books", deleteRule: .nullify)),
            ])
        ]))
  }

  @Test func descriptionFromBeforeThereWasAFormatIsDecoded() throws {
    let model = try decoded(
      #"""
      {"entities":[{"name":"Author","originalName":"Writer","properties":[{"attribute":{"_0":\#
      {"column":"day of birth","defaultValue":{"bits":9223372036854775808},"hasDefault":true,\#
      "isIndexed":true,"isOptional":true,"isUnique":true,"name":"born","originalName":"birth",\#
      "type":"date"}}},{"fetched":{"_0":{"name":"rivals","predicate":{"comparison":{"_0":\#
      {"object":{"_0":{"names":[]}}},"_1":"notEqual","_2":{"source":{}}}},\#
      "result":"identifiers","sorting":[{"ignoresCase":true,"order":"descending",\#
      "path":{"names":["rival","name"]}}],"target":"Author"}}},\#
      {"relationship":{"_0":{"column":"books","deleteRule":"nullify","inverse":"author",\#
      "isToMany":true,"minimumCount":0,"name":"books","target":"Book"}}}]},{"name":"Book",\#
      "properties":[{"relationship":{"_0":{"column":"by","deleteRule":"noAction",\#
      "inverse":"books","isToMany":false,"maximumCount":1,"minimumCount":1,"name":"author",\#
      "originalName":"writer","target":"Author"}}}]},\#
      {"name":"Poet","properties":[],"superentity":"Author"}]}
      """#)
    let rivals = Fetched(
      name: "rivals", target: "Author", result: .identifiers,
      predicate: .comparison(.object(PropertyPath()), .notEqual, .source),
      sorting: [
        SortTerm(path: PropertyPath(["rival", "name"]), order: .descending, ignoresCase: true)
      ])
    #expect(
      model
        == ObjectModel(entities: [
          Entity(
            "Author", originalName: "Writer",
            properties: [
              .attribute(
                Attribute(
                  name: "born", column: "day of birth", originalName: "birth", type: .date,
                  isOptional: true, isUnique: true, isIndexed: true, defaultValue: .real(-0.0))),
              .fetched(rivals), .many("books", "Book", inverse: "author"),
            ]),
          Entity(
            "Book",
            properties: [
              .relationship(
                .toOne(
                  "author", "Author", isOptional: false, inverse: "books", deleteRule: .noAction,
                  column: "by", originalName: "writer"))
            ]),
          Entity("Poet", superentity: "Author"),
        ]))
  }

  @Test func exampleOfTheDocumentIsDecoded() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let page = try String(contentsOf: root.appending(path: "Docs/StoreFormat.md"), encoding: .utf8)
    let example = try #require(page.components(separatedBy: "```json\n").dropFirst().first)
    let model = try decoded(example.components(separatedBy: "\n```")[0])
    #expect(
      model
        == ObjectModel(entities: [
          Entity(
            "Author",
            properties: [
              .attribute(Attribute(name: "name", type: .string, isUnique: true)),
              .attribute(
                Attribute(name: "born", type: .date, isOptional: true, hasDefault: true)),
              .many("books", "Book", inverse: "author", .cascade),
            ]),
          Entity(
            "Book", originalName: "Volume",
            properties: [
              .attribute(Attribute(name: "title", type: .string, defaultValue: .text("Untitled"))),
              .relationship(
                .toOne(
                  "author", "Author", isOptional: false, inverse: "books", deleteRule: .nullify)),
            ]),
          Entity("Novel", superentity: "Book"),
        ]))
  }

  @Test func laterFormatIsRefused() {
    let expected = """
      format: the description of the model has format 3, and formats up to 2 are known; \
      use a later version of EntityGraph
      """
    #expect(problem(#"{"format":3,"entities":[]}"#) == expected)
    #expect(
      problem(#"{"format":0,"entities":[]}"#)
        == "format: there is no format 0 of descriptions of models")
  }

  @Test(arguments: [
    (#"{"format":2}"#, ": 'entities' is missing"), ("[]", ": another type"),
    (#"{"format":"2","entities":[]}"#, "format: another type"),
    (#"{"format":2,"entities":{}}"#, "entities: another type"),
    (#"{"entities":[{"properties":[]}]}"#, "entities.0: 'entity' is missing"),
    (#"{"entities":[{"entity":"A"}]}"#, "entities.0: 'properties' is missing"),
    (
      #"{"entities":[{"entity":"A","extends":1,"properties":[]}]}"#,
      "entities.0.extends: another type"
    ),
  ])
  func modelWithoutItsMembersIsRefused(text: String, expected: String) {
    #expect(problem(text) == expected)
  }

  @Test(arguments: [
    ("{}", ": 'attribute', 'toOne', 'toMany' or 'fetched' is missing"),
    (#"{"computed":"a"}"#, ": 'attribute', 'toOne', 'toMany' or 'fetched' is missing"),
    (#"{"attribute":7,"type":"date"}"#, ".attribute: another type"),
    (#"{"attribute":"a"}"#, ": 'type' is missing"),
    (
      #"{"attribute":"a","type":"money"}"#,
      ".type: Cannot initialize StorageType from invalid String value money"
    ),
    (#"{"attribute":"a","type":"date","optional":1}"#, ".optional: another type"),
    (#"{"attribute":"a","type":"date","column":null}"#, ".column: no value"),
    (
      #"{"attribute":"a","type":"date","default":null}"#,
      ".default: there is no value of an attribute"
    ),
    (
      #"{"attribute":"a","type":"date","default":true}"#,
      ".default: there is no value of an attribute"
    ),
    (
      #"{"attribute":"a","type":"date","default":{"time":1}}"#,
      ".default: there is no value of an attribute"
    ),
    (#"{"attribute":{"name":"a"}}"#, ".attribute: '_0' is missing"),
    (#"{"attribute":{"_0":{"name":"a"}}}"#, ".attribute._0: 'column' is missing"),
    (
      #"{"relationship":{"_0":{}}}"#,
      ".relationship._0: 'attribute', 'toOne', 'toMany' or 'fetched' is missing"
    ),
    (#"{"toOne":"a","target":"A"}"#, ": 'inverse' is missing"),
    (
      #"{"toOne":"a","target":"A","inverse":"b","deleteRule":"archive"}"#,
      ".deleteRule: Cannot initialize DeleteRule from invalid String value archive"
    ),
    (
      #"{"toMany":"a","target":"A","inverse":"b","deleteRule":"deny","minimum":"1"}"#,
      ".minimum: another type"
    ),
    (#"{"fetched":"a"}"#, ": 'target' is missing"),
    (
      #"{"fetched":"a","target":"A","request":{"result":"sum"}}"#,
      ".request.result: Cannot initialize Result from invalid String value sum"
    ),
  ])
  func propertyThatIsNoneIsRefusedWhereItIs(property: String, expected: String) {
    #expect(
      problem(#"{"format":2,"entities":[{"entity":"A","properties":[\#(property)]}]}"#)
        == "entities.0.properties.0" + expected)
  }

  /// Returns where and why `json` is not decoded, or `nil` if it is.
  private func problem(_ json: String) -> String? {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { String($0) } ?? $0.stringValue }.joined(separator: ".")
    }
    do {
      _ = try decoded(json)
      return nil
    } catch DecodingError.keyNotFound(let key, let context) {
      return "\(place(context.codingPath)): '\(key.stringValue)' is missing"
    } catch DecodingError.typeMismatch(_, let context) {
      return "\(place(context.codingPath)): another type"
    } catch DecodingError.valueNotFound(_, let context) {
      return "\(place(context.codingPath)): no value"
    } catch DecodingError.dataCorrupted(let context) {
      return "\(place(context.codingPath)): \(context.debugDescription)"
    } catch {
      return "\(error)"
    }
  }

  /// Returns the model that `json` describes.
  private func decoded(_ json: String) throws -> ObjectModel { try decoded(Data(json.utf8)) }

  /// Returns the model that `json` describes.
  private func decoded(_ json: Data) throws -> ObjectModel {
    try JSONDecoder().decode(ObjectModel.self, from: json)
  }
}

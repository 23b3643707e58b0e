import EntityModel
import Foundation
import TestSupport
import Testing

@testable import ModelGeneration

@Suite struct SnapshotIndexTests {
  private static let model = ObjectModel(entities: [
    Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "kind", type: .string)),
        .attribute(Attribute(name: "title", type: .string)),
      ], uniqueKeys: [["kind", "title"]], indexes: [["title", "kind"], ["kind", "title", "kind"]])
  ])

  @Test func `what is unique and indexed together is said and read again`() throws {
    let snapshot = SchemaSnapshot(Self.model)
    #expect(
      snapshot.text == """
        {
          "format": 2,
          "version": "\(Self.model.versionHash)",
          "entities": [
            { "entity": "Book", "uniqueKeys": [["kind", "title"]], "indexes": [["title", "kind"], \
        ["kind", "title", "kind"]], "properties": [
              { "attribute": "kind", "type": "string" },
              { "attribute": "title", "type": "string" }
            ] }
          ]
        }

        """)
    #expect(try SchemaSnapshot(text: snapshot.text).model == Self.model)
    let data = try JSONEncoder().encode(Self.model)
    #expect(try JSONDecoder().decode(ObjectModel.self, from: data) == Self.model)
  }

  @Test func `a list that holds no lists of names is damage`() {
    let text = SchemaSnapshot(Self.model).text
    for (list, problem) in [
      (#"["kind"]"#, "'uniqueKeys' is a string and not a list"),
      (#"[["kind", 1]]"#, "'uniqueKeys' is a number and not a string"),
    ] {
      let damaged = text.replacing(
        #""uniqueKeys": [["kind", "title"]]"#, with: "\"uniqueKeys\": \(list)")
      let error = #expect(throws: SnapshotError.self) { try SchemaSnapshot(text: damaged) }
      #expect("\(error.map { "\($0)" } ?? "")".contains(problem))
    }
  }
}

import EntityModel
import Testing

@testable import ModelGeneration

/// A snapshot has the leaves of compositions, in the order of their names.
@Suite struct SnapshotLeafTests {
  private let snapshot = SchemaSnapshot(
    ObjectModel(entities: [
      Entity(
        "Person",
        properties: [
          .attribute(
            Attribute(
              name: "home", type: .json,
              leaves: [
                Leaf(name: "town", originalName: "city", type: .string, isIndexed: true),
                Leaf(
                  name: "geo", type: .json, isOptional: true,
                  leaves: [Leaf(name: "x", type: .double, defaultValue: .real(0.5))]),
              ]))
        ])
    ]))

  @Test func `leaves are written with their attribute and read again`() throws {
    let lines = snapshot.text.split(separator: "\n").map { String($0) }
    #expect(
      lines.first { $0.contains("attribute") }
        == "      { \"attribute\": \"home\", \"type\": \"json\", \"leaves\": [{ \"leaf\": \"geo\", "
        + "\"type\": \"json\", \"optional\": true, \"leaves\": [{ \"leaf\": \"x\", "
        + "\"type\": \"double\", \"default\": { \"real\": 0.5 } }] }, { \"leaf\": \"town\", "
        + "\"type\": \"string\", \"indexed\": true, \"originalName\": \"city\" }] }")
    #expect(try SchemaSnapshot(text: snapshot.text) == snapshot)
  }

  @Test func `what is no member of a leaf is damage`() {
    let text = snapshot.text.replacing("\"leaf\": \"x\"", with: "\"leaf\": \"x\", \"unique\": true")
    #expect(throws: SnapshotError.self) { try SchemaSnapshot(text: text) }
  }
}

import EntityModel
import Foundation
import TestSupport
import Testing

@testable import EntityStore

/// The texts and blobs of rows stand together in blocks of memory.
@Suite struct PackedRowsTests {
  private static let model = ObjectModel(entities: [
    Entity(
      "Thing",
      properties: [
        .attribute(Attribute(name: "text", type: .string)),
        .attribute(Attribute(name: "number", type: .int64)),
        .attribute(Attribute(name: "note", type: .string, isOptional: true)),
        .attribute(Attribute(name: "blob", type: .data, isOptional: true)),
      ])
  ])

  /// Rows of any size come back, whatever stands beside them, once the others have gone.
  @Test(arguments: 0..<20) func rowsComeBackFromTheBlocksThatTheyShare(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let store = try Store(model: Self.model, at: .memory)
    var expected: [[StoredValue]] = []
    try store.write { writer in
      for id in 1...100 {
        let values = [
          Self.text(&random), .integer(Int64(id)), Self.note(&random), Self.blob(&random),
        ]
        try writer.insert("Thing", id: Int64(id), version: 1) { row in
          for value in values { row.write(value) }
        }
        expected.append(values)
      }
    }
    var block: PackedRows?
    var kept: [(block: PackedRows, place: PackedRows.Place)] = []
    try store.read { reader in
      try reader.rows(EntityQuery(entity: "Thing")) { row in
        var row = copy row
        let place = row.pack(into: &block)
        kept.append((try #require(block), try #require(place)))
      }
    }
    block = nil
    #expect(Set(kept.map { ObjectIdentifier($0.block) }).count < kept.count)
    while let (block, place) = kept.popLast() {
      let row = block.reader(at: place)
      let values = expected[kept.count]
      #expect(row.storedValue(at: 0) == values[0])
      #expect(row.storedValue(at: 1) == values[2])
      #expect(row.storedValue(at: 2) == values[3])
      #expect(row.isNull(at: 1) == values[2].isNull && row.isNull(at: 2) == values[3].isNull)
    }
  }

  @Test func aValueIsReadTwiceAndARowIsDoneWithItsLastValue() throws {
    let store = try Store(model: Self.model, at: .memory)
    try store.write { writer in
      for id in 1...2 {
        try writer.insert("Thing", id: Int64(id), version: 1) { row in
          row.write(text: "a")
          row.write(integer: 1)
          row.writeNull()
          row.writeNull()
        }
      }
    }
    var block: PackedRows?
    var places: [PackedRows.Place] = []
    try store.read { reader in
      try reader.rows(EntityQuery(entity: "Thing")) { row in
        var row = copy row
        let place = row.pack(into: &block)
        places.append(try #require(place))
      }
    }
    let rows = try #require(block)
    #expect(places.count == 2 && places[0] == 0 && places[1] > 0)
    for place in places {
      #expect((0..<4).map { _ in rows.isReadOften(at: place) } == [false, false, true, true])
      #expect((0..<3).map { _ in rows.takeOne(at: place) } == [false, false, true])
    }
  }

  /// Returns a text of some length, seldom a long one.
  private static func text(_ random: inout SeededRandom) -> StoredValue {
    let isLong = Int.random(in: 0..<20, using: &random) == 0
    return .text(
      String(repeating: "ä", count: Int.random(in: 0..<(isLong ? 4000 : 40), using: &random)))
  }

  private static func note(_ random: inout SeededRandom) -> StoredValue {
    Bool.random(using: &random) ? .null : text(&random)
  }

  private static func blob(_ random: inout SeededRandom) -> StoredValue {
    guard Bool.random(using: &random), case .text(let text) = text(&random) else { return .null }
    return .blob(.init(text.utf8))
  }
}

import EntityModel
import EntityStore
import Foundation
import TestSupport
import Testing

/// Every value comes back bit for bit.
@Suite struct ValueTests {
  /// A table with an optional column of each form.
  private static let model = ObjectModel(entities: [
    Entity(
      "Thing",
      properties: [
        .attribute(Attribute(name: "integer", type: .int64, isOptional: true)),
        .attribute(Attribute(name: "real", type: .double, isOptional: true)),
        .attribute(Attribute(name: "text", type: .string, isOptional: true)),
        .attribute(Attribute(name: "blob", type: .data, isOptional: true)),
        .attribute(Attribute(name: "uuid", type: .uuid, isOptional: true)),
        .attribute(Attribute(name: "decimal", type: .decimal, isOptional: true, isIndexed: true)),
      ])
  ])

  /// Returns what comes back for `value` in the column at `position`, stored in a file; from the
  /// row as bytes comes the same, where it is a text or a blob.
  private func roundTrip(_ value: StoredValue, _ position: Int) throws -> StoredValue {
    try TemporaryDirectory.with { directory in
      let store = try Store(model: Self.model, at: .file(directory.path("store")))
      try store.write { writer in
        try writer.insert("Thing", id: 1, version: 1) { row in
          for column in 0..<6 { row.write(column == position ? value : .null) }
        }
      }
      var found = StoredValue.null
      try store.read { reader in
        _ = try reader.row("Thing", id: 1) { row in
          let column = row.start(0) + position
          found = row.storedValue(at: column)
          var row = copy row
          var block: PackedRows?
          let start = row.pack(into: &block)
          let packed = try #require(block).reader(at: #require(start))
          let place = row.entity.packedPositions[position]
          #expect(
            [2, 3, 5].contains(position) == (place >= 0)
              && row.keeps(column) == (place >= 0))
          if place >= 0 {
            #expect(packed.storedValue(at: place) == found)
            #expect(packed.isNull(at: place) == found.isNull)
          }
        }
      }
      return found
    }
  }

  @Test(arguments: [
    0, 1, -1, .min, .max, Int64(Int32.max) + 1, 268_435_455, 268_435_456,
    -268_435_456, -268_435_457,
  ])
  func integersComeBack(value: Int64) throws {
    #expect(try roundTrip(.integer(value), 0) == .integer(value))
  }

  @Test(arguments: [
    0, -0.0, 1, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .leastNormalMagnitude, .greatestFiniteMagnitude, .ulpOfOne, .pi, 0.1, 1e300,
    9.007199254740993e15, .nan, -.nan, .signalingNaN, Double(nan: 0x1234, signaling: false),
    Double(bitPattern: 0xFFF8_0000_0000_00FF),
  ])
  func realsComeBackBitForBit(value: Double) throws {
    #expect(try roundTrip(.real(value), 1) == .real(value))
  }

  @Test(
    arguments: AgreementModel.strings + [
      String(repeating: "long é ", count: 40_000), "e\u{301} is not é", "\u{FEFF}bom", "\r\n",
    ])
  func textsComeBackByteForByte(value: String) throws {
    #expect(try roundTrip(.text(value), 2) == .text(value))
  }

  @Test(arguments: [0, 1, 8, 16, 70_000])
  func blobsComeBack(count: Int) throws {
    let value = StoredValue.blob(Data((0..<count).map { UInt8(truncatingIfNeeded: $0) }))
    #expect(try roundTrip(value, 3) == value)
  }

  @Test func eightBytesOfANaNInABlobStayABlob() throws {
    let value = StoredValue.blob(Data([0x7F, 0xF8, 0, 0, 0, 0, 0, 0]))
    #expect(try roundTrip(value, 3) == value)
  }

  @Test func typedReadingAnswersNilForAnotherForm() throws {
    let store = try Store(model: Self.model, at: .memory)
    let uuid = UUID()
    try store.write { writer in
      try writer.insert("Thing", id: 1, version: 3) { row in
        row.write(integer: 5)
        row.write(real: .nan)
        row.write(text: "t")
        row.write(blob: Data())
        row.write(uuid: uuid)
        row.writeNull()
      }
    }
    try store.read { reader in
      let found = try reader.row("Thing", id: 1) { row in
        #expect(row.id == 1 && row.version == 3 && row.entity.name == "Thing")
        #expect(row.integer(at: 2) == 5)
        #expect(row.real(at: 2) == nil && row.text(at: 2) == nil && row.blob(at: 2) == nil)
        #expect(row.real(at: 3)?.isNaN == true && row.integer(at: 3) == nil)
        #expect(row.text(at: 4) == "t" && row.uuid(at: 4) == nil)
        #expect(row.blob(at: 5) == Data() && row.real(at: 5) == nil && !row.isNull(at: 5))
        #expect(row.uuid(at: 6) == uuid && row.blob(at: 6)?.count == 16)
        #expect(row.isNull(at: 7) && row.text(at: 7) == nil)
        #expect(UUID(storedValue: row.storedValue(at: 6)) == uuid)
      }
      #expect(found)
    }
  }

  @Test func decimalsSortAndCompareAsNumbers() throws {
    let texts = [
      "-99999999999999999999999999999999999999", "-1.5", "0", "0.1", "1", "9", "10", "10.00",
      "99999999999999999999999999999999999998", "99999999999999999999999999999999999999",
    ]
    let store = try Store(model: Self.model, at: .memory)
    var random = SeededRandom(seed: 1)
    try store.write { writer in
      for index in texts.indices.shuffled(using: &random) {
        try writer.insert("Thing", id: Int64(index), version: 1) { row in
          for _ in 0..<5 { row.writeNull() }
          row.write(text: texts[index])
        }
      }
    }
    let path = PropertyPath(["decimal"])
    let sorted = EntityQuery(entity: "Thing", sorting: [SortTerm(path: path)])
    #expect(try store.read { try $0.identifiers(sorted) } == texts.indices.map { Int64($0) })
    let ten = EntityQuery(
      entity: "Thing", predicate: .comparison(.attribute(path), .equal, .value(.text("10.0"))))
    #expect(try store.read { try $0.identifiers(ten) } == [6, 7])
  }

  @Test func textThatIsNotUTF8IsReadWithReplacements() throws {
    let store = try Store(model: Self.model, at: .memory)
    try store.write { writer in
      try writer.insert("Thing", id: 1, version: 1) { row in
        for _ in 0..<3 { row.writeNull() }
        row.write(blob: Data([0x61, 0xFF, 0xC3]))
        row.writeNull()
        row.writeNull()
      }
    }
    try store.corrupt("UPDATE \"Thing\" SET \"text\" = CAST(\"blob\" AS TEXT)")
    try store.read { reader in
      _ = try reader.row("Thing", id: 1) { row in
        #expect(row.text(at: 4) == "a\u{FFFD}\u{FFFD}")
      }
    }
  }

  @Test func theWrongNumberOfValuesIsRefused() throws {
    let store = try Store(model: Self.model, at: .memory)
    let error = #expect(throws: StoreError.self) {
      try store.write { try $0.insert("Thing", id: 1, version: 1) { $0.writeNull() } }
    }
    #expect(error?.code == .invalidRequest)
  }
}

extension StoredValue {
  fileprivate var isNaN: Bool { if case .real(let real) = self { real.isNaN } else { false } }
}

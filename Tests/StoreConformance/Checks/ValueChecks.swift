import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StoreCheck {
  /// Values of every storage class come back bit for bit.
  static let values = [
    StoreCheck("integers come back") { open in
      try comeBack(
        [
          0, 1, -1, .min, .max, Int64(Int32.max) + 1, 268_435_455, 268_435_456, -268_435_456,
          -268_435_457,
        ].map { .integer($0) }, "integer", open)
    },
    StoreCheck("reals come back bit for bit") { open in
      let reals: [Double] = [
        0, -0.0, 1, -1.5, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
        .leastNormalMagnitude, .greatestFiniteMagnitude, .ulpOfOne, .pi, 0.1, 1e300,
        9.007199254740993e15, .nan, -.nan, .signalingNaN, Double(nan: 0x1234, signaling: false),
        Double(bitPattern: 0xFFF8_0000_0000_00FF),
      ]
      try comeBack(reals.map { .real($0) }, "real", open)
    },
    StoreCheck("texts come back byte for byte") { open in
      let texts = [
        "", "a", "\u{0}", "a\u{0}b", "é", "e\u{301} is not é", "\u{FEFF}bom", "\r\n", "😀", "'; --",
        String(repeating: "long é ", count: 40_000),
      ]
      try comeBack(texts.map { .text($0) }, "text", open)
    },
    StoreCheck("blobs come back, those of a NaN's bits too") { open in
      let blobs = [0, 1, 8, 16, 70_000].map { count in
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
      }
      let notANumber = Data([0x7F, 0xF8, 0, 0, 0, 0, 0, 0])
      try comeBack((blobs + [notANumber]).map { .blob($0) }, "blob", open)
    },
    StoreCheck("decimals come back as they were written, and compare as numbers") { open in
      let texts = [
        "-99999999999999999999999999999999999999", "-1.5", "0", "0.1", "1", "9", "10", "10.00",
        "99999999999999999999999999999999999998", "99999999999999999999999999999999999999",
      ]
      try comeBack(texts.map { .text($0) }, "decimal", open)
      let store = try open(model)
      try store.save { changes, layout in
        for (index, text) in texts.enumerated().reversed() {
          try changes.insert("Thing", Int64(index), ["decimal": .text(text)], in: layout)
        }
      }
      let path = PropertyPath(["decimal"])
      try expect(
        try store.ids(EntityQuery(entity: "Thing", sorting: [SortTerm(path: path)])),
        is: texts.indices.map { Int64($0) })
      let ten = PredicateTree.comparison(.attribute(path), .equal, .value(.text("10.0")))
      try expect(try store.ids(EntityQuery(entity: "Thing", predicate: ten)), is: [6, 7])
    },
  ]

  /// A table with an optional column of each storage class.
  private static let model = ObjectModel(entities: [
    Entity(
      "Thing",
      properties: [
        .attribute(Attribute(name: "integer", type: .int64, isOptional: true)),
        .attribute(Attribute(name: "real", type: .double, isOptional: true)),
        .attribute(Attribute(name: "text", type: .string, isOptional: true)),
        .attribute(Attribute(name: "blob", type: .data, isOptional: true)),
        .attribute(Attribute(name: "decimal", type: .decimal, isOptional: true, isIndexed: true)),
      ])
  ])

  /// Throws unless `values` come back as values of the attribute `name`: inserted, updated one by
  /// one and together, and as columns of a result.
  private static func comeBack(
    _ values: [StoredValue], _ name: String, _ open: Open
  ) throws {
    let store = try open(model)
    // As many rows as are updated by one statement where a store can.
    let all = Array(repeating: values, count: 64 / values.count + 1).joined()
    func stored() throws -> [StoredValue] {
      try store.rows(EntityQuery(entity: "Thing")).map { $0.values[name] ?? .null }
    }
    try store.save { changes, layout in
      for (index, value) in all.enumerated() {
        try changes.insert("Thing", Int64(index + 1), [name: value], in: layout)
      }
    }
    try expect(try stored(), is: Array(all))
    let column = ResultExpression(PropertyPath([name]))
    let result = ResultQuery(EntityQuery(entity: "Thing"), columns: [column, column])
    try expect(try store.results(result), is: all.map { [$0, $0] })
    try store.save { changes, layout in
      for (index, value) in all.reversed().enumerated() {
        try changes.update(
          "Thing", Int64(index + 1), version: store.firstVersion, [name: value], in: layout)
      }
    }
    try expect(try stored(), is: all.reversed())
    for (index, value) in values.enumerated() {
      try store.save { changes, layout in
        try changes.update(
          "Thing", Int64(index + 1), version: store.firstVersion + 1, [name: value], in: layout)
      }
      try expect(try store.row("Thing", Int64(index + 1))?.values[name], is: value)
    }
  }
}

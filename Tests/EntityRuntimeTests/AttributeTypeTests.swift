import EntityGraph
import Foundation
import TestSupport
import Testing

@Suite struct AttributeTypeTests {
  /// Keeps each of `values` in an object of its own in a file, and returns what is read after the
  /// file has been opened again.
  private func roundTrip<Value>(
    _ keyPath: ReferenceWritableKeyPath<Specimen, Value>, _ values: [Value]
  ) throws -> [Value] {
    try TemporaryDirectory.with { directory in
      let model = try ObjectModel(Specimen.self)
      let path = directory.path("test.sqlite")
      let first = try PersistentContainer(model: model, at: .file(path))
      let context = first.newContext()
      for value in values { context.insert(Specimen.self)[keyPath: keyPath] = value }
      try context.save()
      first.close()
      let second = try PersistentContainer(model: model, at: .file(path))
      let other = second.newContext()
      let objects = try other.fetch(Specimen.all)
      #expect(objects.filter(\.isUnreadable) == [])
      #expect(objects.allSatisfy { $0.unrecognizedValues.isEmpty })
      let found = objects.map { $0[keyPath: keyPath] }
      try other.save()
      return found
    }
  }

  /// Expects that `values` come back as they are, and so do they and nil through the optional.
  private func expectRoundTrip<Value: Equatable>(
    _ keyPath: ReferenceWritableKeyPath<Specimen, Value>,
    _ optional: ReferenceWritableKeyPath<Specimen, Value?>, _ values: [Value],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let optionals = values.map(Optional.some) + [nil]
    #expect(try roundTrip(keyPath, values) == values, sourceLocation: sourceLocation)
    #expect(try roundTrip(optional, optionals) == optionals, sourceLocation: sourceLocation)
  }

  @Test func anOptionalEnumerationIsAskedForByItsRawValue() throws {
    let container = try PersistentContainer(model: ObjectModel(Specimen.self), at: .memory)
    let context = container.newContext()
    for level in [Level.highest, nil, .zero] { context.insert(Specimen.self).maybeLevel = level }
    for _ in 1...2 {
      #expect(try context.count(Specimen.where { $0.maybeLevel.rawValue == 0 }) == 1)
      #expect(try context.count(Specimen.where { $0.maybeLevel.rawValue == nil }) == 1)
      let values = try context.fetch(Specimen.all.select { $0.maybeLevel.rawValue })
      #expect(values == [.max, nil, 0])
      try context.save()
    }
  }

  @Test func booleans() throws { try expectRoundTrip(\.bool, \.maybeBool, [true, false]) }

  @Test func integersOfEveryWidth() throws {
    try expectRoundTrip(\.int, \.maybeInt, [.min, -1, 0, .max])
    try expectRoundTrip(\.int8, \.maybeInt8, [.min, -1, 0, .max])
    try expectRoundTrip(\.int16, \.maybeInt16, [.min, -1, 0, .max])
    try expectRoundTrip(\.int32, \.maybeInt32, [.min, -1, 0, .max])
    try expectRoundTrip(\.int64, \.maybeInt64, [.min, -1, 0, .max])
    try expectRoundTrip(\.uint8, \.maybeUInt8, [.min, 1, .max])
    try expectRoundTrip(\.uint16, \.maybeUInt16, [.min, 1, .max])
    try expectRoundTrip(\.uint32, \.maybeUInt32, [.min, 1, .max])
  }

  /// Doubles of every kind.
  private static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.1, 1 / 3, .infinity, -.infinity, .greatestFiniteMagnitude,
    .leastNormalMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 9_007_199_254_740_991,
    Double(nan: 0x1234, signaling: false), -Double(nan: 0x5_4321, signaling: false),
  ]

  @Test func everyBitOfADouble() throws {
    let bits = Self.doubles.map(\.bitPattern)
    #expect(try roundTrip(\.double, Self.doubles).map(\.bitPattern) == bits)
    #expect(
      try roundTrip(\.maybeDouble, Self.doubles + [nil]).map { $0?.bitPattern } == bits + [nil])
  }

  @Test func everyBitOfADate() throws {
    let dates = Self.doubles.map { Date(timeIntervalSinceReferenceDate: $0) }
    let bits = Self.doubles.map(\.bitPattern)
    #expect(
      try roundTrip(\.date, dates).map(\.timeIntervalSinceReferenceDate.bitPattern) == bits)
    #expect(
      try roundTrip(\.maybeDate, dates + [nil])
        .map { $0?.timeIntervalSinceReferenceDate.bitPattern } == bits + [nil])
  }

  @Test func everyBitOfAFloat() throws {
    let floats: [Float] = [
      0, -0.0, 0.1, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -.leastNormalMagnitude, Float(nan: 0x123, signaling: false),
      -Float(nan: 0x1_2345, signaling: false),
    ]
    let bits = floats.map(\.bitPattern)
    #expect(try roundTrip(\.float, floats).map(\.bitPattern) == bits)
    #expect(try roundTrip(\.maybeFloat, floats + [nil]).map { $0?.bitPattern } == bits + [nil])
  }

  @Test func everyByteOfAString() throws {
    let strings = [
      "", "a", "\0", "a\0b", "ä", "a\u{308}", "👩‍👩‍👧‍👦", "日本語", "'\";--", "\r\n", "\u{FEFF}x",
      String(repeating: "long ", count: 10_000),
    ]
    let bytes = strings.map { Array($0.utf8) }
    #expect(try roundTrip(\.string, strings).map { Array($0.utf8) } == bytes)
    #expect(
      try roundTrip(\.maybeString, strings + [nil]).map { $0.map { Array($0.utf8) } }
        == bytes.map(Optional.some) + [nil])
  }

  @Test func bytes() throws {
    try expectRoundTrip(
      \.data, \.maybeData, [Data(), Data([0]), Data(0...255), Data(count: 100_000)])
  }

  @Test func aSliceOfBytes() throws {
    let slice = Data(0...255)[10..<20]
    #expect(try roundTrip(\.data, [slice]) == [Data(10..<20)])
  }

  @Test func identifiers() throws {
    let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    let full = try #require(UUID(uuidString: "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"))
    try expectRoundTrip(\.uuid, \.maybeUUID, [zero, full, UUID()])
  }

  @Test func addresses() throws {
    let texts = [
      "https://example.org/a%20b?q=1&r=%C3%A4#part", "mailto:a@example.org", "relative/path",
      "file:///tmp/a%2Fb", "urn:isbn:1",
    ]
    try expectRoundTrip(\.url, \.maybeURL, try texts.map { try #require(URL(string: $0)) })
  }

  @Test func decimals() throws {
    let texts = [
      "0", "-1", "0.1", "12345678901234567890123456789012345678",
      "-99999999999999999999999999999999999999", "0.12345678901234567890123456789012345678",
      "123456789012345678.90123456789012345678", "1e100", "-1e-100",
    ]
    let values = try texts.map { try #require(Decimal(string: $0)) }
    try expectRoundTrip(\.decimal, \.maybeDecimal, values + [.nan])
  }

  @Test func enumerations() throws {
    try expectRoundTrip(\.grade, \.maybeGrade, Grade.allCases)
    try expectRoundTrip(\.level, \.maybeLevel, Level.allCases)
    try expectRoundTrip(\.bits, \.maybeBits, Bits.allCases)
  }

  @Test func structures() throws {
    try expectRoundTrip(
      \.address, \.maybeAddress,
      [
        Address(),
        Address(
          street: "Straße \"1\"\0\u{2028}/\\", floors: [1, nil, .min, .max],
          notes: ["a": "b", "": nil, "ä": ""],
          position: [0.1, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude]),
      ])
  }

  @Test func arraysAndDictionaries() throws {
    try expectRoundTrip(\.numbers, \.maybeNumbers, [[], [1, 2, 2], [.min, .max]])
    try expectRoundTrip(\.names, \.maybeNames, [[:], ["": 0, "ä\0": 1]])
    #expect(
      try roundTrip(\.grades, [[], [.low, .high, .empty]]) == [[], [.low, .high, .empty]])
  }

  @Test func numbersInJSONAreStoredWithTheirSign() throws {
    let values = [-0.0, 0, -.infinity, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    #expect(
      try roundTrip(\.reals, [values]).map { $0.map(\.bitPattern) } == [values.map(\.bitPattern)])
  }

  @Test func nestedOptionals() throws {
    let nested: [[String: [Int?]?]] = [[:], ["a": [1, nil], "b": nil, "c": []]]
    #expect(try roundTrip(\.nested, nested) == nested)
    let maybe: [[[String?]?]?] = [nil, [], [nil, [], [nil, "", "a"]]]
    #expect(try roundTrip(\.maybeNested, maybe) == maybe)
  }
}

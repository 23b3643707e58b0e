import EntityModel
import EntityStore
import Foundation
import Testing

@Suite struct StorableTests {
  @Test func booleansAreZeroAndOne() {
    expect(Bool.self, is: .boolean, keeps: [false: .integer(0), true: .integer(1)])
    #expect(Bool(primitive: 2) == nil)
    #expect(Bool(primitive: -1) == nil)
  }

  @Test func integersAreKeptAsThemselves() {
    expectIntegers(Int.self, is: .int64)
    expectIntegers(Int8.self, is: .int8)
    expectIntegers(Int16.self, is: .int16)
    expectIntegers(Int32.self, is: .int32)
    expectIntegers(Int64.self, is: .int64)
    expectIntegers(UInt8.self, is: .uint8)
    expectIntegers(UInt16.self, is: .uint16)
    expectIntegers(UInt32.self, is: .uint32)
  }

  @Test func greatNumbersWithoutSignAreTheirBytes() {
    expect(
      UInt64.self, is: .uint64,
      keeps: [
        .min: .integer(0), 1: .integer(1), 0x7FFF_FFFF_FFFF_FFFF: .integer(.max),
        0x8000_0000_0000_0000: .blob(Data([128, 0, 0, 0, 0, 0, 0, 0])),
        0x8102_0304_0506_0708: .blob(Data([129, 2, 3, 4, 5, 6, 7, 8])),
        .max: .blob(Data(repeating: 255, count: 8)),
      ])
    expect(UInt.self, is: .uint64, keeps: [0: .integer(0), .max: UInt64.max.storedValue])
  }

  @Test(arguments: [
    StoredValue.integer(-1), .integer(.min), .real(1), .text("1"), .blob(Data()),
    .blob(Data(repeating: 255, count: 7)), .blob(Data(repeating: 255, count: 9)),
    // What fits an integer is stored as one, or it would sort wrongly.
    .blob(Data([0, 0, 0, 0, 0, 0, 0, 1])), .blob(Data([127, 255, 255, 255, 255, 255, 255, 255])),
  ])
  func whatIsNoNumberWithoutSignStandsForNoValue(_ value: StoredValue) {
    #expect(UInt64(storedValue: value) == nil)
    #expect(UInt(storedValue: value) == nil)
  }

  @Test func integerOutOfRangeStandsForNoValue() {
    #expect(Int8(primitive: 128) == nil)
    #expect(Int16(primitive: -32769) == nil)
    #expect(Int32(primitive: 1 << 31) == nil)
    #expect(UInt8(primitive: -1) == nil)
    #expect(UInt16(primitive: 1 << 16) == nil)
    #expect(UInt32(primitive: 1 << 32) == nil)
  }

  @Test(arguments: reals)
  func realsKeepEveryBit(value: Double) {
    #expect(value.storedValue == .real(value))
    #expect(Double(storedValue: .real(value))?.storedValue == .real(value))
    #expect(Date(timeIntervalSinceReferenceDate: value).storedValue == .real(value))
    #expect(Date(storedValue: .real(value))?.storedValue == .real(value))
    #expect(Double.storageType == .double)
    #expect(Date.storageType == .date)
  }

  @Test(arguments: [
    0, -0.0, 0.1, .pi, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .nan,
    Float(nan: 5, signaling: false),
  ])
  func floatsKeepEveryBit(value: Float) {
    #expect(value.storedValue == .real(Double(value)))
    #expect(Float(storedValue: value.storedValue)?.bitPattern == value.bitPattern)
    #expect(Float.storageType == .float)
  }

  @Test func stringsKeepEveryByte() {
    expect(
      String.self, is: .string,
      keeps: ["": .text(""), "a\0b": .text("a\0b"), "😀e\u{301}": .text("😀e\u{301}")])
  }

  @Test func dataKeepsEveryByte() {
    expect(
      Data.self, is: .data,
      keeps: [Data(): .blob(Data()), Data([0, 255, 0]): .blob(Data([0, 255, 0]))])
  }

  @Test func uuidIsItsSixteenBytes() throws {
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let bytes = (0..<16).map { UInt8($0 * 17) }

    expect(UUID.self, is: .uuid, keeps: [uuid: .blob(Data(bytes))])
    #expect(UUID(storedValue: .blob(Data([1, 2] + bytes + [3])[2..<18])) == uuid)
    #expect(UUID(storedValue: .blob(Data(bytes.dropLast()))) == nil)
    #expect(UUID(storedValue: .blob(Data(bytes + [0]))) == nil)
  }

  @Test func urlIsItsAbsoluteString() throws {
    let base = try #require(URL(string: "https://example.org/a/"))
    let relative = try #require(URL(string: "b?c=%20#d", relativeTo: base))

    expect(
      URL.self, is: .url,
      keeps: [
        base: .text("https://example.org/a/"), URL(filePath: "/a b"): .text("file:///a%20b"),
      ])
    #expect(relative.storedValue == .text("https://example.org/a/b?c=%20#d"))
    #expect(URL(primitive: "") == nil)
  }

  @Test func decimalIsItsDigits() {
    expect(
      Decimal.self, is: .decimal,
      keeps: [
        0: .text("0"), -1: .text("-1"),
        Decimal(sign: .minus, exponent: -3, significand: 1234):
          .text("-1.234"), .nan: .text("NaN"),
      ])
    for value in [Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude] {
      #expect(Decimal(primitive: value.primitive) == value)
    }
  }

  @Test(arguments: ["", "-", "12 apples", " 1", "1 ", "nan", "1,5", "0x10", "1e200"])
  func textThatIsNoDecimalStandsForNoValue(text: String) {
    #expect(Decimal(primitive: text) == nil)
  }

  @Test func valueOfAnotherFormStandsForNoValue() {
    #expect(Bool(storedValue: .real(1)) == nil)
    #expect(Int(storedValue: .real(1)) == nil)
    #expect(Double(storedValue: .integer(1)) == nil)
    #expect(Date(storedValue: .integer(1)) == nil)
    #expect(String(storedValue: .blob(Data())) == nil)
    #expect(Data(storedValue: .text("")) == nil)
    #expect(UUID(storedValue: .text("00112233-4455-6677-8899-AABBCCDDEEFF")) == nil)
    #expect(URL(storedValue: .blob(Data())) == nil)
    #expect(Decimal(storedValue: .integer(1)) == nil)
    #expect(Int(storedValue: .null) == nil)
  }

  @Test func placeholdersAreTheZeroValues() {
    #expect(Bool.placeholder == false)
    #expect(Int.placeholder == 0)
    #expect(Int8.placeholder == 0)
    #expect(Int16.placeholder == 0)
    #expect(Int32.placeholder == 0)
    #expect(Int64.placeholder == 0)
    #expect(UInt8.placeholder == 0)
    #expect(UInt16.placeholder == 0)
    #expect(UInt32.placeholder == 0)
    #expect(UInt64.placeholder == 0)
    #expect(UInt.placeholder == 0)
    #expect(Float.placeholder.bitPattern == 0)
    #expect(Double.placeholder.bitPattern == 0)
    #expect(String.placeholder == "")
    #expect(Date.placeholder == Date(timeIntervalSinceReferenceDate: 0))
    #expect(Data.placeholder == Data())
    #expect(UUID.placeholder.uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(URL.placeholder.absoluteString == "file:///")
    #expect(Decimal.placeholder == 0)
    #expect([Int].placeholder == [])
    #expect([String: Int].placeholder == [:])
    #expect(Set<Int>.placeholder == [])
  }

  @Test func enumerationIsItsRawValue() {
    expectRawValues(Signed.self, is: .int64, .integer(-1), unknown: .integer(7))
    expectRawValues(Signed8.self, is: .int8, .integer(-1), unknown: .integer(7))
    expectRawValues(Signed16.self, is: .int16, .integer(-1), unknown: .integer(7))
    expectRawValues(Signed32.self, is: .int32, .integer(-1), unknown: .integer(7))
    expectRawValues(Signed64.self, is: .int64, .integer(-1), unknown: .integer(7))
    expectRawValues(Unsigned8.self, is: .uint8, .integer(1), unknown: .integer(7))
    expectRawValues(Unsigned16.self, is: .uint16, .integer(1), unknown: .integer(7))
    expectRawValues(Unsigned32.self, is: .uint32, .integer(1), unknown: .integer(7))
    expectRawValues(
      Unsigned64.self, is: .uint64, .blob(Data(repeating: 255, count: 8)), unknown: .integer(7))
    expectRawValues(Half.self, is: .float, .real(0.5), unknown: .real(0.25))
    expectRawValues(Quarter.self, is: .double, .real(0.25), unknown: .real(0.5))
    expectRawValues(Genre.self, is: .string, .text("science"), unknown: .text("Science"))
  }

  @Test func rawValueOfAnyTypeStandsForItsWrapper() {
    expectRawValues(Wrapper<Bool>.self, is: .boolean, .integer(1), unknown: .integer(2))
    expectRawValues(Wrapper<Date>.self, is: .date, .real(-0.0), unknown: .integer(2))
    expectRawValues(Wrapper<Data>.self, is: .data, .blob(Data([1])), unknown: .text("a"))
    expectRawValues(
      Wrapper<UUID>.self, is: .uuid, .blob(Data(count: 16)), unknown: .blob(Data(count: 15)))
    expectRawValues(Wrapper<URL>.self, is: .url, .text("x:"), unknown: .text(""))
    expectRawValues(Wrapper<Decimal>.self, is: .decimal, .text("1.5"), unknown: .text("1.5x"))
  }

  private enum Signed: Int, Storable { case one = -1 }
  private enum Signed8: Int8, Storable { case one = -1 }
  private enum Signed16: Int16, Storable { case one = -1 }
  private enum Signed32: Int32, Storable { case one = -1 }
  private enum Signed64: Int64, Storable { case one = -1 }
  private enum Unsigned8: UInt8, Storable { case one = 1 }
  private enum Unsigned16: UInt16, Storable { case one = 1 }
  private enum Unsigned32: UInt32, Storable { case one = 1 }
  private enum Unsigned64: UInt64, Storable { case greatest = 0xFFFF_FFFF_FFFF_FFFF }
  private enum Half: Float, Storable { case one = 0.5 }
  private enum Quarter: Double, Storable { case one = 0.25 }
  private enum Genre: String, Storable { case fiction, science }

  /// Stands for any value of its raw type.
  private struct Wrapper<RawValue: Storable>: RawRepresentable, Storable {
    let rawValue: RawValue
  }

  /// Numbers with odd bits.
  private static let reals = [
    0, -0.0, 0.1, .pi, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity,
    -.infinity, .nan, -.nan, Double(nan: 5, signaling: false),
  ]

  /// Expects `Value` to be of `type` and each of the values to be kept as is said.
  private func expect<Value: Storable & Hashable>(
    _: Value.Type, is type: StorageType, keeps values: [Value: StoredValue],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(Value.storageType == type, sourceLocation: sourceLocation)
    for (value, stored) in values {
      #expect(value.storedValue == stored, sourceLocation: sourceLocation)
      #expect(Value(storedValue: stored) == value, sourceLocation: sourceLocation)
    }
  }

  /// Expects `Value` to be of `type` and its extremes to be kept as they are.
  private func expectIntegers<Value: Storable & FixedWidthInteger>(
    _: Value.Type, is type: StorageType, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let values = [Value.min, 0, 1, .max].map { ($0, StoredValue.integer(Int64($0))) }
    expect(
      Value.self, is: type, keeps: Dictionary(values, uniquingKeysWith: { first, _ in first }),
      sourceLocation: sourceLocation)
  }

  /// Expects `Value` to be of `type`, to read `known` and keep it so, and not to read `unknown`.
  private func expectRawValues<Value: Storable & RawRepresentable>(
    _: Value.Type, is type: StorageType, _ known: StoredValue, unknown: StoredValue,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(Value.storageType == type, sourceLocation: sourceLocation)
    #expect(Value(storedValue: known)?.storedValue == known, sourceLocation: sourceLocation)
    #expect(Value(storedValue: unknown) == nil, sourceLocation: sourceLocation)
  }
}

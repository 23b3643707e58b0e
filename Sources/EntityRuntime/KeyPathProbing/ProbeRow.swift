import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rows that are made up for objects of which key paths are read.
///
/// The id of a row says of which entity it is and which probe it belongs to, as do the ids of those
/// that it refers to. Each value depends on nothing but the id and the column.
struct ProbeRow {
  /// How many probes there are: of plain values first, then of the ends of types, then of values of
  /// which some are absent.
  static let probes = 28

  /// The first probe whose values are at the ends of their types.
  private static let firstExtreme = 10

  /// The first probe of which some values are absent.
  private static let firstAbsent = 18

  /// `true` if some values of `probe` are absent.
  static func hasAbsentValues(_ probe: Int) -> Bool { probe >= firstAbsent }

  /// Returns the id of the first row of `probe` of the entity at `index` among `count`.
  static func id(_ probe: Int, of index: Int, among count: Int) -> Int64 {
    id(serial: UInt64(probe), probe, of: index, among: count)
  }

  /// Returns the id of a row of `probe` of the entity at `index` among `count`, one of many.
  private static func id(
    serial: UInt64, _ probe: Int, of index: Int, among count: Int
  ) -> Int64 {
    let number = (serial % (1 << 40)) * UInt64(probes) + UInt64(probe)
    return Int64(number * UInt64(count) + UInt64(index)) + 1
  }

  /// The row's id.
  let id: Int64

  /// How many entities there are.
  let count: Int

  /// The index of the row's entity.
  var entity: Int { Int((id - 1) % Int64(count)) }

  /// The probe that the row belongs to.
  private var probe: Int { Int((id - 1) / Int64(count) % Int64(Self.probes)) }

  /// Returns the id of the object at `index` among those of the entity at `target` that the
  /// property at `property` refers to.
  func related(_ property: Int, _ target: Int, _ index: Int = 0) -> Int64 {
    Self.id(serial: bits(property, 1 + UInt64(index)), probe, of: target, among: count)
  }

  /// Returns whether the value of the property at `property` is absent, which it may be.
  func isAbsent(_ property: Int) -> Bool {
    Self.hasAbsentValues(probe) && bits(property, 0) % 2 == 0
  }

  /// Returns the value of the property at `property`, which is of `type`; one of `cases` if there
  /// are any.
  func value(_ property: Int, _ type: StorageType, cases: [StoredValue]) -> StoredValue {
    let bits = bits(property, 0)
    if !cases.isEmpty { return cases[Int(bits % UInt64(cases.count))] }
    let extremes = extremes(of: type)
    if !extremes.isEmpty, !Self.hasAbsentValues(probe), probe >= Self.firstExtreme {
      // Each property has each of them in some probe.
      return extremes[(probe - Self.firstExtreme + property) % extremes.count]
    }
    // Code that computes with a number should not end the program.
    let number = Int64(bits % (1 << 20))
    switch type {
    case .boolean: return .integer(number & 1)
    case .int8: return .integer(number % 128 - 64)
    case .int16, .int32, .int64: return .integer(number % (1 << 14) - 1 << 13)
    case .uint8: return .integer(number % 256)
    case .uint16, .uint32, .uint64: return .integer(number % (1 << 15))
    case .float, .double: return .real(Double(number - 1 << 19) / 8)
    case .date: return .real(Double(number) * 1000)
    case .string: return .text(" aB\(bits) Éß ")
    case .url: return .text("https://example.com/\(bits)")
    case .decimal: return .text("\(number)")
    case .data: return .blob(Data("\(bits)".utf8))
    case .uuid: return .blob(Data((0..<16).map { UInt8(truncatingIfNeeded: bits >> ($0 * 4)) }))
    // No value of a type can be made up that decodes itself.
    case .json: return .null
    }
  }

  /// Returns values of `type` that properties that compute something often treat in another way.
  private func extremes(of type: StorageType) -> [StoredValue] {
    switch type {
    case .int8: integers(Int8.self)
    case .int16: integers(Int16.self)
    case .int32: integers(Int32.self)
    case .int64: integers(Int64.self)
    case .uint8: integers(UInt8.self)
    case .uint16: integers(UInt16.self)
    case .uint32: integers(UInt32.self)
    case .uint64: [.integer(0), .integer(.max), .integer(1)]
    case .float, .double: [.real(0), .real(-1), .real(0.5), .real(1e9)]
    case .date: [.real(0), .real(-6.2e10), .real(6.2e10)]
    case .string:
      [.text(""), .text(" "), .text("0"), .text(String(repeating: "x", count: 5000)), .text("a")]
    case .decimal: [.text("0"), .text("-1"), .text("0.5")]
    case .data: [.blob(Data()), .blob(Data([0]))]
    case .boolean, .uuid, .url, .json: []
    }
  }

  private func integers<Value: FixedWidthInteger>(_ type: Value.Type) -> [StoredValue] {
    [0, Int64(Value.min), Int64(Value.max), 1, max(Int64(Value.min), -1)].map { .integer($0) }
  }

  /// Returns bits that depend on the row, the property and `salt`.
  private func bits(_ property: Int, _ salt: UInt64) -> UInt64 {
    let number = UInt64(id) &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(property) << 32 &+ salt
    return SplitMix.mixed(SplitMix.mixed(number))
  }
}

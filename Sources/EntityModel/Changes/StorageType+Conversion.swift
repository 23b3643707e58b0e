#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StorageType {
  /// How values of one type become values of another.
  package enum Conversion: Hashable, Sendable {
    /// Every value becomes one that is equal to it.
    case exact

    /// Every value becomes its text, which is done where it is asked for.
    case onRequest

    /// Values that the type does not have would be lost.
    case partial

    /// There is no rule for it.
    case none
  }

  /// Returns how values of `old` become values of this type.
  package func conversion(from old: StorageType) -> Conversion {
    if holdsEveryValue(of: old) { return .exact }
    switch (old, self) {
    case (.json, _), (_, .json): return .none
    case (_, .string): return .onRequest
    case (_, .decimal) where old.range != nil: return .exact
    case (_, .double) where old.fits(bits: 53), (_, .float) where old.fits(bits: 24): return .exact
    case (.string, _) where self != .data && self != .date: return .partial
    case (_, _) where old.isNumber && isNumber: return .partial
    case (.data, .uuid): return .partial
    default: return .none
    }
  }

  /// `true` if every value of `old`, as it is stored, is read as the same value of this type.
  ///
  /// Whole numbers fit a type of at least their range, and booleans are 0 and 1; floats are stored
  /// as doubles, URLs as their text, UUIDs as their bytes.
  package func holdsEveryValue(of old: StorageType) -> Bool {
    if self == old { return true }
    if let range, let oldRange = old.range {
      return range.lowerBound <= oldRange.lowerBound && oldRange.upperBound <= range.upperBound
    }
    return switch (old, self) {
    case (.float, .double), (.url, .string), (.uuid, .data): true
    default: false
    }
  }

  /// `true` if values are numbers.
  private var isNumber: Bool {
    range != nil && self != .boolean || self == .float || self == .double || self == .decimal
  }

  /// `true` if values are whole numbers of at most `bits` bits beside the sign.
  private func fits(bits: Int) -> Bool {
    guard let range else { return false }
    var limit = Decimal(1)
    for _ in 0..<bits { limit *= 2 }
    return -limit <= range.lowerBound && range.upperBound <= limit
  }

  /// The whole numbers that a value may be stored as, or nil when it is stored as something else.
  private var range: ClosedRange<Decimal>? {
    switch self {
    case .boolean: 0...1
    case .int8: Decimal(Int(Int8.min))...Decimal(Int(Int8.max))
    case .int16: Decimal(Int(Int16.min))...Decimal(Int(Int16.max))
    case .int32: Decimal(Int(Int32.min))...Decimal(Int(Int32.max))
    case .int64: Decimal(Int64.min)...Decimal(Int64.max)
    case .uint8: 0...Decimal(Int(UInt8.max))
    case .uint16: 0...Decimal(Int(UInt16.max))
    case .uint32: 0...Decimal(Int(UInt32.max))
    case .uint64: 0...Decimal(UInt64.max)
    case .float, .double, .string, .date, .data, .uuid, .url, .decimal, .json: nil
    }
  }
}

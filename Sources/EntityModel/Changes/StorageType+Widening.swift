#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StorageType {
  /// `true` if every value of `old`, as it is stored, is read as the same value of this type.
  ///
  /// Whole numbers fit a type of at least their range, and booleans are 0 and 1; floats are stored
  /// as doubles, URLs as their text, UUIDs as their bytes.
  func holdsEveryValue(of old: StorageType) -> Bool {
    if self == old { return true }
    if let range, let oldRange = old.range {
      return range.lowerBound <= oldRange.lowerBound && oldRange.upperBound <= range.upperBound
    }
    return switch (old, self) {
    case (.float, .double), (.url, .string), (.uuid, .data): true
    default: false
    }
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

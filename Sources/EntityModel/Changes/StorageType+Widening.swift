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
  private var range: ClosedRange<Int128>? {
    switch self {
    case .boolean: 0...1
    case .int8: Self.range(of: Int8.self)
    case .int16: Self.range(of: Int16.self)
    case .int32: Self.range(of: Int32.self)
    case .int64: Self.range(of: Int64.self)
    case .uint8: Self.range(of: UInt8.self)
    case .uint16: Self.range(of: UInt16.self)
    case .uint32: Self.range(of: UInt32.self)
    case .uint64: Self.range(of: UInt64.self)
    case .float, .double, .string, .date, .data, .uuid, .url, .decimal, .json: nil
    }
  }

  /// Returns the values of `type`.
  private static func range<Number: FixedWidthInteger>(of type: Number.Type) -> ClosedRange<Int128>
  {
    Int128(Number.min)...Int128(Number.max)
  }
}

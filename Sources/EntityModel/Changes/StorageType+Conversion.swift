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

  /// The magnitude up to which the type, one of reals, has every whole number.
  package var exactWholeNumbers: UInt64 { self == .float ? 1 << 24 : 1 << 53 }

  /// `true` if values are whole numbers of at most `bits` bits beside the sign.
  private func fits(bits: Int) -> Bool {
    guard let range else { return false }
    let limit = Int128(1) << Int128(bits)
    return -limit <= range.lowerBound && range.upperBound <= limit
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

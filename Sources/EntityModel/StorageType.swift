/// What kind of value an attribute holds, as far as a store and a condition need to know.
@nonexhaustive public enum StorageType: String, Codable, Hashable, Sendable, CaseIterable {
  case boolean
  case int8, int16, int32, int64
  case uint8, uint16, uint32
  /// An integer up to the greatest `Int64`; above it the eight bytes of the number, the most
  /// significant one first, as a blob, since blobs come after integers.
  case uint64
  case float, double
  case string
  case date
  case data
  case uuid
  case url
  case decimal
  /// Any other Codable value, as JSON.
  case json

  /// The storage class of values of this type; that of most, where great numbers are blobs.
  public var storageClass: StorageClass {
    switch self {
    case .boolean, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64:
      .integer
    case .float, .double, .date: .real
    case .string, .url, .decimal, .json: .text
    case .data, .uuid: .blob
    }
  }

  /// `true` if a value of this type may be stored as `value`, which is present.
  package func stores(_ value: StoredValue) -> Bool {
    switch value {
    case .null: false
    case .integer: storageClass == .integer
    case .real: storageClass == .real
    case .text: storageClass == .text
    case .blob: storageClass == .blob || self == .uint64
    }
  }

  /// `true` if two values of this type have an order that `<` and sorting can use.
  public var isOrdered: Bool { self != .json }

  /// The whole numbers that values of the type are; `nil` where all are, or none.
  package var integerRange: ClosedRange<Int64>? {
    switch self {
    case .int8: Int64(Int8.min)...Int64(Int8.max)
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    case .uint8: 0...Int64(UInt8.max)
    case .uint16: 0...Int64(UInt16.max)
    case .uint32: 0...Int64(UInt32.max)
    case .uint64: 0...Int64.max
    default: nil
    }
  }
}

/// The four classes of values that a store has.
public enum StorageClass: String, Codable, Hashable, Sendable {
  case integer, real, text, blob
}

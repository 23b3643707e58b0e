import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// What a type is stored as need not be what it encodes itself as. The store reads leaves of the
// JSON of a composition by their storage types, so that they are written by these too.

extension KeyedDecodingContainer<LeafKey> {
  /// Returns the leaf `key`.
  func leaf<Value: Decodable>(_ key: LeafKey) throws -> Value {
    if let type = Value.self as? any Storable.Type, let standard = type.differentStandardType,
      let stored = try? storedValue(key, as: standard),
      let value = type.init(storedValue: stored) as? Value
    {
      return value
    }
    // What was stored before the type was Storable has the type's own form.
    return try decode(Value.self, forKey: key)
  }

  /// Returns the leaf `key`, or `nil` where there is none.
  func leafIfPresent<Value: Decodable>(_ key: LeafKey) throws -> Value? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    // By the type of what is returned it would be read as an Optional, which is not Storable.
    let found: Value = try leaf(key)
    return found
  }

  private func storedValue<Standard: Storable>(
    _ key: LeafKey, as type: Standard.Type
  ) throws -> StoredValue { try decode(type, forKey: key).storedValue }
}

extension KeyedEncodingContainer<LeafKey> {
  /// Encodes the leaf `key`.
  mutating func encode<Value: Encodable>(leaf value: Value, _ key: LeafKey) throws {
    if let storable = value as? any Storable,
      let standard = type(of: storable).differentStandardType
    {
      return try encode(storable.storedValue, as: standard, key)
    }
    try encode(value, forKey: key)
  }

  private mutating func encode<Standard: Storable>(
    _ stored: StoredValue, as type: Standard.Type, _ key: LeafKey
  ) throws {
    guard let value = Standard(storedValue: stored) else {
      throw EncodingError.invalidValue(
        key.stringValue,
        EncodingError.Context(
          codingPath: codingPath,
          debugDescription: "'\(key.stringValue)' is stored as what is no \(type)"))
    }
    try encode(value, forKey: key)
  }
}

extension Storable {
  /// The standard type whose values are stored as those of this type are; `nil` for that type
  /// itself.
  fileprivate static var differentStandardType: (any Storable.Type)? {
    guard let standard = storageType.standardType, standard != Self.self, Self.self != Int.self,
      Self.self != UInt.self
    else { return nil }
    return standard
  }
}

extension StorageType {
  /// The standard type of the values; `nil` for JSON.
  fileprivate var standardType: (any Storable.Type)? {
    switch self {
    case .boolean: Bool.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    case .float: Float.self
    case .double: Double.self
    case .decimal: Decimal.self
    case .string: String.self
    case .url: URL.self
    case .date: Date.self
    case .data: Data.self
    case .uuid: UUID.self
    case .json: nil
    }
  }
}

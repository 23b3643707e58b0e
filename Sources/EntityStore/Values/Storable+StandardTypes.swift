public import EntityModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Bool: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .boolean }
  @inlinable public static var placeholder: Bool { false }
  @inlinable public var primitive: Int64 { self ? 1 : 0 }
  @inlinable public init?(primitive: Int64) {
    guard primitive == 0 || primitive == 1 else { return nil }
    self = primitive == 1
  }
}

extension Int: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .int64 }
  @inlinable public static var placeholder: Int { 0 }
  @inlinable public var primitive: Int64 { Int64(self) }
  @inlinable public init?(primitive: Int64) { self.init(exactly: primitive) }
}

extension Int8: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .int8 }
  @inlinable public static var placeholder: Int8 { 0 }
  @inlinable public var primitive: Int64 { Int64(self) }
  @inlinable public init?(primitive: Int64) { self.init(exactly: primitive) }
}

extension Int16: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .int16 }
  @inlinable public static var placeholder: Int16 { 0 }
  @inlinable public var primitive: Int64 { Int64(self) }
  @inlinable public init?(primitive: Int64) { self.init(exactly: primitive) }
}

extension Int32: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .int32 }
  @inlinable public static var placeholder: Int32 { 0 }
  @inlinable public var primitive: Int64 { Int64(self) }
  @inlinable public init?(primitive: Int64) { self.init(exactly: primitive) }
}

extension UInt8: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .uint8 }
  @inlinable public static var placeholder: UInt8 { 0 }
  @inlinable public var primitive: Int64 { Int64(self) }
  @inlinable public init?(primitive: Int64) { self.init(exactly: primitive) }
}

extension UInt16: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .uint16 }
  @inlinable public static var placeholder: UInt16 { 0 }
  @inlinable public var primitive: Int64 { Int64(self) }
  @inlinable public init?(primitive: Int64) { self.init(exactly: primitive) }
}

extension UInt32: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .uint32 }
  @inlinable public static var placeholder: UInt32 { 0 }
  @inlinable public var primitive: Int64 { Int64(self) }
  @inlinable public init?(primitive: Int64) { self.init(exactly: primitive) }
}

extension UInt: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .uint64 }
  @inlinable public static var placeholder: UInt { 0 }
  @inlinable public var primitive: UInt64 { UInt64(self) }
  @inlinable public init?(primitive: UInt64) { self.init(exactly: primitive) }
}

extension UInt64: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .uint64 }
  @inlinable public static var placeholder: UInt64 { 0 }
  @inlinable public var primitive: UInt64 { self }
  @inlinable public init?(primitive: UInt64) { self = primitive }
}

extension Int64: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .int64 }
  @inlinable public static var placeholder: Int64 { 0 }
  @inlinable public var primitive: Int64 { self }
  @inlinable public init?(primitive: Int64) { self = primitive }
}

extension Double: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .double }
  @inlinable public static var placeholder: Double { 0 }
  @inlinable public var primitive: Double { self }
  @inlinable public init?(primitive: Double) { self = primitive }
}

extension String: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .string }
  @inlinable public static var placeholder: String { "" }
  @inlinable public var primitive: String { self }
  @inlinable public init?(primitive: String) { self = primitive }
}

extension Data: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .data }
  @inlinable public static var placeholder: Data { Data() }
  @inlinable public var primitive: Data { self }
  @inlinable public init?(primitive: Data) { self = primitive }
}

extension Float: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .float }
  @inlinable public static var placeholder: Float { 0 }
  @inlinable public var primitive: Double { Double(self) }
  @inlinable public init?(primitive: Double) { self.init(primitive) }
}

/// A date is stored as its seconds since the reference date, which is every bit of it.
extension Date: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .date }
  @inlinable public static var placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
  @inlinable public var primitive: Double { timeIntervalSinceReferenceDate }
  @inlinable public init?(primitive: Double) {
    self.init(timeIntervalSinceReferenceDate: primitive)
  }
}

extension UUID: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .uuid }
  public static var placeholder: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  @inlinable public var primitive: UUID { self }
  @inlinable public init?(primitive: UUID) { self = primitive }
}

/// A URL is stored as its absolute string.
extension URL: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .url }
  public static var placeholder: URL { URL(filePath: "/") }
  public var primitive: String { absoluteString }
  public init?(primitive: String) { self.init(string: primitive) }
}

/// A decimal is stored as its digits, which the store compares as numbers.
extension Decimal: Storable, PlaceholderProviding {
  @inlinable public static var storageType: StorageType { .decimal }
  public static var placeholder: Decimal { 0 }
  public var primitive: String { description }
  public init?(primitive: String) {
    if primitive == Decimal.nan.description { self = .nan } else { self.init(digits: primitive) }
  }
}

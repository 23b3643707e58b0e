/// A type whose values an attribute can hold, compare and sort by.
///
/// The standard types conform. An enumeration over any of them opts in by declaring it:
///
///     enum Genre: String, Storable { case fiction, science }
///
/// A Codable type that does not conform can be an attribute too; it is stored as JSON and can only
/// be tested for `nil` in a condition.
public protocol Storable: Codable, Sendable, OrderedAttribute {
  /// The primitive type that stands for a value in the store.
  associatedtype Primitive: StoredPrimitive

  /// The kind of value, which decides the column's type and how two values compare.
  static var storageType: StorageType { get }

  /// The primitive that stands for this value.
  var primitive: Primitive { get }

  /// Creates the value that `primitive` stands for, or nil when it stands for none.
  init?(primitive: Primitive)
}

extension Storable {
  /// The value in the form a store keeps.
  @inlinable public var storedValue: StoredValue { primitive.storedValue }

  /// Creates the value that `storedValue` stands for, or nil when it stands for none.
  @inlinable public init?(storedValue: StoredValue) {
    guard let primitive = Primitive(storedValue: storedValue) else { return nil }
    self.init(primitive: primitive)
  }
}

extension RawRepresentable where RawValue: Storable, Self: Storable {
  @inlinable public static var storageType: StorageType { RawValue.storageType }
  @inlinable public var primitive: RawValue.Primitive { rawValue.primitive }

  @inlinable public init?(primitive: RawValue.Primitive) {
    guard let raw = RawValue(primitive: primitive) else { return nil }
    self.init(rawValue: raw)
  }
}

/// A type with a value that stands in where a stored one is missing or cannot be read.
///
/// The standard types, arrays and dictionaries conform with their zero values, and an enumeration
/// that is CaseIterable stands in with its first case. A required attribute of any other type needs
/// a default value.
public protocol PlaceholderProviding {
  /// The value that stands in.
  static var placeholder: Self { get }
}

extension Array: PlaceholderProviding {
  @inlinable public static var placeholder: [Element] { [] }
}

extension Dictionary: PlaceholderProviding {
  @inlinable public static var placeholder: [Key: Value] { [:] }
}

extension Set: PlaceholderProviding {
  @inlinable public static var placeholder: Set<Element> { [] }
}

public import EntityJSON
public import EntityModel

/// A type whose values an attribute can hold, compare and sort by.
///
/// The standard types conform. An enumeration over any of them opts in by declaring it:
///
///     enum Genre: String, Storable { case fiction, science }
///
/// A Codable type that does not conform can be an attribute too; it is stored as JSON and can only
/// be tested for `nil` in a condition.
public protocol Storable: Codable, Sendable, OrderedAttribute where Present == Self {
  /// The primitive type as which a value is stored.
  associatedtype Primitive: StoredPrimitive

  /// The kind of value, which decides the column's type and how two values compare.
  static var storageType: StorageType { get }

  /// This value as a primitive.
  var primitive: Primitive { get }

  /// Creates the value of `primitive`, or `nil` if there is none.
  init?(primitive: Primitive)
}

extension Storable {
  /// This value as it is stored.
  @inlinable public var storedValue: StoredValue { primitive.__storedValue }

  /// Creates the value of `storedValue`, or `nil` if there is none.
  @inlinable public init?(storedValue: StoredValue) {
    guard let primitive = Primitive(__storedValue: storedValue) else { return nil }
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

/// A type with a value that replaces a stored one that is missing or cannot be read.
///
/// The standard types, arrays and dictionaries conform with their zero values, `JSON` with null,
/// and an enumeration that is CaseIterable with its first case. A required attribute of any other
/// type needs a default value.
public protocol PlaceholderProviding {
  /// The value that replaces a missing one.
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

extension JSON: PlaceholderProviding {
  /// Null.
  public static var placeholder: JSON { .null }
}

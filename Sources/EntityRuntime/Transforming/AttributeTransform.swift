import EntityModel
public import EntityStore

/// Stores the values of an attribute as values of another type.
///
///     enum HexColor: AttributeTransform {
///       static func stored(_ color: Color) throws -> String { color.hex }
///       static func value(_ hex: String) throws -> Color { try Color(hex: hex) }
///     }
///
///     @Attribute(transform: HexColor.self) var color: Color
///
/// Both functions depend on what they are given alone; `stored` may make something else of the same
/// value each time, as what encrypts does. A value is transformed once, when it is assigned.
public protocol AttributeTransform {
  /// The type of the attribute, without `?`.
  associatedtype Value: Sendable

  /// The type of what the store has.
  associatedtype Stored: Storable

  /// Returns what the store has of `value`.
  ///
  /// - Throws: an error for a value that cannot be stored; the next save refuses the object that has
  ///   been given it, and names the attribute and the error.
  static func stored(_ value: Value) throws -> Stored

  /// Returns the value of which the store has `stored`.
  ///
  /// - Throws: an error for what no value was stored as; the attribute answers with its default then,
  ///   as its `UndecodablePolicy` says.
  static func value(_ stored: Stored) throws -> Value
}

/// What an attribute is stored as whose values a transform stores: a `Transformed`.
public protocol TransformedAttribute: Storable {
  /// What stores the values.
  associatedtype Transform: AttributeTransform

  /// Transforms `value`.
  init(_ value: Transform.Value)

  /// The value.
  var value: Transform.Value { get }

  /// What the store has of the value; throws what the transform has thrown.
  var stored: Transform.Stored { get throws }
}

extension TransformedAttribute {
  /// Returns what the store has of `value`, one of the attribute's type or a transformed one; `nil`
  /// for a value of another type.
  ///
  /// - Throws: what the transform throws.
  static func storing(_ value: Any) throws -> StoredValue? {
    if let own = value as? Self { return try own.stored.storedValue }
    guard let value = value as? Transform.Value else { return nil }
    return try Transform.stored(value).storedValue
  }

  /// Returns the value of which the store has `stored`; `nil` where that is of another type.
  ///
  /// - Throws: what the transform throws.
  static func reading(_ stored: StoredValue) throws -> Transform.Value? {
    try Transform.Stored(storedValue: stored).map { try Transform.value($0) }
  }

  /// Returns the value of which the store has `stored`; `nil` where the transform makes none of it.
  static func anyValue(_ stored: StoredValue) -> Any? { (try? reading(stored)).flatMap { $0 } }

  /// Returns what the transform throws of `stored`, `nil` for nothing.
  static func readingError(_ stored: StoredValue) -> (any Error)? {
    do {
      _ = try reading(stored)
      return nil
    } catch {
      return error
    }
  }

  /// The name of the transform, for messages.
  static var transformName: String { "\(Transform.self)" }
}

import EntityModel
import EntityStore

/// One of the values of an object in the form in which they are compared.
enum StoredItem: Hashable, @unchecked Sendable {
  // A hashable value is an attribute's, whose type the compiler has found to be Sendable.

  /// A value as it is stored.
  case stored(StoredValue)

  /// A value that is stored as JSON, of a type that can be compared.
  case hashable(AnyHashable)

  /// The object that a to-one refers to.
  case object(ObjectID?)

  /// Takes the form of an attribute of a Storable type.
  init<Value: Storable>(_ value: Value) { self = .stored(value.storedValue) }

  /// Takes the form of an optional attribute of a Storable type.
  init<Value: Storable>(_ value: Value?) { self = .stored(value?.storedValue ?? .null) }

  /// Takes the form of an attribute that is stored as JSON.
  init<Value: Encodable>(json value: Value) {
    // The JSON of a set is in another order each time.
    if let hashable = value as? any Hashable {
      self = .hashable(AnyHashable(hashable))
    } else {
      self = .stored(JSONColumn.text(of: value).map { .text($0) } ?? .null)
    }
  }

  /// Takes the form of an optional attribute that is stored as JSON.
  init<Value: Encodable>(json value: Value?) {
    self = value.map { StoredItem(json: $0) } ?? .stored(.null)
  }

  /// Takes the form of an attribute of any type; `nil` is an absent value.
  init(any value: Any?) {
    switch value {
    case nil: self = .stored(.null)
    case let value as any Storable: self = .stored(value.storedValue)
    case let value as any Encodable: self = .init(json: value)
    default: self = .stored(.null)
    }
  }
}

public import EntityModel

/// Some of the values of an object: those whose keys were there when it was decoded.
///
/// It is what a client sends to change a few properties (PATCH):
///
///     let patch = try decoder.decode(Book.Values.Patch.self, from: body)
///     try book.apply(patch)
///
/// A key with null makes an optional property nil; a key that is missing leaves the property as it
/// is. Keys that are no property's are ignored.
public struct ValuesPatch<Values: EntityValues>: Decodable, Sendable {
  /// The values that are there, and in place of others defaults and placeholders.
  let values: Values

  /// The names of the attributes and to-ones that are there.
  public let propertyNames: Set<String>

  /// The id of the object, where that is there too.
  public var objectID: ObjectID? { values.objectID }

  /// Decodes what is there.
  ///
  /// - Throws: a `DecodingError` for a value that is not of its property's type.
  public init(from decoder: any Decoder) throws {
    let visitor = ValuesDecoder(
      of: Values.Object.self, try decoder.container(keyedBy: PropertyKey.self), isPartial: true)
    var values = Values(__blank: __ValuesBlank())
    values.objectID = try visitor.objectID()
    try values.accept(visitor)
    self.values = values
    propertyNames = visitor.names
  }
}

extension EntityValues {
  /// Replaces the values that `patch` has.
  public mutating func apply(_ patch: Patch) {
    var values = patch.values
    let carrier = ValueCarrier(only: patch.propertyNames)
    values.__visit(carrier)
    carrier.replaces = true
    __visit(carrier)
  }
}

/// Carries values from one place to another of the same type.
private final class ValueCarrier: __ValuesVisitor {
  let names: Set<String>
  var replaces = false
  private var values: [String: Any] = [:]

  init(only names: Set<String>) { self.names = names }

  override func see<Value: Codable>(
    _ name: String, _ value: inout Value, _ kind: Kind, _ item: (Value) -> StoredItem
  ) {
    carry(name, &value)
  }

  override func see(_ name: String, _ id: inout ObjectID?, isRequired: Bool) { carry(name, &id) }

  private func carry<Value>(_ name: String, _ value: inout Value) {
    guard names.contains(name) else { return }
    if !replaces {
      values[name] = value
    } else if let carried = values[name] as? Value {
      value = carried
    }
  }
}

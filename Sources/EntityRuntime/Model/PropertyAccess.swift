import EntityStore

/// How a property is read and set by somebody who does not know its class.
struct PropertyAccess: @unchecked Sendable {
  // The closures capture the key path of a property, which is immutable, and nothing else; its type
  // cannot say so.

  /// The type that the property is declared with.
  let valueType: any Any.Type

  /// Returns the property's value.
  let get: (ManagedObject) -> Any?

  /// Gives the property a value; `false` if the value is not of its type. `nil` for a property that
  /// can only be read.
  let set: ((ManagedObject, Any?) -> Bool)?

  /// Returns the access to each property of `objectType`, by property index in `layout`.
  static func accesses(
    of objectType: ManagedObject.Type, _ layout: EntityLayout
  ) -> [PropertyAccess?] {
    var table = __KeyPathTable()
    objectType.__addKeyPaths(to: &table)
    objectType.__addDeprecatedKeyPaths(to: &table)
    var accesses: [PropertyAccess?] = Array(repeating: nil, count: layout.properties.count)
    for row in table.rows {
      guard let index = layout.propertyIndex(row.name) else { continue }
      accesses[index] = PropertyAccess(
        valueType: type(of: row.keyPath).valueType, get: row.get, set: row.set)
    }
    return accesses
  }
}

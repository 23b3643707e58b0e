import EntityStore

/// How a property is read and set by somebody who does not know its class.
struct PropertyAccess: @unchecked Sendable {
  // The closures capture the key path of a property, which is immutable, and nothing else; its type
  // cannot say so.

  /// Returns the property's value.
  let get: (ManagedObject) -> Any?

  /// Gives the property a value; `false` if the value is not of its type. `nil` for a property that
  /// can only be read.
  let set: ((ManagedObject, Any?) -> Bool)?

  /// Returns the access to each property of `type`, by property index in `layout`.
  static func accesses(
    of type: ManagedObject.Type, _ layout: EntityLayout
  ) -> [PropertyAccess?] {
    var table = __KeyPathTable()
    type.__addKeyPaths(to: &table)
    type.__addDeprecatedKeyPaths(to: &table)
    var accesses: [PropertyAccess?] = Array(repeating: nil, count: layout.properties.count)
    for row in table.rows {
      guard let index = layout.propertyIndex(row.name) else { continue }
      accesses[index] = PropertyAccess(get: row.get, set: row.set)
    }
    return accesses
  }
}

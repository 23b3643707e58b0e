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
    let table = table(of: objectType)
    var accesses: [PropertyAccess?] = Array(repeating: nil, count: layout.properties.count)
    for row in table.rows {
      guard let index = layout.propertyIndex(row.name) else { continue }
      accesses[index] = PropertyAccess(row)
    }
    return accesses
  }

  /// Returns the access to each property of `objectType` that is not saved, by name.
  static func transients(of objectType: ManagedObject.Type) -> [String: PropertyAccess] {
    Dictionary(
      table(of: objectType).rows.filter(\.isTransient).map { ($0.name, PropertyAccess($0)) },
      uniquingKeysWith: { _, last in last })
  }

  private static func table(of type: ManagedObject.Type) -> __KeyPathTable {
    var table = __KeyPathTable()
    type.__addKeyPaths(to: &table)
    type.__addDeprecatedKeyPaths(to: &table)
    return table
  }

  private init(_ row: __KeyPathTable.Row) {
    valueType = type(of: row.keyPath).valueType
    get = row.get
    set = row.set
  }
}

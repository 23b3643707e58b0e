/// Collects the key paths of a class's properties, by which they are found and reached by name.
public struct __KeyPathTable {
  /// One property.
  struct Row {
    let name: String
    let keyPath: AnyKeyPath

    /// `true` if the property is an attribute with a transform, whose values requests do not name.
    var isTransformed = false

    /// The key path of what such an attribute is stored as, which requests name in its place; `nil`
    /// where there is none.
    var storedForm: AnyKeyPath?

    /// `true` if the property is not saved.
    var isTransient = false

    /// Returns the property's value.
    let get: (ManagedObject) -> Any?

    /// Gives the property a value; `false` if the value is not of its type. `nil` for a property
    /// that cannot be given one.
    let set: ((ManagedObject, Any?) -> Bool)?
  }

  /// The properties in the order of the class's, inherited ones first.
  var rows: [Row] = []

  /// Adds the key path of the property `name`, which can be given values.
  public mutating func add<Root: ManagedObject, Value>(
    _ name: String, _ keyPath: ReferenceWritableKeyPath<Root, Value>, isTransient: Bool = false
  ) {
    rows.append(
      Row(
        name: name, keyPath: keyPath, isTransient: isTransient,
        get: { object in (object as? Root).flatMap { flattened($0[keyPath: keyPath]) } },
        set: { object, value in
          guard let object = object as? Root, let value = value as? Value else { return false }
          object[keyPath: keyPath] = value
          return true
        }))
  }

  /// Adds the key path of the property `name`, which can only be read.
  public mutating func add<Root: ManagedObject, Value>(
    _ name: String, _ keyPath: KeyPath<Root, Value>, isTransient: Bool = false
  ) {
    rows.append(
      Row(
        name: name, keyPath: keyPath, isTransient: isTransient,
        get: { object in (object as? Root).flatMap { flattened($0[keyPath: keyPath]) } },
        set: nil))
  }
}

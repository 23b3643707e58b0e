import EntityModel
import EntityStore

// What becomes of values that the types of their attributes cannot hold, by their policies.

extension ManagedObject {
  /// Gives the attributes whose policy is `useDefault`, and whose stored values have been found not
  /// to be of their types, their defaults, for a save to write them.
  ///
  /// - Requires: the object has been changed, so that the stored values are known from before.
  final func replaceUndecodable() {
    let properties = __entity.layout.properties
    let replaced = __unrecognized.keys.filter {
      properties[$0].attribute?.undecodable == .useDefault
    }
    // An assignment comes back here; it has left one attribute fewer.
    guard let index = replaced.min() else { return }
    _ = __setValue(index, __value(index))
  }
}

extension UnitOfWork {
  /// Returns the value that replaces what `path`, from objects of `entity`, holds in a row of a
  /// result, `value`: the default of the attribute, where its policy is not to throw, or where it
  /// has none and the value is a case that an enumeration does not know; `nil` otherwise.
  func replacement(
    of value: StoredValue, at path: PropertyPath, of entity: ManagedEntity
  ) -> StoredValue? {
    var owner = entity
    for name in path.names.dropLast() {
      if let kind = name.castEntity.flatMap({ self.entity(named: $0) }) {
        owner = kind
      } else if let index = owner.layout.propertyIndex(name),
        let relationship = owner.relationships[index]
      {
        owner = entities[relationship.target]
      } else {
        return nil
      }
    }
    guard let name = path.names.last, let index = owner.layout.propertyIndex(name),
      let attribute = owner.layout.properties[index].attribute
    else { return nil }
    switch attribute.undecodable {
    case .throw: return nil
    case .useDefault, .keep: break
    case nil:
      guard let type = owner.valueType(of: name), type is any RawRepresentable.Type,
        type.storesPrimitive(value)
      else { return nil }
    }
    return blank(owner).storedValue(at: index)
  }
}

extension ManagedEntity {
  /// Returns the type of the values of the attribute `name`; `nil` for what is stored as JSON.
  func valueType(of name: String) -> (any Storable.Type)? {
    ClassDescription.valueType(of: name, in: type)
  }
}

extension Storable {
  /// `true` if `value` is what values of the type are made of.
  fileprivate static func storesPrimitive(_ value: StoredValue) -> Bool {
    Primitive(__storedValue: value) != nil
  }
}

import EntityModel
import EntityStore

/// What was read of a property while a key path is probed, so that it can be compared.
enum ProbedValue: Hashable {
  case absent
  case value(StoredValue)

  /// An object, by its root and the number of its row.
  case object(ObjectID)

  /// The members of a relationship.
  case members(Set<ObjectID>)

  /// Creates what `value` is; `nil` for what no property that a condition knows can hold.
  init?(_ value: Any?) {
    guard let value = value.flatMap({ flattened($0) }) else {
      self = .absent
      return
    }
    switch value {
    case let value as any Storable: self = .value(value.storedValue)
    case let object as ManagedObject: self = .object(object.__objectID)
    case let members as Set<ManagedObject>: self = .members(Set(members.map(\.__objectID)))
    // An empty array is one of anything.
    case let members as [ManagedObject] where value is any ToManyValue:
      self = .members(Set(members.map(\.__objectID)))
    default: return nil
    }
  }
}

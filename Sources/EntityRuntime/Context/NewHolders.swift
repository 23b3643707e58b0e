import EntityModel
import EntityStore

/// The new objects of a context by their values of unique attributes, as far as they have been
/// looked for: else each look-up would go through all of them.
struct NewHolders {
  /// A unique attribute: the index of the entity that declares it, and its property index.
  private struct Attribute: Hashable {
    let entity: Int
    let index: Int
  }

  /// The objects that hold a value.
  private struct Known {
    /// How many of the new objects have been looked at.
    var count = 0
    var objects: [GroupKey: ManagedObject] = [:]

    /// Adds those of `inserted` that have not been looked at.
    mutating func add(_ inserted: [ManagedObject], _ key: UniqueKey) {
      for object in inserted.dropFirst(count) where key.has(object) {
        let value = key.comparable(object.storedValue(at: key.index))
        if objects[value] == nil { objects[value] = object }
      }
      count = inserted.count
    }
  }

  private var known: [Attribute: Known] = [:]

  init() {}

  /// Returns the object among `inserted`, which only grows, that holds `value` of `key`.
  mutating func holder(
    of value: StoredValue, _ key: UniqueKey, among inserted: [ManagedObject]
  ) -> ManagedObject? {
    let attribute = Attribute(entity: key.declaring.layout.index, index: key.index)
    known[attribute, default: Known()].add(inserted, key)
    guard let object = known[attribute]?.objects[key.comparable(value)],
      object.__flags.isDisjoint(with: [.isDeleted, .isDetached])
    else { return nil }
    return object
  }

  /// Notes that `object`, maybe one of `inserted`, is given another value of the property `index`.
  mutating func willWrite(
    _ object: ManagedObject, _ index: Int, among inserted: [ManagedObject]
  ) {
    guard object.__flags.contains(.isInserted) else { return }
    for (attribute, found) in known where attribute.index == index {
      // One that has just been made has not been looked at.
      if object === inserted.last, found.count < inserted.count { continue }
      known[attribute] = nil
    }
  }
}

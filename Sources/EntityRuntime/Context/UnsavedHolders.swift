import EntityModel
import EntityStore

/// The objects of a context that have values of unique attributes, or of several properties that
/// are unique together, which their rows do not have: new ones, and those that have been given one.
///
/// They are known as far as they have been looked for: else each look-up would go through all
/// objects with changes.
struct UnsavedHolders {
  /// The objects that hold a value, or have held it.
  private struct Known {
    let key: UniqueKey

    /// How many of the new objects have been looked at.
    private var count = 0

    /// The first object that has been given a value, and those that were given it after that.
    // There are others only while objects exchange values.
    private var objects: [KeyLayout.Entry: ManagedObject] = [:]
    private var others: [KeyLayout.Entry: ArraySlice<ManagedObject>] = [:]

    /// The objects that are given values, and have not been looked at since, each once.
    private var written: [ManagedObject] = []
    private var isWritten: Set<ObjectIdentifier> = []

    init(_ key: UniqueKey, _ changed: [ManagedObject]) {
      self.key = key
      for object in changed { enter(object) }
    }

    /// Notes that `object` is about to be given a value.
    mutating func willWrite(_ object: ManagedObject, _ inserted: [ManagedObject]) {
      // One that has just been made has not been looked at.
      if object === inserted.last, count < inserted.count { return }
      guard key.has(object), isWritten.insert(ObjectIdentifier(object)).inserted else { return }
      written.append(object)
    }

    /// Returns the object that holds `value`.
    mutating func holder(
      of value: KeyLayout.Entry, _ inserted: [ManagedObject]
    ) -> ManagedObject? {
      for object in inserted.dropFirst(count) { enter(object) }
      count = inserted.count
      if !written.isEmpty {
        for object in written { enter(object) }
        written = []
        isWritten = []
      }
      while let object = objects[value] {
        if self.value(of: object) == value { return object }
        objects[value] = others[value]?.popFirst()
      }
      return nil
    }

    /// Enters `object` under its value.
    private mutating func enter(_ object: ManagedObject) {
      guard let value = value(of: object) else { return }
      guard let first = objects[value] else { return objects[value] = object }
      if first !== object { others[value, default: []].append(object) }
    }

    /// Returns the value that `object` has and its row does not; `nil` for none.
    private func value(of object: ManagedObject) -> KeyLayout.Entry? {
      guard object.__flags.contains(.isInserted) || hasChanged(object), key.has(object) else {
        return nil
      }
      return key.entry(of: object)
    }

    private func hasChanged(_ object: ManagedObject) -> Bool {
      guard let changed = object.__changes?.properties else { return false }
      return key.layout.properties.contains { changed.contains($0) }
    }
  }

  /// What is known of each key that has been looked for; there are few.
  private var known: [Known] = []

  init() {}

  /// Returns the object that holds `value` of `key`: one of `changed`, whose rows are to be
  /// changed, or of `inserted`, which only grows.
  mutating func holder(
    of value: KeyLayout.Entry, _ key: UniqueKey, changed: [ManagedObject],
    inserted: [ManagedObject]
  ) -> ManagedObject? {
    let position = known.firstIndex {
      $0.key.layout.index.name == key.layout.index.name && $0.key.declaring === key.declaring
    }
    if let position { return known[position].holder(of: value, inserted) }
    known.append(Known(key, changed))
    return known[known.count - 1].holder(of: value, inserted)
  }

  /// Notes that `object` is about to be given another value of the property `index`.
  mutating func willWrite(
    _ object: ManagedObject, _ index: Int, inserted: [ManagedObject]
  ) {
    for position in known.indices where known[position].key.layout.properties.contains(index) {
      known[position].willWrite(object, inserted)
    }
  }
}

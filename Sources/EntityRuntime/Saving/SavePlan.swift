import EntityModel
import EntityStore

/// What a save writes, worked out before anything is written.
///
/// Rows are removed first, so that what they held of unique attributes is free, then changed, then
/// added; joins go before rows that go and come after rows that come. Each list is in the order of
/// entities, then of ids, but for updates that take a unique value from one another.
struct SavePlan {
  /// A row to be changed.
  struct Update {
    let object: ManagedObject

    /// The property indexes of the columns that differ, in ascending order.
    let properties: [Int]
  }

  /// Two rows to be joined or parted.
  struct Link {
    let relationship: ManagedRelationship
    let owner: ManagedObject
    let other: ManagedObject
  }

  var deletes: [ManagedObject] = []

  /// Rows whose unique values are to stand aside before anything is changed.
  var parked: [Update] = []
  var updates: [Update] = []
  var inserts: [ManagedObject] = []
  var unlinks: [Link] = []
  var links: [Link] = []

  /// `true` iff nothing is to be written.
  var isEmpty: Bool {
    deletes.isEmpty && updates.isEmpty && inserts.isEmpty && unlinks.isEmpty && links.isEmpty
  }

  /// Works out what `unit` has to write; touches no database.
  init(_ unit: UnitOfWork) {
    deletes = Self.ordered(unit.deleted)
    inserts = Self.ordered(unit.inserted)
    // Many objects are changed alike; they share a list.
    var last: (set: PropertySet, list: [Int]) = ([], [])
    for object in unit.changed where !object.__state.flags.contains(.isDeleted) {
      let set = object.differingProperties
      if set.isEmpty { continue }
      if set != last.set { last = (set, set.sorted) }
      updates.append(Update(object: object, properties: last.list))
    }
    if !Self.isOrdered(updates.lazy.map(\.object)) {
      updates.sort { Self.precedes($0.object, $1.object) }
    }
    orderUpdatesByUniqueValues()
    // Each object adds its own joins in order, so that they are in order together.
    let owners = (unit.touched + inserts).filter { $0.__state.hasToManys }
    for object in Self.ordered(owners) { addLinks(of: object) }
  }

  /// Adds the joins that the to-manys of `object` have gained and lost, in order.
  private mutating func addLinks(of object: ManagedObject) {
    let states = object.__state.toManys.sorted { $0.index < $1.index }
    for state in states where state.hasChanges {
      guard let relationship = object.__state.entity.relationships[state.index],
        relationship.writesJoins
      else { continue }
      // The joins of a row that goes go with it.
      guard !object.__state.flags.contains(.isDeleted) else { continue }
      for other in state.added.objects.sorted(by: Self.precedes)
      where !other.__state.flags.contains(.isDeleted) {
        if isOtherHalf(relationship, object, other) { continue }
        links.append(Link(relationship: relationship, owner: object, other: other))
      }
      for other in state.removed.sorted(by: Self.precedes)
      where !other.__state.flags.contains(.isDeleted) {
        if isOtherHalf(relationship, object, other) { continue }
        unlinks.append(Link(relationship: relationship, owner: object, other: other))
      }
    }
  }

  /// `true` iff `other` writes the join itself, since the relationship is its own inverse.
  private func isOtherHalf(
    _ relationship: ManagedRelationship, _ object: ManagedObject, _ other: ManagedObject
  ) -> Bool {
    relationship.isOwnInverse && Self.precedes(other, object)
  }

  /// Returns `objects` in order; they often are, since they are read and created in order.
  private static func ordered(_ objects: [ManagedObject]) -> [ManagedObject] {
    isOrdered(objects) ? objects : objects.sorted(by: precedes)
  }

  /// `true` iff none of `objects` comes before the one before it.
  private static func isOrdered(_ objects: some Sequence<ManagedObject>) -> Bool {
    var last: ManagedObject?
    for object in objects {
      if let last, precedes(object, last) { return false }
      last = object
    }
    return true
  }

  /// `true` iff `left` comes before `right`: by entity, rows before new objects, then in order.
  private static func precedes(_ left: ManagedObject, _ right: ManagedObject) -> Bool {
    // Only what is compared is read; a copy of the whole state would retain all that it holds.
    let (entity, other) = (left.__state.entity, right.__state.entity)
    if entity !== other { return entity.layout.index < other.layout.index }
    let (first, second) = (left.__state.number, right.__state.number)
    // Temporary numbers count downwards.
    return (first < 0) == (second < 0) ? abs(first) < abs(second) : second < 0
  }
}

extension SavePlan: CustomStringConvertible {
  /// A line for each row and join, in the order of writing.
  var description: String {
    var lines = unlinks.map { "part \($0.text)" }
    lines += deletes.map { "delete \($0.__state.objectID)" }
    lines += parked.map { "park \($0.text)" }
    lines += updates.map { "update \($0.text)" }
    lines += inserts.map { "insert \($0.__state.entity.name)" }
    lines += links.map { "join \($0.text)" }
    return lines.joined(separator: "\n")
  }
}

extension SavePlan.Update {
  fileprivate var text: String {
    let names = properties.map { object.__state.entity.layout.properties[$0].name }
    return "\(object.__state.objectID) (\(names.joined(separator: ", ")))"
  }
}

extension SavePlan.Link {
  fileprivate var text: String {
    "\(owner.__state.objectID).\(relationship.description.name) \(other.__state.objectID)"
  }
}

extension ManagedObject {
  /// The property indexes of the columns whose values differ from those read.
  final var differingProperties: PropertySet {
    guard let changes = __state.changes, let original = changes.original else { return [] }
    let assigned = changes.properties.intersection(__state.entity.columnSet)
    guard changes.unrecognized.isEmpty, !__state.hasUnrecognized else {
      return assigned.filter { index in
        (changes.unrecognized[index] ?? __storedValue(index, original))
          != (__state.unrecognized[index] ?? __storedValue(index, nil))
      }
    }
    return assigned.filter { __storedValue($0, original) != __storedValue($0, nil) }
  }

  /// The stored form of the property `index`, which has a column, before the unsaved changes.
  final func originalStoredValue(at index: Int) -> StoredValue {
    guard let changes = __state.changes, let original = changes.original else {
      return storedValue(at: index)
    }
    return changes.unrecognized[index] ?? __storedValue(index, original)
  }
}

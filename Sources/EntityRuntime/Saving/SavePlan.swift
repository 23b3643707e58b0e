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

  /// Two rows to be joined or parted by a relationship of the first.
  typealias Link = (relationship: ManagedRelationship, owner: ManagedObject, other: ManagedObject)

  var deletes: [ManagedObject] = []

  /// Rows whose unique values are to stand aside before anything is changed.
  var parked: [Update] = []
  var updates: [Update] = []
  var inserts: [ManagedObject] = []

  /// The objects that write joins: those that they write are many, and are found when it is their
  /// turn.
  var linking: [ManagedObject] = []

  /// `true` iff nothing is to be written.
  var isEmpty: Bool {
    deletes.isEmpty && updates.isEmpty && inserts.isEmpty && linking.isEmpty
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
    let owners = [unit.touched, inserts].flatMap { $0.filter { $0.__state.hasToManys } }
    // The joins of a row that goes go with it.
    linking = Self.ordered(owners).filter {
      !$0.__state.flags.contains(.isDeleted) && writesJoins($0)
    }
  }

  /// Calls `body` with each two rows to be joined, in order.
  func forEachLink(_ body: (Link) throws -> Void) rethrows {
    for owner in linking { try forEachLink(of: owner, { $0.added.objects }, body) }
  }

  /// Calls `body` with each two rows to be parted, in order.
  func forEachUnlink(_ body: (Link) throws -> Void) rethrows {
    for owner in linking { try forEachLink(of: owner, { Array($0.removed) }, body) }
  }

  /// Calls `body` with each of those that `others` gives of the to-manys of `owner`, in order,
  /// where `owner` writes the join.
  private func forEachLink(
    of owner: ManagedObject, _ others: (ToManyState) -> [ManagedObject],
    _ body: (Link) throws -> Void
  ) rethrows {
    for state in owner.__state.toManys.sorted(by: { $0.index < $1.index }) {
      guard let relationship = owner.__state.entity.relationships[state.index],
        relationship.writesJoins
      else { continue }
      for other in Self.ordered(others(state))
      where writesJoin(relationship, owner, other) { try body((relationship, owner, other)) }
    }
  }

  /// `true` iff there is something to be joined to or parted from `owner`, and it writes that.
  private func writesJoins(_ owner: ManagedObject) -> Bool {
    owner.__state.toManys.contains { state in
      guard state.hasChanges, let relationship = owner.__state.entity.relationships[state.index],
        relationship.writesJoins
      else { return false }
      return state.added.objects.contains { writesJoin(relationship, owner, $0) }
        || state.removed.contains { writesJoin(relationship, owner, $0) }
    }
  }

  /// `true` iff `owner` writes whether `relationship` joins it to `other`.
  private func writesJoin(
    _ relationship: ManagedRelationship, _ owner: ManagedObject, _ other: ManagedObject
  ) -> Bool {
    !other.__state.flags.contains(.isDeleted) && !isOtherHalf(relationship, owner, other)
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
    var last: Place?
    for object in objects {
      let place = Place(of: object)
      if let last, place < last { return false }
      last = place
    }
    return true
  }

  /// `true` iff `left` comes before `right`.
  private static func precedes(_ left: ManagedObject, _ right: ManagedObject) -> Bool {
    Place(of: left) < Place(of: right)
  }

  /// Where an object stands: by entity, rows before new objects, then in order.
  // Only what is compared is read; a copy of the whole state would retain all that it holds.
  private struct Place {
    private let entity: Int
    private let number: Int64

    /// Creates the place of `object`.
    init(of object: ManagedObject) {
      entity = object.__state.entity.layout.index
      number = object.__state.number
    }

    static func < (left: Place, right: Place) -> Bool {
      if left.entity != right.entity { return left.entity < right.entity }
      // Temporary numbers count downwards.
      return (left.number < 0) == (right.number < 0)
        ? abs(left.number) < abs(right.number) : right.number < 0
    }
  }
}

extension SavePlan: CustomStringConvertible {
  /// A line for each row and join, in the order of writing.
  var description: String {
    var lines: [String] = []
    forEachUnlink { lines.append("part \(Self.text(of: $0))") }
    lines += deletes.map { "delete \($0.__state.objectID)" }
    lines += parked.map { "park \($0.text)" }
    lines += updates.map { "update \($0.text)" }
    lines += inserts.map { "insert \($0.__state.entity.name)" }
    forEachLink { lines.append("join \(Self.text(of: $0))") }
    return lines.joined(separator: "\n")
  }

  private static func text(of link: Link) -> String {
    "\(link.owner.__state.objectID).\(link.relationship.description.name) "
      + "\(link.other.__state.objectID)"
  }
}

extension SavePlan.Update {
  fileprivate var text: String {
    let names = properties.map { object.__state.entity.layout.properties[$0].name }
    return "\(object.__state.objectID) (\(names.joined(separator: ", ")))"
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

import EntityModel
import EntityStore

/// What a save writes, worked out before anything is written: the objects, whose values are pulled
/// while the change set is applied.
///
/// Each list is in the order of entities, then of ids; new objects come in the order of their
/// creation.
final class SavePlan {
  /// The objects whose rows are to be removed.
  let deletes: [ManagedObject]

  /// The objects whose rows are to be changed, and the property indexes of the columns that differ,
  /// in ascending order.
  let updates: [(object: ManagedObject, properties: [Int])]

  /// The objects that are to have rows.
  let inserts: [ManagedObject]

  /// The objects that write links.
  private let linking: [ManagedObject]

  /// The objects whose members are put in other places.
  private let orders: [MemberPlacements]

  /// Works out what is to be written of the changes in `tracker`; touches no store.
  ///
  /// The rows of `restored`, which others have removed, are added again.
  init(_ tracker: ChangeTracker, restoring restored: Set<ManagedObject> = []) {
    deletes = Self.ordered(tracker.deleted)
    let again = restored.filter { !$0.__flags.contains(.isDeleted) }
    // A list that is made of two is a copy, of which each reference is counted.
    inserts = Self.ordered(again.isEmpty ? tracker.inserted : tracker.inserted + again)
    var updates: [(object: ManagedObject, properties: [Int])] = []
    // Many objects are changed alike; they share a list.
    var last: (set: PropertySet, list: [Int]) = ([], [])
    for object in tracker.changed where !object.__flags.contains(.isDeleted) {
      if !again.isEmpty, again.contains(object) { continue }
      let set = object.differingProperties
      if set.isEmpty { continue }
      if set != last.set { last = (set, set.sorted) }
      updates.append((object, last.list))
    }
    if !Self.isOrdered(updates.lazy.map(\.object)) {
      updates.sort { Self.precedes($0.object, $1.object) }
    }
    self.updates = updates
    let owners = [tracker.touched, inserts].flatMap { $0.filter(\.__hasToManys) }
    // The links of a row are removed with it.
    linking = Self.ordered(owners).filter {
      !$0.__flags.contains(.isDeleted) && Self.writesLinks($0)
    }
    orders = MemberPlacements.all(
      of: Self.ordered(owners), restoresRows: !again.isEmpty || tracker.hasInsertedAgain)
  }

  /// `true` if nothing is to be written.
  var isEmpty: Bool {
    deletes.isEmpty && updates.isEmpty && inserts.isEmpty && linking.isEmpty
      && orders.isEmpty
  }

  /// Returns the changes with the ids that the objects have now; values are pulled from the plan.
  func changeSet() -> ChangeSet {
    var changes = ChangeSet()
    changes.deletes = deletes.map {
      .init(entity: $0.__entity.layout.index, id: $0.__rowID, version: $0.__version)
    }
    changes.updates = updates.map { object, properties in
      .init(
        entity: object.__entity.layout.index, id: object.__rowID, version: object.__version,
        properties: properties)
    }
    changes.inserts = inserts.map {
      .init(entity: $0.__entity.layout.index, id: $0.__rowID, version: $0.__versionAfterInsertion)
    }
    for owner in linking {
      addLinks(of: owner, { Self.ordered(Array($0.removed)) }, to: &changes.unlinks)
      addLinks(of: owner, Self.added(of:), to: &changes.links)
    }
    changes.orders = orders.map(\.change)
    return changes
  }

  // MARK: Links

  /// Adds the links of `owner` to those that `others` gives of its to-manys, where it is `owner`
  /// that writes them.
  private func addLinks(
    of owner: ManagedObject, _ others: (ToManyState) -> [ManagedObject],
    to links: inout [ChangeSet.Link]
  ) {
    for state in owner.__toManys.sorted(by: { $0.index < $1.index }) {
      guard let end = RelationshipEnd(of: owner, state.index), end.relationship.writesLinks else {
        continue
      }
      for other in others(state) where Self.writesLink(end, other) {
        links.append(
          .init(
            entity: end.relationship.declaration.entity, property: end.index,
            owner: owner.__rowID, other: other.__rowID))
      }
    }
  }

  /// Returns the added members of `state` in the order in which they are linked: what is linked
  /// comes at the end.
  private static func added(of state: ToManyState) -> [ManagedObject] {
    state.appended ?? ordered(state.added.objects)
  }

  /// `true` if there is something to be linked to or unlinked from `owner`, and it writes that.
  private static func writesLinks(_ owner: ManagedObject) -> Bool {
    owner.__toManys.contains { state in
      guard state.hasChanges, let end = RelationshipEnd(of: owner, state.index),
        end.relationship.writesLinks
      else { return false }
      return state.added.objects.contains { writesLink(end, $0) }
        || state.removed.contains { writesLink(end, $0) }
    }
  }

  /// `true` if the owner of `end` writes whether it is linked to `other`: one of the two does where
  /// the relationship is its own inverse.
  private static func writesLink(_ end: RelationshipEnd, _ other: ManagedObject) -> Bool {
    !other.__flags.contains(.isDeleted)
      && !(end.relationship.isOwnInverse && precedes(other, end.owner))
  }

  // MARK: Order

  /// Returns `objects` in order.
  ///
  /// Those of one entity often are in it, since they are read and created in order, or in the
  /// opposite one, in which a deletion follows a relationship.
  private static func ordered(_ objects: [ManagedObject]) -> [ManagedObject] {
    if isOrdered(objects) { return objects }
    // Positions are sorted in place of objects, of which each move would count references; a sort
    // takes what ascends or descends as it is.
    var places = objects.indices.map { (position: Position(of: objects[$0]), index: $0) }
    places.sort { $0.position < $1.position }
    return places.map { objects[$0.index] }
  }

  /// `true` if none of `objects` comes before the one before it.
  static func isOrdered(_ objects: some Sequence<ManagedObject>) -> Bool {
    var last: Position?
    for object in objects {
      let position = Position(of: object)
      if let last, position < last { return false }
      last = position
    }
    return true
  }

  /// `true` if `left` comes before `right`.
  private static func precedes(_ left: ManagedObject, _ right: ManagedObject) -> Bool {
    Position(of: left) < Position(of: right)
  }

  /// The position of an object: by entity, rows before new objects, then in order.
  private struct Position {
    private let entity: Int
    private let id: Int64

    /// Creates the position of `object`.
    init(of object: ManagedObject) {
      entity = object.__entity.layout.index
      id = object.__rowID
    }

    static func < (left: Position, right: Position) -> Bool {
      if left.entity != right.entity { return left.entity < right.entity }
      // Temporary ids count downwards.
      return (left.id < 0) == (right.id < 0) ? abs(left.id) < abs(right.id) : right.id < 0
    }
  }
}

extension SavePlan: ChangeSource {
  func write(insert index: Int, into row: __RowWriter) throws {
    let object = inserts[index]
    row.__base = object.__bytesBase
    let entity = object.__entity
    for column in entity.columnIndexes { try write(object, column, row, entity) }
  }

  func write(update index: Int, into row: __RowWriter) throws {
    let (object, properties) = updates[index]
    row.__base = object.__bytesBase
    let entity = object.__entity
    for column in properties { try write(object, column, row, entity) }
  }

  func write(baseOfUpdate index: Int, into row: __RowWriter) throws {
    let (object, properties) = updates[index]
    row.__base = object.__bytesBase
    for column in properties { object.writeOriginal(column, row) }
  }

  func write(deleted index: Int, into row: __RowWriter) throws -> Bool {
    let object = deletes[index]
    let entity = object.__entity
    // What is encoded again may be another text of the same value.
    guard !object.__flags.contains(.isFault), !entity.hasJSON else { return false }
    row.__base = object.__bytesBase
    let isChanged = object.__changes?.original != nil
    for column in entity.columnIndexes {
      if isChanged {
        object.writeOriginal(column, row)
      } else {
        object.writeCurrent(column, row)
      }
    }
    return true
  }

  /// Writes the property `index` of `object`, which is of `entity`.
  // Asking the object for its entity, and that for the relationship, counts a reference each time.
  private func write(
    _ object: ManagedObject, _ index: Int, _ row: __RowWriter, _ entity: ManagedEntity
  ) throws(ValidationError) {
    if !entity.relationshipSet.contains(index) {
      object.writeCurrent(index, row)
    } else {
      // A reference to what does not exist any more is one to nothing once it has been changed.
      object.__write(index, row)
      row.finish()
    }
    guard row.isRefused else { return }
    throw ValidationError(problems: [
      ValidationError.Problem(
        "validation.encoding", object, index, "holds a value that cannot be written as JSON")
    ])
  }
}

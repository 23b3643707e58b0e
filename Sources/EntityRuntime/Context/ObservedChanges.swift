import EntityModel
import EntityStore

/// Reports the changes of observable objects in one context to those who observe them.
///
/// There is one only where an entity of the model is observable. An assignment is reported before
/// and after it is made. A deletion, a refresh and a save change many objects in steps between
/// which observers must not look at them; what they have changed is reported when they have ended.
final class ObservedChanges {
  /// A property of an object.
  private struct Property: Hashable {
    let object: ManagedObject
    let index: Int
  }

  /// What has changed since the outermost `together` began, in order.
  private var noted: [Property] = []
  private var known: Set<Property> = []

  /// How many calls of `together` are going on.
  private var depth = 0

  /// `true` while values that an object has had already are assigned to it again.
  private var isAssigningAgain = false

  // MARK: Assignments

  /// Reports that the property `index` of `object` is about to be given a value.
  func willAssign(_ object: ManagedObject, _ index: Int) {
    if isAssigningAgain { return }
    if depth > 0 { return note(object, index) }
    object.__willChange(index)
  }

  /// Reports that the property `index` of `object` has been given a value.
  func didAssign(_ object: ManagedObject, _ index: Int) {
    if depth == 0 { object.__didChange(index) }
  }

  /// Returns what `body` does, which assigns values that objects have had already.
  func assignAgain(_ body: () -> Void) {
    isAssigningAgain = true
    defer { isAssigningAgain = false }
    body()
  }

  /// Calls `body`, which changes the properties in `changes`, and reports these before and after.
  func changing(_ changes: [(ManagedObject, Int)], _ body: () -> Void) {
    if depth > 0 {
      for (object, index) in changes { note(object, index) }
      return body()
    }
    let properties = observable(changes)
    for property in properties { property.object.__willChange(property.index) }
    body()
    for property in properties { property.object.__didChange(property.index) }
  }

  /// Returns those of `changes` that can be observed, each once.
  private func observable(_ changes: [(ManagedObject, Int)]) -> [Property] {
    var properties: [Property] = []
    for (object, index) in changes where object.__entity.canObserve(index) {
      let property = Property(object: object, index: index)
      if !properties.contains(property) { properties.append(property) }
    }
    return properties
  }

  // MARK: Changes in steps

  /// Returns what `body` does; what it notes is reported when it has ended.
  func together<Result>(_ body: () throws -> Result) rethrows -> Result {
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { report() }
    }
    return try body()
  }

  /// Notes that the property `index` of `object` changes.
  func note(_ object: ManagedObject, _ index: Int) {
    guard object.__entity.canObserve(index) else { return }
    let property = Property(object: object, index: index)
    if known.insert(property).inserted { noted.append(property) }
  }

  /// Notes that the property `index` of each of `objects` changes.
  func note(_ objects: [ManagedObject], _ index: Int) {
    for object in objects { note(object, index) }
  }

  /// Notes that everything of `object` may change.
  func noteAll(of object: ManagedObject) {
    guard object.__entity.isObservable else { return }
    for index in object.__entity.layout.properties.indices { note(object, index) }
  }

  private func report() {
    let properties = noted
    noted = []
    known = []
    for property in properties { property.object.__willChange(property.index) }
    for property in properties { property.object.__didChange(property.index) }
  }
}

extension ManagedEntity {
  /// `true` if the property `index` can be observed, or the identity; an implicit inverse, whose
  /// index comes after those of all properties, cannot.
  fileprivate func canObserve(_ index: Int) -> Bool {
    isObservable && index < layout.properties.count
  }
}

// MARK: - What changes

extension ObservedChanges {
  /// Returns the values in the columns of `object`; `nil` if nobody can have read them.
  func values(of object: ManagedObject) -> [StoredValue]? {
    guard object.__entity.isObservable, !object.__flags.contains(.isFault) else { return nil }
    return object.__entity.columnIndexes.map(object.comparedValue)
  }

  /// Notes what differs between `former`, which were the values of `object`, and its values now.
  func noteChanges(of object: ManagedObject, since former: [StoredValue]?) {
    guard let former, let current = values(of: object) else { return }
    for (position, index) in object.__entity.columnIndexes.enumerated()
    where former[position] != current[position] {
      note(object, index)
    }
  }

  /// Takes back everything that has changed since the last save in the context of `graph`.
  func rollBack(_ tracker: ChangeTracker, _ graph: RelationshipGraph) {
    together {
      for object in tracker.inserted + tracker.deleted { noteAll(of: object) }
      for object in tracker.changed {
        let changed = object.differingProperties
        if object.__entity.isObservable { for index in changed.sorted { note(object, index) } }
        guard let date = object.__entity.deletionDate, changed.contains(date) else { continue }
        for (holder, index) in graph.holders(of: object) { note(holder, index) }
      }
      for object in tracker.changed + tracker.touched {
        for state in object.__toManys where state.hasChanges { note(object, state.index) }
      }
      tracker.rollBack()
    }
  }

  /// Notes what is about to be refreshed: every object without changes, all of which may be
  /// different when it is read again.
  func noteRefreshed(_ objects: some Sequence<ManagedObject>) {
    for object in objects where object.__entity.isObservable {
      if !object.__flags.contains(.isFault) {
        noteAll(of: object)
      } else {
        for state in object.__toManys { note(object, state.index) }
      }
    }
  }

  /// Returns those of `objects` whose ids a save replaces by permanent ones.
  func withTemporaryIDs(_ objects: [ManagedObject]) -> [ManagedObject] {
    objects.filter { $0.__entity.isObservable && $0.__rowID < 0 }
  }

  /// Notes that `objects` have been given permanent ids.
  func didName(_ objects: [ManagedObject]) {
    together { note(objects, __Observation.identity) }
  }
}

extension RelationshipGraph {
  /// Returns what making the to-one `end` refer to `new` changes: the end, and the inverses of
  /// those objects that somebody may have read.
  func changes(making end: RelationshipEnd, referTo new: ManagedObject?) -> [(ManagedObject, Int)] {
    let (owner, relationship) = (end.owner, end.relationship)
    guard owner.__flags.isDisjoint(with: [.isDetached, .isDeleted]), !unit.isClosed else {
      return []
    }
    if owner.__flags.contains(.isFault) { loader.fire(owner) }
    let reference = end.reference
    guard reference.rowID != new?.__rowID ?? 0 else { return [] }
    var changes = [(owner, end.index)]
    let old = reference.object ?? live(reference.rowID, relationship)
    for object in [old, new].compactMap(\.self) {
      changes.append((object, relationship.inverseIndex))
    }
    guard !relationship.inverseIsToMany, let new, let inverse = end.inverse(at: new) else {
      return changes
    }
    let former = formerOwner(by: inverse)
    return changes + (former.map { [($0, end.index)] } ?? [])
  }

  /// Returns what making the to-many `end` hold other members changes.
  func changes(
    of end: RelationshipEnd, by difference: MemberDifference
  ) -> [(ManagedObject, Int)] {
    guard !difference.isEmpty else { return [] }
    var changes: [(ManagedObject, Int)] = [(end.owner, end.index)]
    for object in difference.removed { changes.append((object, end.relationship.inverseIndex)) }
    for object in difference.added {
      changes.append((object, end.relationship.inverseIndex))
      guard !end.relationship.inverseIsToMany, let inverse = end.inverse(at: object),
        let former = formerOwner(by: inverse)
      else { continue }
      changes.append((former, end.index))
    }
    return changes
  }

  /// Returns the object that the to-one `inverse` refers to, if it is live.
  private func formerOwner(by inverse: RelationshipEnd) -> ManagedObject? {
    if inverse.owner.__flags.contains(.isFault) { loader.fire(inverse.owner) }
    let reference = inverse.reference
    return reference.object ?? live(reference.rowID, inverse.relationship)
  }
}

import EntityModel
import EntityStore

/// Makes objects exist again that have been deleted, related to nothing at first: neither do they
/// refer to anything, nor does anything that is known of them.
///
/// What is not saved yet is as if the deletion had never been asked for. What a save has removed,
/// or what never had a row, is new, with the values and the id that it had. What others have
/// removed stays so.
struct Revival {
  /// What is known of an object that exists again.
  struct Revived {
    /// `true` if the object has no row.
    let isNew: Bool

    /// What the to-ones of one that has a row referred to when it was deleted.
    var references: [Int: __ToOne] = [:]
  }

  /// The places, among the links of the group, of those that a deletion has removed and that others
  /// have made or removed since: they are as they are stored.
  private(set) var lapsed: Set<Int> = []

  private let unit: UnitOfWork
  private let group: UndoGroup

  private var tracker: ChangeTracker { unit.tracker }

  init(_ unit: UnitOfWork, _ group: UndoGroup) {
    self.unit = unit
    self.group = group
  }

  /// Makes the objects exist that the group has deleted, and returns what is known of them.
  mutating func revive() -> [ManagedObject: Revived] {
    tracker.removeDiscarded()
    var revived: [ManagedObject: Revived] = [:]
    var undeleted: [ManagedObject] = []
    var inserted: [ManagedObject] = []
    for record in group.records where record.isRemoved && !record.isNew {
      let object = record.object
      if object.__flags.contains(.isDetached) {
        guard !object.__isRemovedByOthers, isFree(object), insertAgain(record) else { continue }
        inserted.append(object)
        revived[object] = Revived(isNew: true)
      } else if object.__flags.contains(.isDeleted) {
        undeleted.append(object)
        revived[object] = Revived(isNew: false)
      }
    }
    if revived.isEmpty { return [:] }
    tracker.revive(undeleted: Set(undeleted), inserted: inserted)
    for object in undeleted + inserted {
      tracker.recorder?.didInsert(object)
      unit.observedChanges?.noteAll(of: object)
    }
    for record in group.records where revived[record.object]?.isNew == true {
      for (index, value) in record.externals { _ = record.object.__setValue(index, value) }
      for index in record.externals.keys {
        if let value = record.unrecognized[index] { record.object.__unrecognized[index] = value }
      }
    }
    for object in undeleted { revived[object]?.references = separate(object) }
    forgetMembers(of: undeleted)
    for (place, link) in group.links.enumerated()
    where link.isByDeletion && revived[link.owner]?.isNew == false {
      if revived[link.other]?.isNew != true, isLapsed(link) {
        lapsed.insert(place)
        readAgain(link)
      } else {
        separate(link, revived)
      }
    }
    for object in undeleted { rejoin(object) }
    return revived
  }

  /// `true` if no other object has the id of `object`, which belongs to no context.
  private func isFree(_ object: ManagedObject) -> Bool {
    tracker.liveObject(object.__rowID, tree: object.__entity.tree) == nil
  }

  // MARK: Without a row

  /// Makes a new object of that of `record`, with the values that it had, which refers to nothing.
  private func insertAgain(_ record: UndoGroup.ObjectRecord) -> Bool {
    guard let values = record.values else { return false }
    let object = record.object
    object.__batch = unit.batchOfLoneObjects(object.__entity.tree)
    object.__slab = record.slab
    object.__unrecognized = record.unrecognized
    object.__toManys = []
    object.__restore(values)
    // The version of the row that has gone stays, for the next one to follow it.
    object.__flags = [.isInserted]
    for index in object.__entity.toOneIndexes { object.__setToOne(index, __ToOne()) }
    let changes = __Snapshot(hasValues: false, after: nil)
    changes.properties = record.assigned
    object.__changes = changes
    return true
  }

  // MARK: With a row

  /// Makes `object` refer to nothing, and returns what it has referred to.
  private func separate(_ object: ManagedObject) -> [Int: __ToOne] {
    var references: [Int: __ToOne] = [:]
    for index in object.__entity.toOneIndexes {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      let reference = end.reference
      guard reference.rowID != 0 else { continue }
      references[index] = reference
      unit.willWrite(object, index)
      let target = reference.object ?? unit.loader.resolve(reference.id, of: object, index)
      end.refer(to: nil)
      guard end.relationship.inverseIsToMany, let target,
        target.__isLive
      else { continue }
      leave(end, target)
    }
    return references
  }

  /// Makes the owner of `end`, whose row or whose former value refers to `target`, no member there.
  private func leave(_ end: RelationshipEnd, _ target: ManagedObject) {
    let state = unit.graph.toManyState(of: target, end.relationship.inverseIndex)
    let isStored = end.owner.originalStoredValue(at: end.index) == .integer(target.__rowID)
    if isStored ? !state.removed.contains(end.owner) : state.knows(end.owner) == true {
      state.remove(end.owner)
      tracker.touch(target)
    }
    unit.observedChanges?.note(target, end.relationship.inverseIndex)
  }

  /// Has the members of `owners`, which refer to these, read again; what is unsaved of them is
  /// found out from the members.
  private func forgetMembers(of owners: [ManagedObject]) {
    var ends: [ObjectID: ManagedObject] = [:]
    for owner in owners
    where owner.__entity.relationships.contains(where: { $0?.hasMembersThatRefer == true }) {
      ends[owner.__objectID] = owner
    }
    if ends.isEmpty { return }
    var found: [RelationshipKey: (added: [ManagedObject], removed: [ManagedObject])] = [:]
    // A reference that differs from the one stored is a change.
    for member in tracker.changed + tracker.inserted
    where member.__flags.isDisjoint(with: [.isFault, .isDeleted, .isDetached]) {
      for index in member.__entity.toOneIndexes {
        guard let relationship = member.__entity.relationships[index], relationship.inverseIsToMany
        else { continue }
        let now = member.__toOne(index).rowID
        let stored = storedID(of: member, index)
        guard now != stored else { continue }
        let root = unit.entities[relationship.target].rootName
        if let owner = ends[ObjectID(entityName: root, rowID: now)] {
          let key = RelationshipKey(owner: owner, index: relationship.inverseIndex)
          found[key, default: ([], [])].added.append(member)
        }
        if let owner = ends[ObjectID(entityName: root, rowID: stored)] {
          let key = RelationshipKey(owner: owner, index: relationship.inverseIndex)
          found[key, default: ([], [])].removed.append(member)
        }
      }
    }
    for owner in ends.values {
      for index in owner.__entity.relationshipIndexes
      where owner.__entity.relationships[index]?.hasMembersThatRefer == true {
        let unsaved = found[RelationshipKey(owner: owner, index: index)]
        guard unsaved != nil || owner.__toMany(index) != nil else { continue }
        unit.graph.toManyState(of: owner, index)
          .reset(added: unsaved?.added ?? [], removed: unsaved?.removed ?? [])
        if unsaved != nil { tracker.touch(owner) }
      }
    }
  }

  /// A to-many relationship of one object.
  private struct RelationshipKey: Hashable {
    let owner: ManagedObject
    let index: Int
  }

  /// Returns the id of the row that the row of `member` refers to; 0 for none.
  private func storedID(of member: ManagedObject, _ index: Int) -> Int64 {
    guard !member.__flags.contains(.isInserted) else { return 0 }
    guard let changes = member.__changes, changes.properties.contains(index) else {
      return member.__toOne(index).rowID
    }
    guard case .integer(let id) = member.originalStoredValue(at: index) else { return 0 }
    return id
  }

  /// `true` if nothing that is unsaved has come of `link`, whose owner has been deleted: neither
  /// was the link itself unsaved, nor is it stored still.
  private func isLapsed(_ link: UndoGroup.LinkRecord) -> Bool {
    guard let relationship = link.owner.__entity.relationships[link.index] else { return false }
    let inverse = link.other.__toMany(relationship.inverseIndex)
    return inverse?.removed.contains(link.owner) != true
      && link.owner.__toMany(link.index)?.added.contains(link.other) != true
  }

  /// Has the members at both ends of `link` read again.
  private func readAgain(_ link: UndoGroup.LinkRecord) {
    guard let relationship = link.owner.__entity.relationships[link.index] else { return }
    for (object, index) in [(link.owner, link.index), (link.other, relationship.inverseIndex)] {
      object.__toMany(index)?.members = nil
      unit.observedChanges?.note(object, index)
    }
  }

  /// Has the members of `object`, and those that it is among, be what is stored where it was taken
  /// from these for no more than its deletion: others have linked them since.
  private func rejoin(_ object: ManagedObject) {
    for index in object.__entity.relationshipIndexes {
      guard let relationship = object.__entity.relationships[index], relationship.isToMany,
        relationship.inverseIsToMany
      else { continue }
      let own = object.__toMany(index)
      for other in unit.maps[unit.entities[relationship.target].tree].objects
      where other !== object {
        guard let state = other.__toMany(relationship.inverseIndex),
          state.removed.contains(object), own?.removed.contains(other) != true
        else { continue }
        state.restore(object, isStored: true)
        own?.members = nil
        unit.observedChanges?.note(other, relationship.inverseIndex)
        unit.observedChanges?.note(object, index)
      }
    }
  }

  /// Makes the two objects of `link`, whose owner exists again, members of each other no more.
  private func separate(_ link: UndoGroup.LinkRecord, _ revived: [ManagedObject: Revived]) {
    guard let relationship = link.owner.__entity.relationships[link.index] else { return }
    let state = unit.graph.toManyState(of: link.owner, link.index)
    // Whoever has forgotten a member that is stored has to know that it is one no more.
    if state.knows(link.other) != false { state.remove(link.other) }
    tracker.touch(link.owner)
    guard revived[link.other]?.isNew == false, link.other !== link.owner,
      let inverse = link.other.__toMany(relationship.inverseIndex),
      inverse.knows(link.owner) == true
    else { return }
    inverse.remove(link.owner)
    tracker.touch(link.other)
  }
}

extension ManagedRelationship {
  /// `true` for a to-many whose members refer to the object that holds them.
  fileprivate var hasMembersThatRefer: Bool { isToMany && !inverseIsToMany }
}

extension ChangeTracker {
  /// Lists `new`, which are new again, among the inserted, and `undeleted` among the deleted no
  /// more.
  fileprivate func revive(undeleted: Set<ManagedObject>, inserted new: [ManagedObject]) {
    for object in undeleted { object.__flags.remove(.isDeleted) }
    let lists = self.lists
    self.lists = Lists(
      inserted: lists.inserted + new, changed: lists.changed,
      deleted: undeleted.isEmpty
        ? lists.deleted : lists.deleted.filter { !undeleted.contains($0) },
      touched: lists.touched)
    // One that has had a row is looked for by its id.
    if new.isEmpty { return }
    registerNewObjects()
    hasInsertedAgain = true
  }
}

import EntityModel
import EntityStore

/// Takes over into one context what others have committed.
///
/// Objects without changes have the values of their rows from then on; unsaved changes stay. Where
/// both have changed the same property, or one has deleted what the other has changed, nothing is
/// taken over: that is a conflict, which is reported, and stops the save as well.
struct Follower {
  let unit: UnitOfWork

  /// Takes over what has come since the last time; returns the conflicts.
  func takeOver() throws -> [ConflictError.Conflict] {
    guard let inbox = unit.inbox, !inbox.isEmpty else { return [] }
    unit.forgetChangesTakenBack()
    defer { unit.lifeCycle?.didRefresh() }
    switch inbox.take() {
    case .everything:
      let all = unit.maps.flatMap(\.objects).filter { !$0.__flags.contains(.isInserted) }
      try compareLinks(of: all)
      return try takeOver(all, changed: [:], trees: Set(unit.maps.indices))
    case .commits(let commits):
      let concern = Concern(unit, commits)
      for (link, isMade) in concern.links { takeOver(link, isMade) }
      return try takeOver(concern.objects, changed: concern.changed, trees: concern.trees)
    }
  }

  /// Takes over the objects that others were in the way of and whose unsaved changes have been
  /// taken back since; returns the conflicts.
  func takeOverUncontested() throws -> [ConflictError.Conflict] {
    unit.forgetChangesTakenBack()
    let objects = unit.takeUncontested()
    if objects.isEmpty { return [] }
    defer { unit.lifeCycle?.didRefresh() }
    return try takeOver(objects, changed: [:], trees: Set(objects.map(\.__entity.tree)))
  }

  // MARK: Links

  /// Takes over that others have made or removed `link`.
  private func takeOver(_ link: Concern.Link, _ isMade: Bool) {
    guard let owner = unit.tracker.liveObject(link.row, tree: unit.entities[link.entity].tree),
      let relationship = owner.__entity.relationships[link.property],
      let state = owner.__toMany(link.property),
      let other = unit.tracker.liveObject(
        link.other, tree: unit.entities[relationship.target].tree)
    else { return }
    guard state.noteOfOthers(other, isStored: isMade) else { return }
    unit.observedChanges?.note(owner, link.property)
  }

  /// Compares the unsaved links of `objects` with those that are stored, as others may have made or
  /// removed the same.
  private func compareLinks(of objects: [ManagedObject]) throws {
    for object in objects where object.__hasToManys {
      for state in object.__toManys where !state.added.isEmpty || !state.removed.isEmpty {
        guard let end = RelationshipEnd(of: object, state.index),
          end.relationship.inverseIsToMany
        else { continue }
        for other in state.added.objects + state.removed
        where !other.__flags.contains(.isInserted) {
          state.noteOfOthers(other, isStored: try unit.graph.isStoredMember(other, of: end))
        }
      }
    }
  }

  /// Takes over `changes`, which have been made in the store on behalf of the context itself, while
  /// it had no unsaved changes: what has changed is read again when it is needed.
  func takeOver(ownChanges changes: ChangeSet) {
    // Without objects there is nothing that changes could concern.
    if unit.maps.allSatisfy({ $0.count == 0 }) { return }
    let concern = Concern(unit, [changes])
    let deleted = Set(changes.deletes.map { ObjectID($0, in: unit) })
    guard let observed = unit.observedChanges else {
      return takeOver(concern, deleted: deleted)
    }
    observed.together { takeOver(concern, deleted: deleted) }
  }

  private func takeOver(_ concern: Concern, deleted: Set<ObjectID>) {
    var stale: [ManagedObject] = []
    for object in concern.objects where !object.__flags.contains(.isDetached) {
      guard deleted.contains(object.__objectID) else {
        stale.append(object)
        continue
      }
      unit.detachRemoved(object)
    }
    Refresher(unit: unit).makeFaults(of: stale)
    unit.forgetMembers(in: concern.trees)
  }

  /// What commits concern of a context.
  private struct Concern {
    /// The live objects whose rows have changed.
    private(set) var objects: [ManagedObject] = []

    /// The properties that have changed, by object; none for an object that has come or gone.
    private(set) var changed: [ObjectIdentifier: PropertySet] = [:]

    /// The trees to whose objects relationships may hold others than before.
    private(set) var trees: Set<Int> = []

    /// One end of a link.
    struct Link: Hashable {
      let entity: Int
      let row: Int64
      let property: Int
      let other: Int64
    }

    /// The ends of links, and whether they are there after the commits; none where the context has
    /// no unsaved ones.
    private(set) var links: [Link: Bool] = [:]

    /// The objects that are known.
    private var known: Set<ObjectIdentifier> = []

    /// The objects that have come or gone, of which any property may be another one.
    private var replaced: Set<ObjectIdentifier> = []

    init(_ unit: UnitOfWork, _ commits: [ChangeSet]) {
      let hasUnsavedLinks = !unit.tracker.touched.isEmpty
      for changes in commits {
        for delete in changes.deletes { note(delete.entity, delete.id, nil, unit) }
        for insert in changes.inserts { note(insert.entity, insert.id, nil, unit) }
        for update in changes.updates { note(update.entity, update.id, update.properties, unit) }
        unit.container.store.layout.forEachLink(of: changes) {
          entity, row, property, other, isMade in
          trees.insert(unit.entities[entity].tree)
          if !hasUnsavedLinks { return }
          let link = Link(entity: entity, row: row, property: property, other: other)
          links[link] = isMade
        }
        unit.container.store.layout.forEachOrder(of: changes) { entity, _, property in
          guard let relationship = unit.entities[entity].relationships[property] else { return }
          trees.insert(unit.entities[relationship.target].tree)
        }
      }
      for object in replaced { changed[object] = nil }
    }

    private mutating func note(
      _ entity: Int, _ id: Int64, _ properties: [Int]?, _ unit: UnitOfWork
    ) {
      let layout = unit.entities[entity]
      // What has been deleted softly, or restored, is shown by others than before.
      let isOfMembers =
        properties?.contains { layout.relationships[$0] != nil || $0 == layout.deletionDate }
      if isOfMembers ?? true { trees.insert(layout.tree) }
      guard let object = unit.maps[layout.tree][id] else { return }
      let key = ObjectIdentifier(object)
      if known.insert(key).inserted { objects.append(object) }
      guard let properties else {
        replaced.insert(key)
        return
      }
      for property in properties { changed[key, default: []].insert(property) }
    }
  }

  /// Reads `objects` again, whose properties `changed` others have changed, and forgets the loaded
  /// members of relationships to `trees`; returns the conflicts.
  private func takeOver(
    _ objects: [ManagedObject], changed: [ObjectIdentifier: PropertySet], trees: Set<Int>
  ) throws -> [ConflictError.Conflict] {
    guard let observed = unit.observedChanges else {
      return try readAgain(objects, changed: changed, trees: trees)
    }
    return try observed.together { try readAgain(objects, changed: changed, trees: trees) }
  }

  private func readAgain(
    _ objects: [ManagedObject], changed: [ObjectIdentifier: PropertySet], trees: Set<Int>
  ) throws -> [ConflictError.Conflict] {
    var conflicts: [ConflictError.Conflict] = []
    try unit.session.share {
      var refresher = Refresher(unit: unit)
      refresher.leavesNewMembers = true
      var stale: [ManagedObject] = []
      // What has gone goes first, so that nothing that is read again leads to it.
      for object in objects where object.__flags.isDisjoint(with: [.isInserted, .isDetached]) {
        guard let row = try refresher.row(of: object) else {
          if object.isMissedByNoChange {
            unit.detachRemoved(object)
          } else {
            conflicts.append(conflict(object, nil))
            refresher.contested.insert(object)
          }
          continue
        }
        // A fault is read when it is needed.
        if row.version == object.__version || object.__flags.contains(.isFault) { continue }
        if object.isContested(by: row.values, changed[ObjectIdentifier(object)] ?? []) {
          conflicts.append(conflict(object, row.values))
          refresher.contested.insert(object)
        } else {
          stale.append(object)
        }
      }
      for object in stale {
        try refresher.readAgain(object, merging: true)
        conflicts += newMemberships(of: object)
      }
    }
    unit.forgetMembers(in: trees)
    return conflicts
  }

  /// Returns the conflicts about objects that are to be deleted and that `object`, which has been
  /// read again, has been made a member of.
  private func newMemberships(of object: ManagedObject) -> [ConflictError.Conflict] {
    guard unit.tracker.hasDeletions, !object.__flags.contains(.isDeleted) else { return [] }
    return object.__entity.toOneIndexes.compactMap { index in
      guard let relationship = object.__entity.relationships[index], relationship.inverseIsToMany,
        let owner = unit.graph.live(object.__toOne(index).rowID, relationship),
        owner.__flags.contains(.isDeleted), !object.differingProperties.contains(index),
        let inverse = owner.__entity.relationships[relationship.inverseIndex],
        inverse.description.deleteRule != .noAction
      else { return nil }
      return FoundConflict(
        kind: .newMember, object: owner, isDeletion: true, index: inverse.index,
        relatedID: object.__rowID, theirs: nil
      ).reported
    }
  }

  /// Returns the conflict about `object`, whose row holds `theirs` now.
  private func conflict(
    _ object: ManagedObject, _ theirs: [StoredValue]?
  ) -> ConflictError.Conflict {
    Saver(unit: unit).conflict(about: object, theirs: theirs)
  }
}

extension ObjectID {
  /// Creates the id of the row that `delete` removes.
  fileprivate init(_ delete: ChangeSet.Delete, in unit: UnitOfWork) {
    self.init(entityName: unit.entities[delete.entity].rootName, rowID: delete.id)
  }
}

import EntityModel

/// Objects that become faults: their values leave memory, and are read again when they are needed.
extension Refresher {
  /// Makes faults of those of `objects` that are of the context and have no changes.
  func turnIntoFaults(_ objects: some Sequence<ManagedObject>) {
    guard let observed = unit.observedChanges else { return forgetUnchanged(among: objects) }
    observed.together { forgetUnchanged(among: objects) }
  }

  private func forgetUnchanged(among objects: some Sequence<ManagedObject>) {
    unit.forgetChangesTakenBack()
    var unchanged: [ManagedObject] = []
    for object in objects where object.__unit === unit && object.isAsStored {
      unchanged.append(object)
      // What a row refers to when it is read again may be another object.
      unchanged += forgetOtherEnds(of: object)
    }
    makeFaults(of: unchanged)
  }

  /// Has the sets that `object` may be a member of read again; returns the partners of its
  /// one-to-ones that have no changes.
  private func forgetOtherEnds(of object: ManagedObject) -> [ManagedObject] {
    var partners: [ManagedObject] = []
    for state in object.__toManys {
      guard let relationship = object.__entity.relationships[state.index],
        relationship.inverseIsToMany
      else { continue }
      for member in state.members?.objects ?? [] {
        forgetMembers(of: member, relationship.inverseIndex)
      }
    }
    guard !object.__flags.contains(.isFault) else { return partners }
    for index in object.__entity.toOneIndexes {
      guard let relationship = object.__entity.relationships[index],
        let target = graph.live(object.__toOne(index).rowID, relationship)
      else { continue }
      if relationship.inverseIsToMany {
        forgetMembers(of: target, relationship.inverseIndex)
      } else if target.isAsStored {
        partners.append(target)
      }
    }
    return partners
  }

  /// Has the members of the to-many `index` of `owner` read again; those of a new object are all
  /// unsaved, and cannot be.
  private func forgetMembers(of owner: ManagedObject, _ index: Int) {
    guard !owner.__flags.contains(.isInserted),
      let state = owner.__toMany(index), state.members != nil
    else { return }
    state.members = nil
    unit.observedChanges?.note(owner, index)
  }

  /// Makes faults of `objects`, which have no changes, and reports that to those who observe them.
  ///
  /// The members of theirs that have not been saved, which others refer to, stay.
  func makeFaults(of objects: [ManagedObject]) {
    guard let observed = unit.observedChanges else { return forgetValues(of: objects) }
    observed.together {
      observed.noteRefreshed(objects)
      forgetValues(of: objects)
    }
  }

  private func forgetValues(of objects: [ManagedObject]) {
    var batches: [Int: FetchBatch] = [:]
    tracker.noteOtherValues()
    for object in objects {
      // A fault may have loaded members.
      forgetStoredMembers(of: object)
      if object.__flags.contains(.isFault) { continue }
      let tree = object.__entity.tree
      let batch = batches[tree] ?? FetchBatch(unit, tree: tree)
      batches[tree] = batch
      object.__batch = batch
      batch.ids.append(object.__rowID)
      object.__unrecognized = [:]
      object.__slab = nil
      object.__flags.insert(.isFault)
      object.__flags.remove(.isUnreadable)
      object.__unload()
    }
  }

  /// Forgets all that is known of the to-manys of `object`, except the changes to be saved.
  private func forgetStoredMembers(of object: ManagedObject) {
    guard object.__hasToManys else { return }
    let pending = object.__toManys.filter(\.hasChanges)
    for state in pending { state.members = nil }
    object.__toManys = pending
  }
}

extension ManagedObject {
  /// `true` if the object is stored and has no changes that a save would write.
  final var isAsStored: Bool {
    __flags.isDisjoint(with: [.isInserted, .isChanged, .isDeleted, .isDetached]) && !differsFromRow
  }
}

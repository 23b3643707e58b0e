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
      unchanged += partners(of: object)
    }
    guard !unchanged.isEmpty else { return }
    for object in unchanged where object.__hasToManys { noteFormer(of: object) }
    makeFaults(of: unchanged)
    // What a row refers to when it is read again may be another object, and who has it as a member.
    unit.forgetMembers(in: Set(unchanged.map(\.__entity.tree)))
  }

  /// Returns the partners of the one-to-ones of `object` that have no changes.
  private func partners(of object: ManagedObject) -> [ManagedObject] {
    guard !object.__flags.contains(.isFault) else { return [] }
    return object.__entity.toOneIndexes.compactMap { index in
      guard let relationship = object.__entity.relationships[index],
        !relationship.inverseIsToMany,
        let partner = graph.live(object.__toOne(index).rowID, relationship), partner.isAsStored
      else { return nil }
      return partner
    }
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

  /// Notes which members that are read `object` has: what others have taken away of them shows
  /// when its members are read again.
  func noteFormer(of object: ManagedObject) {
    for state in object.__toManys {
      guard let members = state.members,
        object.__entity.relationships[state.index]?.inverseIsToMany == false
      else { continue }
      state.former = members.objects.lazy
        .filter { !$0.__flags.contains(.isFault) }.map(\.__rowID)
    }
  }

  /// Forgets all that is known of the to-manys of `object`, except the changes to be saved.
  private func forgetStoredMembers(of object: ManagedObject) {
    guard object.__hasToManys else { return }
    let pending = object.__toManys.filter { $0.hasChanges || !$0.former.isEmpty }
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

extension UnitOfWork {
  /// Notes that members of `relationship` are loaded.
  func noteLoaded(_ relationship: ManagedRelationship) {
    hasLoadedMembers[entities[relationship.target].tree] = true
  }

  /// Has the members of all relationships to objects of `trees` read again; unsaved changes stay.
  func forgetMembers(in trees: Set<Int>) {
    let trees = trees.filter { hasLoadedMembers[$0] }
    guard !trees.isEmpty else { return }
    // Those of new objects stay, and may be forgotten once these are saved.
    if !tracker.hasInserted { for tree in trees { hasLoadedMembers[tree] = false } }
    for object in maps.flatMap(\.objects)
    where object.__hasToManys && !object.__flags.contains(.isInserted) {
      for state in object.__toManys where state.members != nil {
        guard let relationship = object.__entity.relationships[state.index],
          trees.contains(entities[relationship.target].tree)
        else { continue }
        state.members = nil
        observedChanges?.note(object, state.index)
      }
    }
  }

  /// Has the loaded members of the to-manys of `object` read again.
  func forgetMembers(of object: ManagedObject) {
    for state in object.__toManys where state.members != nil {
      state.members = nil
      observedChanges?.note(object, state.index)
    }
  }
}

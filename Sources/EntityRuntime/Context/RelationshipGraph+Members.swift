import EntityModel
import EntityStore

/// The members of to-many relationships.
extension RelationshipGraph {
  /// Returns the members of the to-many `index` of `object` that it shows, for their set to be
  /// asked for.
  func membersToRead(of object: ManagedObject, _ index: Int) -> AnyMembers {
    let members = members(of: object, index)
    // A closed context retains no members, so that objects cannot retain each other.
    if unit.isClosed { object.__toManys = [] }
    return unit.hidesObjects ? visible(members, of: object, index) : members
  }

  /// Returns the objects that `end` refers to, of a to-many without those that it does not show.
  func shown(by end: RelationshipEnd) -> [ManagedObject] {
    end.relationship.isToMany ? membersToRead(of: end.owner, end.index).objects : related(by: end)
  }

  /// Returns the members of the to-many `index` of `object`, loading them for its whole batch.
  func members(of object: ManagedObject, _ index: Int) -> AnyMembers {
    tracker.makeUnmade()
    let state = toManyState(of: object, index)
    if let members = state.members { return members }
    guard let relationship = object.__entity.relationships[index] else {
      return Members<ManagedObject>()
    }
    let isStored = !object.__flags.contains(.isInserted) && object.__rowID > 0
    if isStored, !object.__flags.contains(.isDetached) {
      do {
        if let observed = unit.observedChanges {
          try observed.together { try loadMembers(relationship, of: object) }
        } else {
          try loadMembers(relationship, of: object)
        }
      } catch {
        unit.problems.note(
          object, index, "the store could not be read: \(error)", underlying: error)
      }
    }
    if let members = state.members { return members }
    unit.noteLoaded(relationship)
    state.load(relationship.maker())
    return state.members ?? Members<ManagedObject>()
  }

  /// Returns the state of the to-many `index` of `object`.
  func toManyState(of object: ManagedObject, _ index: Int) -> ToManyState {
    if let state = object.__toMany(index) { return state }
    let isOrdered = object.__entity.relationships[index]?.isOrdered == true
    let state = ToManyState(index: index, isOrdered: isOrdered)
    object.__toManys.append(state)
    object.__batch.map.mayHoldObjects = true
    return state
  }

  /// Loads `relationship` of `object` and of all other objects of its batch that have not.
  private func loadMembers(_ relationship: ManagedRelationship, of object: ManagedObject) throws {
    let owners = owners(besides: object, relationship)
    let batch = FetchBatch(unit, tree: unit.entities[relationship.target].tree)
    let lists = MemberLists(count: owners.count, areOrdered: relationship.isOrdered)
    let entity = unit.entities[relationship.declaration.entity].layout
    if owners.count == 1 { unit.repeatedReads?.note(object, relationship.index) }
    let add = { [self] (member: ManagedObject, position: Int, place: Int64) in
      guard loader.fits(member, relationship, of: owners[position]),
        isMember(member, of: owners[position], relationship)
      else { return }
      lists.add(member, at: position, place: place)
    }
    let count = unit.session.budget.counter(of: (entity.name, relationship.description.name))
    let take = { [self] (position: Int, place: Int64, row: inout __Row) in
      try count?()
      if let member = loader.object(of: &row, batch) { add(member, position, place) }
    }
    let ids = owners.map(\.__rowID)
    try unit.session.read { session in
      guard relationship.inverseIsToMany else {
        return try session.members(of: entity, property: relationship.index, owners: ids, take)
      }
      // The row of a member that many owners share is read once.
      try session.members(
        of: entity, property: relationship.index, owners: ids,
        isKnown: { id in batch.map[id].map { !$0.__flags.contains(.isFault) } ?? false },
        known: { position, place, id in
          try count?()
          guard let member = batch.map[id] else { return }
          if member.__batch !== batch {
            member.__batch = batch
            batch.ids.append(id)
          }
          add(member, position, place)
        }, take)
    }
    for (owner, list) in zip(owners, lists.taken()) {
      let members = relationship.maker()
      members.take(list)
      register(members, of: owner, relationship)
    }
  }

  /// Returns `object` and those others of its batch that have not loaded `relationship`, by id.
  private func owners(
    besides object: ManagedObject, _ relationship: ManagedRelationship
  ) -> [ManagedObject] {
    var owners = object.__batch.ids.compactMap { id -> ManagedObject? in
      guard id > 0, id != object.__rowID, let other = object.__batch.map[id],
        other.__batch === object.__batch,
        other.__flags.isDisjoint(with: [.isDeleted, .isInserted]),
        other.__entity.has(relationship), other.__toMany(relationship.index)?.members == nil
      else { return nil }
      return other
    }
    owners.append(object)
    owners.sort { $0.__rowID < $1.__rowID }
    // A batch names an object as often as rows have brought it.
    return owners.indices.filter { $0 == 0 || owners[$0] !== owners[$0 - 1] }.map { owners[$0] }
  }

  /// `true` if `member`, whose row refers to `owner`, does so in memory too; objects in memory have
  /// the values that they had there.
  private func isMember(
    _ member: ManagedObject, of owner: ManagedObject, _ relationship: ManagedRelationship
  ) -> Bool {
    if relationship.inverseIsToMany {
      // What has been read before others linked the two has to be read again.
      if let state = member.__toMany(relationship.inverseIndex),
        let members = state.members, !members.contains(owner), !state.removed.contains(owner)
      {
        state.members = nil
        unit.observedChanges?.note(member, relationship.inverseIndex)
      }
      return true
    }
    return member.__toOne(relationship.inverseIndex).rowID == owner.__rowID
  }

  /// Makes faults of those former members that others have taken away, as `members` shows, and that
  /// refer to `owner` in memory: their rows refer to another object, or are gone.
  private func forgetTaken(
    from state: ToManyState, _ members: AnyMembers, _ owner: ManagedObject,
    _ relationship: ManagedRelationship
  ) {
    let former = state.former
    state.former = []
    let map = unit.maps[unit.entities[relationship.target].tree]
    let taken = former.compactMap { map[$0] }.filter { member in
      member.__flags.isDisjoint(with: [.isFault]) && member.isAsStored
        && !members.contains(member)
        && member.__toOne(relationship.inverseIndex).rowID == owner.__rowID
    }
    if !taken.isEmpty { Refresher(unit: unit).makeFaults(of: taken) }
  }

  /// Has both ends know what others have linked to `owner` or unlinked from it, as the stored
  /// `members` show, which is unsaved here too.
  private func noteLinksOfOthers(
    _ state: ToManyState, _ members: AnyMembers, _ owner: ManagedObject,
    _ relationship: ManagedRelationship
  ) {
    if state.added.isEmpty, state.removed.isEmpty { return }
    let made = state.added.objects.filter(members.contains)
    let taken = state.removed.filter { !members.contains($0) }
    for (others, isStored) in [(made, true), (Array(taken), false)] {
      for other in others {
        state.noteOfOthers(other, isStored: isStored)
        other.__toMany(relationship.inverseIndex)?.noteOfOthers(owner, isStored: isStored)
        unit.observedChanges?.note(other, relationship.inverseIndex)
      }
    }
  }

  /// Takes the stored `members` of `relationship` of `owner` over.
  private func register(
    _ members: AnyMembers, of owner: ManagedObject, _ relationship: ManagedRelationship
  ) {
    let state = toManyState(of: owner, relationship.index)
    if !state.former.isEmpty { forgetTaken(from: state, members, owner, relationship) }
    let gone =
      !tracker.hasDeletions ? [] : members.objects.filter { $0.__flags.contains(.isDeleted) }
    unit.noteLoaded(relationship)
    if relationship.inverseIsToMany { noteLinksOfOthers(state, members, owner, relationship) }
    state.load(members)
    for member in gone where !state.removed.contains(member) {
      state.remove(member)
      tracker.touch(owner)
    }
  }
}

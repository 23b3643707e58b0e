import EntityModel
import EntityStore

/// The order of the members of to-many relationships.
extension RelationshipGraph {
  /// Makes the ordered to-many `index` of `owner` hold `new` in that order, and the inverses of
  /// those that are added and removed agree.
  ///
  /// A member that comes twice is held once, where it comes first; the next save refuses that. An
  /// object that is deleted stays as it is.
  func set(_ owner: ManagedObject, _ index: Int, to new: [ManagedObject]) {
    guard let end = RelationshipEnd(of: owner, index), isChangeable(end) else { return }
    unit.misuses.forget(end)
    let members = membersToRead(of: owner, index)
    let former = members.objects
    var wanted = new
    // Some of the members that come first are different.
    if !former.begins(with: new) {
      let appended = new.begins(with: former)
      var known: Set<ObjectIdentifier> = []
      let rest = new.dropFirst(appended ? former.count : 0).filter {
        known.insert(ObjectIdentifier($0)).inserted && !(appended && members.contains($0))
      }
      wanted = appended ? former + rest : rest
    }
    if wanted.count < new.count, let member = new.firstRepeated {
      unit.misuses.note(member, twiceIn: end)
    }
    guard unit.reportsChanges, let observed = unit.observedChanges else {
      return hold(wanted, insteadOf: former, end)
    }
    observed.changing(changes(making: end, hold: wanted, insteadOf: former)) {
      hold(wanted, insteadOf: former, end)
    }
  }

  /// Makes `end` hold `wanted`, which are all different, instead of `former`.
  private func hold(
    _ wanted: [ManagedObject], insteadOf former: [ManagedObject], _ end: RelationshipEnd
  ) {
    let isShortened = former.begins(with: wanted)
    if isShortened, wanted.count == former.count { return }
    // A member that is not shown is one already, and is put where it is wanted.
    let state = toManyState(of: end.owner, end.index)
    func isMember(_ object: ManagedObject) -> Bool {
      unit.hidesObjects && state.knows(object) == true
    }
    if wanted.count > former.count, wanted.begins(with: former),
      !wanted[former.count...].contains(where: isMember)
    {
      for object in wanted[former.count...] { linkOrRefuse(object, to: end) }
      return
    }
    willArrange(end.owner, end.index)
    state.noteStored()
    if isShortened {
      for object in former[wanted.count...] { unlink(object, from: end) }
      return tracker.touch(end.owner)
    }
    let (before, after) = (Set(former), Set(wanted))
    for object in former where !after.contains(object) { unlink(object, from: end) }
    for object in wanted where !before.contains(object) && !isMember(object) {
      linkOrRefuse(object, to: end)
    }
    // Linking may run the user's code, which may have had everything read again.
    _ = members(of: end.owner, end.index)
    toManyState(of: end.owner, end.index).arrange(wanted)
    tracker.touch(end.owner)
  }

  /// Returns what making the ordered `end` hold `new` instead of `old` changes.
  private func changes(
    making end: RelationshipEnd, hold new: [ManagedObject], insteadOf old: [ManagedObject]
  ) -> [(ManagedObject, Int)] {
    let found = changes(of: end, by: MemberDifference(from: old, to: new))
    if !found.isEmpty || new.begins(with: old) { return found }
    return [(end.owner, end.index)]
  }

  /// Makes `object` a member of the ordered `end`, if it is none, and puts it in `place`.
  func put(_ object: ManagedObject, in end: RelationshipEnd, _ place: MemberOrder.Place) throws {
    guard isChangeable(end) else { return }
    guard object.__unit === unit else {
      if let own = unit.borrowed(object) { return try self.put(own, in: end, place) }
      return unit.misuses.note(foreignReference: end)
    }
    guard object.__isLive else {
      throw end.refusal("cannot hold \(object.__objectID), which is deleted")
    }
    if case .near(let after, let before) = place, after === object || before === object { return }
    let isNew = try !isMember(object, of: end)
    if !isNew, tracker.recorder != nil {
      // What changes nothing is not to be undone.
      let current = members(of: end.owner, end.index).objects
      let placement = MemberOrder.Placement(member: object, place: place)
      if MemberOrder.carryOut([placement], on: current).elementsEqual(current, by: ===) { return }
    }
    func put() {
      if isNew { link(object, to: end) }
      if case .end = place, isNew { return }
      willArrange(end.owner, end.index)
      toManyState(of: end.owner, end.index).place(object, place)
      tracker.touch(end.owner)
    }
    guard unit.reportsChanges, let observed = unit.observedChanges else { return put() }
    let inverses = isNew ? changes(of: end, by: MemberDifference(added: [object])) : []
    observed.changing(inverses.isEmpty ? [(end.owner, end.index)] : inverses, put)
  }

  /// Prepares the to-many `index` of `owner` for `object` being a member no more.
  ///
  /// Returns `true` if members have been read for that: those that have been put beside it stay
  /// where they are.
  func willRemove(_ object: ManagedObject, from owner: ManagedObject, _ index: Int) -> Bool {
    if tracker.recorder != nil {
      willArrange(owner, index)
      return true
    }
    guard let state = owner.__toMany(index), state.members == nil,
      state.order?.leans(on: object) == true
    else { return false }
    _ = members(of: owner, index)
    return true
  }

  /// Has the order of the to-many `index` of `owner`, if it is ordered, noted before it is changed,
  /// where changes are recorded to be undone.
  ///
  /// What is added at the end changes no order.
  func willArrange(_ owner: ManagedObject, _ index: Int) {
    guard let recorder = tracker.recorder,
      owner.__entity.relationships[index]?.isOrdered == true,
      owner.__isLive
    else { return }
    recorder.willArrange(owner, index) { members(of: owner, index).objects }
  }

  /// Has the orders noted that the deletion of `object` changes: that of its own members, and those
  /// that it is a part of.
  func willArrange(deleting object: ManagedObject) {
    for index in object.__entity.relationshipIndexes {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      willArrange(object, index)
      let relationship = end.relationship
      guard relationship.inverseIsToMany,
        unit.entities[relationship.target].relationships[relationship.inverseIndex]?.isOrdered
          == true
      else { continue }
      for owner in related(by: end) { willArrange(owner, relationship.inverseIndex) }
    }
  }

  /// Puts those of `objects` that are members of the ordered `end` in that order; others stay
  /// behind the members that they are behind.
  func arrange(_ end: RelationshipEnd, as objects: [ManagedObject]) {
    _ = members(of: end.owner, end.index)
    if toManyState(of: end.owner, end.index).arranged(objects) == nil { return }
    func arrange() {
      willArrange(end.owner, end.index)
      toManyState(of: end.owner, end.index).arrange(objects)
      tracker.touch(end.owner)
    }
    guard unit.reportsChanges, let observed = unit.observedChanges else { return arrange() }
    observed.changing([(end.owner, end.index)], arrange)
  }
}

extension RelationshipEnd {
  /// Returns the error that the to-many refuses what is asked for, since `problem`.
  func refusal(_ problem: String) -> StoreError {
    StoreError(
      .invalidRequest, "\(self) of \(owner.__objectID) \(problem)", entity: owner.__entity.name,
      properties: [relationship.description.name])
  }
}

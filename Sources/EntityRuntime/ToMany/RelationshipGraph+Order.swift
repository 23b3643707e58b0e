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
    let former = membersToRead(of: owner, index).objects
    let appended = new.count > former.count && new.starts(with: former, by: ===)
    var known = Set((appended ? former : []).map { ObjectIdentifier($0) })
    let rest = new.dropFirst(appended ? former.count : 0).filter {
      known.insert(ObjectIdentifier($0)).inserted
    }
    let wanted = appended ? former + rest : rest
    if wanted.count < new.count { unit.misuses.note(duplicateIn: end) }
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
    if wanted.elementsEqual(former, by: ===) { return }
    if wanted.count > former.count, wanted.starts(with: former, by: ===) {
      for object in wanted[former.count...] { link(object, to: end) }
      return
    }
    toManyState(of: end.owner, end.index).noteStored()
    let (before, after) = (Set(former), Set(wanted))
    for object in former where !after.contains(object) { unlink(object, from: end) }
    for object in wanted where !before.contains(object) { link(object, to: end) }
    // Linking may run the user's code, which may have had everything read again.
    _ = members(of: end.owner, end.index)
    toManyState(of: end.owner, end.index).arrange(wanted)
    tracker.touch(end.owner)
  }

  /// Returns what making the ordered `end` hold `new` instead of `old` changes.
  private func changes(
    making end: RelationshipEnd, hold new: [ManagedObject], insteadOf old: [ManagedObject]
  ) -> [(ManagedObject, Int)] {
    let found = changes(making: end, hold: Set(new), insteadOf: Set(old))
    if !found.isEmpty || new.elementsEqual(old, by: ===) { return found }
    return [(end.owner, end.index)]
  }

  /// Makes `object` a member of the ordered `end`, if it is none, and puts it in `place`.
  func put(_ object: ManagedObject, in end: RelationshipEnd, _ place: MemberOrder.Place) throws {
    guard isChangeable(end) else { return }
    guard object.__unit === unit else { return unit.misuses.note(foreignReference: end) }
    guard object.__flags.isDisjoint(with: [.isDeleted, .isDetached]) else {
      throw end.refusal("cannot hold \(object.__objectID), which is deleted")
    }
    if case .near(let after, let before) = place, after === object || before === object { return }
    let isNew = try !isMember(object, of: end)
    func put() {
      if isNew { link(object, to: end) }
      if case .end = place, isNew { return }
      toManyState(of: end.owner, end.index).place(object, place)
      tracker.touch(end.owner)
    }
    guard unit.reportsChanges, let observed = unit.observedChanges else { return put() }
    let inverses = isNew ? changes(making: end, hold: [object], insteadOf: []) : []
    observed.changing(inverses.isEmpty ? [(end.owner, end.index)] : inverses, put)
  }

  /// Has the members of the to-many `index` of `owner` loaded if others have been put beside
  /// `object`, which is to be one no more: they stay where they are.
  func loadIfLeaning(_ owner: ManagedObject, _ index: Int, on object: ManagedObject) {
    guard let state = owner.__toMany(index), state.members == nil,
      state.order?.leans(on: object) == true
    else { return }
    _ = members(of: owner, index)
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

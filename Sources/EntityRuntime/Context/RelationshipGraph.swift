import EntityModel

/// Keeps the relationships of one context in step with their inverses.
///
/// - Invariant: the two ends of a relationship agree, loaded or not.
final class RelationshipGraph {
  // The unit owns the graph and sets this once.
  unowned(unsafe) var unit: UnitOfWork!

  let tracker: ChangeTracker
  let loader: RowLoader

  init(_ loader: RowLoader) {
    self.loader = loader
    tracker = loader.tracker
  }

  /// Makes the to-one `index` of `owner` refer to `new`, and the inverses at both the old and the
  /// new object agree.
  ///
  /// An object that is deleted stays as it is.
  func set(_ owner: ManagedObject, _ index: Int, to new: ManagedObject?) {
    guard let end = RelationshipEnd(of: owner, index) else { return }
    if unit.reportsChanges { return setAndReport(end, to: new) }
    set(end, to: new)
  }

  @inline(never)
  private func setAndReport(_ end: RelationshipEnd, to new: ManagedObject?) {
    unit.observedChanges?.changing(changes(making: end, referTo: new)) { set(end, to: new) }
  }

  /// Makes the to-one `end` refer to `new`, and the inverses at both the old and the new object
  /// agree.
  func set(_ end: RelationshipEnd, to new: ManagedObject?) {
    guard isChangeable(end) else { return }
    guard isOfSameContext(end, new) else {
      if let own = unit.borrowed(new) { set(end, to: own) }
      return
    }
    unit.willWrite(end.owner, end.index)
    let reference = end.reference
    guard reference.rowID != (new?.__rowID ?? 0) else {
      if let new { end.refer(to: new) }
      return
    }
    let old = target(of: reference, end)
    var isRead = reference.object == nil
    if let old, end.relationship.inverseIsToMany,
      willRemove(end.owner, from: old, end.relationship.inverseIndex)
    {
      isRead = true
    }
    // Reading may run the user's code, which may have had everything read again.
    if isRead { unit.willWrite(end.owner, end.index) }
    end.refer(to: new)
    if let old { unlinkInverse(of: end, at: old) }
    if let new { linkInverse(of: end, at: new) }
  }

  /// Makes the to-many `index` of `owner` hold `new`, and the inverses of those that are added and
  /// removed agree.
  ///
  /// An object that is deleted stays as it is.
  func set<Object: ManagedObject>(_ owner: ManagedObject, _ index: Int, to new: Set<Object>) {
    guard let end = RelationshipEnd(of: owner, index), isChangeable(end) else { return }
    if unit.reportsChanges { return setAndReport(end, to: new) }
    unit.misuses.forget(end)
    let old = membersToRead(of: owner, index).set(of: Object.self)
    replace(MemberDifference(from: old, to: new), in: end)
  }

  @inline(never)
  private func setAndReport<Object: ManagedObject>(_ end: RelationshipEnd, to new: Set<Object>) {
    unit.misuses.forget(end)
    let old = membersToRead(of: end.owner, end.index).set(of: Object.self)
    let difference = MemberDifference(from: old, to: new)
    unit.observedChanges?.changing(changes(of: end, by: difference)) {
      replace(difference, in: end)
    }
  }

  /// Makes the to-many `end` hold what `difference` says; what it does not show stays.
  private func replace(_ difference: MemberDifference, in end: RelationshipEnd) {
    for object in difference.removed { unlink(object, from: end) }
    for object in difference.added { linkOrRefuse(object, to: end) }
  }

  /// Makes `object`, which `end` does not show, a member of that to-many; the next save refuses one
  /// that is gone. One that the next save deletes is left out.
  func linkOrRefuse(_ object: ManagedObject, to end: RelationshipEnd) {
    if isGone(object) { unit.misuses.note(goneMemberOf: end) }
    link(object, to: end)
  }

  /// `true` if `object` was of this context, and its deletion has been saved or its creation taken
  /// back.
  func isGone(_ object: ManagedObject) -> Bool {
    object.__flags.contains(.isDetached) && object.__unit === unit
  }

  /// Makes `object`, which `end` does not show, a member of that to-many.
  func link(_ object: ManagedObject, to end: RelationshipEnd) {
    guard object.__unit === unit else {
      if let own = unit.borrowed(object) { return link(own, to: end) }
      return unit.misuses.note(foreignReference: end)
    }
    // A member that is not shown is one already.
    if unit.hidesObjects, end.owner.__toMany(end.index)?.knows(object) == true { return }
    guard end.relationship.inverseIsToMany else {
      if let inverse = end.inverse(at: object) { set(inverse, to: end.owner) }
      return
    }
    // What is deleted is in no set any more.
    guard object.__flags.isDisjoint(with: [.isDetached, .isDeleted]) else { return }
    if let recorder = tracker.recorder { recorder.note(end, object, isLinked: true) }
    insert(object, in: end.owner, end.index)
    if !(end.relationship.isOwnInverse && object === end.owner) {
      insert(end.owner, in: object, end.relationship.inverseIndex)
    }
  }

  /// Removes `object` from the to-many `end`.
  func unlink(_ object: ManagedObject, from end: RelationshipEnd) {
    guard end.relationship.inverseIsToMany else {
      if let inverse = end.inverse(at: object) { set(inverse, to: nil) }
      return
    }
    if let recorder = tracker.recorder { recorder.note(end, object, isLinked: false) }
    remove(object, from: end.owner, end.index)
    if !(end.relationship.isOwnInverse && object === end.owner) {
      remove(end.owner, from: object, end.relationship.inverseIndex)
    }
  }

  /// Makes the inverse of the to-one `end` at `object` refer to the owner.
  private func linkInverse(of end: RelationshipEnd, at object: ManagedObject) {
    // That the reference leads to a deleted object is reported by the save.
    guard object.__flags.isDisjoint(with: [.isDetached, .isDeleted]) else { return }
    if end.relationship.inverseIsToMany {
      // It has just been made to refer here, so that it is no member yet.
      toManyState(of: object, end.relationship.inverseIndex).append(end.owner)
      tracker.touch(object)
      return
    }
    guard let inverse = end.inverse(at: object) else { return }
    unit.willWrite(object, inverse.index)
    // Unlinking may find that others have linked the object to another one, which is unlinked then.
    for _ in 0..<3 {
      let reference = inverse.reference
      guard reference.rowID != end.owner.__rowID else { return }
      // The object is unlinked from the one that it belonged to, which may be itself.
      guard let former = target(of: reference, inverse), former !== end.owner else { break }
      unlinkPartner(object, from: former, end.index)
      // What has been read again has forgotten that it is about to be changed.
      unit.willWrite(object, inverse.index)
      if inverse.reference.rowID == reference.rowID { break }
    }
    unit.willWrite(object, inverse.index)
    inverse.refer(to: end.owner)
  }

  /// Makes the inverse of the to-one `end` at `object` refer to the owner no more.
  func unlinkInverse(of end: RelationshipEnd, at object: ManagedObject) {
    guard !object.__flags.contains(.isDetached) else { return }
    if end.relationship.inverseIsToMany {
      remove(end.owner, from: object, end.relationship.inverseIndex)
      return
    }
    guard let inverse = end.inverse(at: object) else { return }
    unlinkPartner(end.owner, from: object, inverse.index)
  }

  /// Makes the one-to-one `index` of `object` refer to `partner` no more, which has referred to it.
  private func unlinkPartner(_ partner: ManagedObject, from object: ManagedObject, _ index: Int) {
    guard object.__flags.isDisjoint(with: [.isDetached]) else { return }
    unit.willWrite(object, index)
    if object.__toOne(index).rowID != partner.__rowID {
      // Others have linked the two since the object was read: its row has to be cleared too.
      guard object.__flags.isDisjoint(with: [.isInserted, .isDeleted]) else { return }
      do {
        try unit.withoutUndo {
          try Refresher(unit: unit, noteMissing: { _ in }).readAgain(object, merging: true)
        }
      } catch {
        return unit.problems.note(
          object, index, "the store could not be read: \(error)", underlying: error)
      }
      guard object.__toOne(index).rowID == partner.__rowID else { return }
      unit.willWrite(object, index)
    }
    object.__refer(index, to: nil)
  }

  /// Returns the object that `reference`, which is the value of `end`, leads to, deleted or not.
  private func target(of reference: __ToOne, _ end: RelationshipEnd) -> ManagedObject? {
    if let object = reference.object { return object }
    return reference.id == 0 ? nil : loader.resolve(reference.id, of: end.owner, end.index)
  }

  private func insert(_ member: ManagedObject, in object: ManagedObject, _ index: Int) {
    toManyState(of: object, index).insert(member)
    tracker.touch(object)
  }

  private func remove(_ member: ManagedObject, from object: ManagedObject, _ index: Int) {
    _ = willRemove(member, from: object, index)
    toManyState(of: object, index).remove(member)
    tracker.touch(object)
  }

  /// `true` if `end` can be changed.
  func isChangeable(_ end: RelationshipEnd) -> Bool {
    if unit.isClosed {
      unit.container.report(Misuses.released("\(end)"))
      return false
    }
    return end.owner.__flags.isDisjoint(with: [.isDetached, .isDeleted])
  }

  /// `true` if `end` may refer to `object`; the next save refuses what may not.
  func isOfSameContext(_ end: RelationshipEnd, _ object: ManagedObject?) -> Bool {
    guard let object, object.__unit !== unit else {
      unit.misuses.forget(end)
      return true
    }
    unit.misuses.note(foreignReference: end)
    return false
  }
}

import EntityModel
import EntityStore

/// Single members of to-many relationships, whose others are not loaded.
extension RelationshipGraph {
  /// Returns `true` if `object`, which is of the same context, is a member of the to-many `end`.
  func isMember(_ object: ManagedObject, of end: RelationshipEnd) throws -> Bool {
    guard object.__isLive else { return false }
    guard end.relationship.inverseIsToMany else {
      if object.__flags.contains(.isFault) { loader.fire(object) }
      return end.inverse(at: object)?.reference.rowID == end.owner.__rowID
    }
    if let isKnown = end.owner.__toMany(end.index)?.knows(object) { return isKnown }
    if let isKnown = object.__toMany(end.relationship.inverseIndex)?.knows(end.owner) {
      return isKnown
    }
    return try isStoredMember(object, of: end)
  }

  /// Returns `true` if the store has `object` as a member of `end`, which is to-many at both ends.
  func isStoredMember(_ object: ManagedObject, of end: RelationshipEnd) throws -> Bool {
    guard end.owner.__rowID > 0, object.__rowID > 0,
      end.owner.__flags.isDisjoint(with: [.isInserted, .isDetached]),
      !object.__flags.contains(.isInserted)
    else { return false }
    return try unit.session.read {
      try $0.isLinked(
        object.__rowID, to: end.owner.__rowID, of: end.owner.__entity.layout, property: end.index)
    }
  }

  /// Makes `object` a member of the to-many `end`; the next save refuses one that is gone.
  func insert(_ object: ManagedObject, in end: RelationshipEnd) {
    guard isGone(object) else { return add(object, to: end) }
    if isChangeable(end) { unit.misuses.note(goneMemberOf: end) }
  }

  /// Makes `object` a member of the to-many `end`, unless it is deleted.
  func add(_ object: ManagedObject, to end: RelationshipEnd) {
    guard isChangeable(end) else { return }
    // What was wrong before stays so, whatever is added after it.
    guard object.__unit === unit else {
      if let own = unit.borrowed(object) { return add(own, to: end) }
      return unit.misuses.note(foreignReference: end)
    }
    guard end.relationship.inverseIsToMany else {
      return set(object, end.relationship.inverseIndex, to: end.owner)
    }
    guard isMemberIfKnown(object, of: end) == false else { return }
    reporting(end, object) { link(object, to: end) }
  }

  /// Makes `object` a member of the to-many `end` no more.
  func takeAway(_ object: ManagedObject, from end: RelationshipEnd) {
    guard isChangeable(end), object.__unit === unit, isMemberIfKnown(object, of: end) == true
    else { return }
    guard end.relationship.inverseIsToMany else {
      return set(object, end.relationship.inverseIndex, to: nil)
    }
    reporting(end, object) { unlink(object, from: end) }
  }

  /// Returns whether `object` is a member of `end`; `nil`, which is noted, where the store cannot
  /// be read.
  private func isMemberIfKnown(_ object: ManagedObject, of end: RelationshipEnd) -> Bool? {
    do {
      return try isMember(object, of: end)
    } catch {
      unit.problems.note(
        end.owner, end.index, "the store could not be read: \(error)", underlying: error)
      return nil
    }
  }

  /// Calls `body`, which links `object` and the owner of `end` or unlinks them, and reports that to
  /// who observes either.
  private func reporting(_ end: RelationshipEnd, _ object: ManagedObject, _ body: () -> Void) {
    guard unit.reportsChanges, let observed = unit.observedChanges else { return body() }
    observed.changing(
      [(end.owner, end.index), (object, end.relationship.inverseIndex)], body)
  }
}

extension RelationshipEnd {
  /// The condition that an object at the other end is a member of this to-many.
  var membership: PredicateTree {
    let inverse = PropertyPath([relationship.description.inverse])
    let owner = PredicateOperand.object(owner)
    guard relationship.inverseIsToMany else { return .comparison(.object(inverse), .equal, owner) }
    return .quantified(.any, inverse, .comparison(.object(PropertyPath()), .equal, owner))
  }

  /// The order of the members of this ordered to-many.
  var arrangement: ArrangedMembers {
    ArrangedMembers(
      membership: membership,
      place: .place(
        PropertyPath([relationship.description.inverse]), of: owner.__objectID,
        in: owner.__storeTag))
  }
}

/// The order of the members of an ordered to-many of one object, for requests.
struct ArrangedMembers: Sendable {
  /// The condition that an object is a member.
  let membership: PredicateTree

  /// Where it is among the others.
  let place: PredicateOperand
}

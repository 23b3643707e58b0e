import EntityModel

/// What the deletion of an object does to those that it is related to.
extension RelationshipGraph {
  /// Deletes `object` and, by their delete rules, follows its relationships.
  ///
  /// `deny` is checked by the save, since what denies may be deleted as well before then. What goes
  /// with the object may stay rows, of which no objects are made, if it `mayLeaveRows`.
  func delete(_ object: ManagedObject, mayLeaveRows: Bool = false) {
    guard unit.reportsChanges else {
      return apply(deletionOf: [object], mayLeaveRows ? .leavesRows : .isFollowed)
    }
    unit.observedChanges?.together { apply(deletionOf: [object]) }
  }

  /// What becomes of that which goes with objects that are deleted.
  enum Cascade {
    /// It is deleted too.
    case isFollowed

    /// It may stay rows, of which no objects are made; of one object.
    case leavesRows

    /// It is among the objects, and what referred to these as a member does no more.
    case isKnown
  }

  /// Deletes `objects`, the last one first.
  func apply(deletionOf objects: [ManagedObject], _ cascade: Cascade = .isFollowed) {
    var pending = objects
    while let next = pending.popLast() {
      guard next.__isLive else { continue }
      if next.__flags.contains(.isFault) { loader.fire(next) }
      if let lifeCycle = unit.lifeCycle, !unit.isUndoing {
        lifeCycle.willDelete(next)
        // It may have deleted itself.
        guard next.__isLive else { continue }
      }
      if let recorder = tracker.recorder { note(removalOf: next, recorder) }
      next.__flags.insert(.isDeleted)
      unit.misuses.forget(next)
      tracker.mayReferToDeleted = true
      if unit.reportsChanges { unit.observedChanges?.noteAll(of: next) }
      followOtherRules(of: next, membersAreKnown: cascade == .isKnown)
      let isDone =
        switch cascade {
        case .isFollowed: false
        case .leavesRows: leavesRows(goingWith: next)
        case .isKnown: true
        }
      if !isDone {
        for index in next.__entity.cascadingIndexes {
          guard let end = RelationshipEnd(of: next, index) else { continue }
          let others = related(by: end)
          // A list that is taken over is not copied.
          if pending.isEmpty { pending = others } else { pending += others }
        }
      }
      if next.__flags.contains(.isInserted) {
        tracker.discard(next)
      } else {
        tracker.delete(next)
      }
    }
  }

  /// Applies the delete rules of `object`, which is deleted, that do not cascade; what refers to it
  /// as a member does no more where `membersAreKnown`.
  private func followOtherRules(of object: ManagedObject, membersAreKnown: Bool) {
    for index in object.__entity.otherRuleIndexes {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      let isOfMembers = end.relationship.isToMany && !end.relationship.inverseIsToMany
      if membersAreKnown, isOfMembers { continue }
      // Whatever the rule, an object that is deleted is removed from the sets that it is in. A
      // to-one that refers to it is cleared if the rule is to nullify, and if there has never been
      // a row that the rule could protect.
      guard
        end.relationship.inverseIsToMany || end.relationship.description.deleteRule == .nullify
          || object.__flags.contains(.isInserted)
      else { continue }
      for target in heldInMemory(by: end) {
        if unit.reportsChanges {
          unit.observedChanges?.note(target, end.relationship.inverseIndex)
        }
        unlinkInverse(of: end, at: target)
      }
    }
  }

  /// Has `recorder` note that `object` is about to be deleted, and whom it is linked to.
  func note(removalOf object: ManagedObject, _ recorder: UndoRecorder) {
    willArrange(deleting: object)
    recorder.willRemove(object) { group in
      for index in object.__entity.relationshipIndexes {
        guard let relationship = object.__entity.relationships[index], relationship.isToMany,
          relationship.inverseIsToMany
        else { continue }
        for other in members(of: object, index).objects where !other.__flags.contains(.isDeleted) {
          // Of a link to itself, the object has both ends.
          if other === object, !relationship.writesLinks { continue }
          group.note(
            UndoGroup.LinkRecord(
              owner: object, index: index, other: other, isLinked: false, isByDeletion: true))
        }
      }
    }
  }

  /// Returns the objects that have to know that the owner of `end`, which refers to them, is
  /// deleted.
  private func heldInMemory(by end: RelationshipEnd) -> [ManagedObject] {
    let relationship = end.relationship
    guard !relationship.isToMany, relationship.inverseIsToMany, !relationship.inverseHasMinimum
    else { return related(by: end) }
    // Members are read from the rows that refer to them, of which this is one no more.
    let reference = end.reference
    let target = reference.object ?? live(reference.id, relationship)
    return target.map { $0.__flags.contains(.isDeleted) ? [] : [$0] } ?? []
  }

  /// Returns the objects that `end` refers to and that are not deleted; the owner keeps the object
  /// of a to-one if it `isKept`.
  func related(by end: RelationshipEnd, isKept: Bool = false) -> [ManagedObject] {
    if end.relationship.isToMany {
      let objects = members(of: end.owner, end.index).objects
      guard objects.contains(where: { $0.__flags.contains(.isDeleted) }) else { return objects }
      return objects.filter { !$0.__flags.contains(.isDeleted) }
    }
    if end.owner.__flags.contains(.isFault) { loader.fire(end.owner) }
    let reference = end.reference
    let target =
      reference.object
      ?? (reference.id == 0
        ? nil
        : isKept
          ? loader.resolveAndStore(reference, of: end.owner, end.index)
          : loader.resolve(reference.id, of: end.owner, end.index))
    return target.map { $0.__flags.contains(.isDeleted) ? [] : [$0] } ?? []
  }

  /// Returns the object of the row `id` at the other end of `relationship`, if it is live.
  func live(_ id: Int64, _ relationship: ManagedRelationship) -> ManagedObject? {
    id == 0 ? nil : tracker.liveObject(id, tree: unit.entities[relationship.target].tree)
  }
}

import EntityModel

extension UnitOfWork {
  /// Deletes `object` and, by their delete rules, follows its relationships.
  ///
  /// `deny` is a matter of saving, since what denies may be deleted as well before then.
  func delete(_ object: ManagedObject) {
    var pending = [object]
    var isDiscarding = false
    while let next = pending.popLast() {
      guard next.__state.flags.isDisjoint(with: [.isDeleted, .isDetached]) else { continue }
      if next.__state.flags.contains(.isFault) { fire(next) }
      next.__state.flags.insert(.isDeleted)
      mayReferToDeleted = true
      for index in next.__state.entity.relationshipIndexes {
        guard let relationship = next.__state.entity.relationships[index] else { continue }
        pending += follow(relationship, of: next)
      }
      if next.__state.flags.contains(.isInserted) {
        discard(next)
        isDiscarding = true
      } else {
        deleted.append(next)
      }
    }
    if isDiscarding { inserted.removeAll { $0.__state.flags.contains(.isDetached) } }
  }

  /// Applies the delete rule of `relationship` of `object` and returns what is to be deleted too.
  private func follow(
    _ relationship: ManagedRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    let rule = relationship.description.deleteRule
    if rule == .cascade { return related(by: relationship, of: object) }
    // Whatever the rule, a row that goes leaves the sets that it stands in; its own column or its
    // joins say so. A to-one that leads to it is cleared where the rule is to, and where there has
    // never been a row that the rule could protect.
    if relationship.inverseIsToMany || rule == .nullify
      || object.__state.flags.contains(.isInserted)
    {
      for target in heldInMemory(by: relationship, of: object) {
        removeInverse(object, from: target, relationship)
      }
    }
    return []
  }

  /// The objects that have to hear that `object`, which their `relationship` holds, is deleted.
  private func heldInMemory(
    by relationship: ManagedRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    guard !relationship.isToMany, relationship.inverseIsToMany, !relationship.inverseHasMinimum
    else { return related(by: relationship, of: object) }
    // Members are read from the rows that refer to them, of which this is one no more.
    let reference = object.__toOne(relationship.index)
    let target = reference.object ?? live(reference.number, relationship)
    return target.map { $0.__state.flags.contains(.isDeleted) ? [] : [$0] } ?? []
  }

  /// The objects that `relationship` of `object` holds and that are not deleted.
  func related(
    by relationship: ManagedRelationship, of object: ManagedObject
  ) -> [ManagedObject] {
    if relationship.isToMany {
      return members(of: object, relationship.index).objects.filter {
        !$0.__state.flags.contains(.isDeleted)
      }
    }
    if object.__state.flags.contains(.isFault) { fire(object) }
    let reference = object.__toOne(relationship.index)
    let target =
      reference.object
      ?? (reference.number == 0 ? nil : resolve(reference.number, of: object, relationship.index))
    return target.map { $0.__state.flags.contains(.isDeleted) ? [] : [$0] } ?? []
  }

  /// The object of the row `number` at the other end of `relationship`, if it is live.
  func live(_ number: Int64, _ relationship: ManagedRelationship) -> ManagedObject? {
    number == 0 ? nil : liveObject(number, tree: target(of: relationship).tree)
  }

  /// Takes a new object that is not to be saved out of the context; it refers to nothing any more.
  func discard(_ object: ManagedObject) {
    object.__state.forget(object)
    object.__state.flags.insert(.isDetached)
    mayReferToDeleted = true
    object.__state.flags.remove(.isInserted)
    object.__state.changes = nil
    object.__state.toManys = []
    for index in object.__state.entity.toOneIndexes { object.refer(index, to: nil) }
  }
}

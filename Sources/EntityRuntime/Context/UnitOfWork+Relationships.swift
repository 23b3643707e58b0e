import EntityModel

extension UnitOfWork {
  /// Makes the to-one `index` of `owner` refer to `new`, and the inverses at both the old and the
  /// new object agree.
  ///
  /// An object that is deleted stays as it is.
  func setObject(of owner: ManagedObject, _ index: Int, to new: ManagedObject?) {
    guard let relationship = owner.__state.entity.relationships[index],
      mayRefer(owner, relationship)
    else { return }
    if let new { requireSameContext(owner, new, relationship) }
    willWrite(owner, index)
    let reference = owner.__toOne(index)
    guard reference.rowNumber != (new?.__state.number ?? 0) else {
      if let new { owner.refer(index, to: new) }
      return
    }
    let old = object(of: reference, owner, relationship)
    owner.refer(index, to: new)
    if let old { removeInverse(owner, from: old, relationship) }
    if let new { addInverse(owner, to: new, relationship) }
  }

  /// Makes the to-many `index` of `owner` hold `new`, and the inverses of those that come and go
  /// agree.
  ///
  /// An object that is deleted stays as it is.
  func setObjects<Object: ManagedObject>(
    of owner: ManagedObject, _ index: Int, to new: Set<Object>
  ) {
    guard let relationship = owner.__state.entity.relationships[index],
      mayRefer(owner, relationship)
    else { return }
    let old = membersToRead(of: owner, index).set(of: Object.self)
    for object in old where !new.contains(object) { remove(object, from: owner, relationship) }
    for object in new where !old.contains(object) { add(object, to: owner, relationship) }
  }

  /// Makes `object` a member of the to-many `relationship` of `owner`.
  func add(
    _ object: ManagedObject, to owner: ManagedObject, _ relationship: ManagedRelationship
  ) {
    requireSameContext(owner, object, relationship)
    guard relationship.inverseIsToMany else {
      return setObject(of: object, relationship.inverseIndex, to: owner)
    }
    // What is deleted is in no set any more.
    guard object.__state.flags.isDisjoint(with: [.isDetached, .isDeleted]) else { return }
    insertMember(object, in: owner, relationship.index)
    if !(relationship.isOwnInverse && object === owner) {
      insertMember(owner, in: object, relationship.inverseIndex)
    }
  }

  /// Takes `object` out of the to-many `relationship` of `owner`.
  func remove(
    _ object: ManagedObject, from owner: ManagedObject, _ relationship: ManagedRelationship
  ) {
    guard relationship.inverseIsToMany else {
      return setObject(of: object, relationship.inverseIndex, to: nil)
    }
    removeMember(object, of: owner, relationship.index)
    if !(relationship.isOwnInverse && object === owner) {
      removeMember(owner, of: object, relationship.inverseIndex)
    }
  }

  /// Makes the inverse of `relationship` at `object` refer to `owner`.
  private func addInverse(
    _ owner: ManagedObject, to object: ManagedObject, _ relationship: ManagedRelationship
  ) {
    // That the reference leads to a deleted object is a matter of saving.
    guard object.__state.flags.isDisjoint(with: [.isDetached, .isDeleted]) else { return }
    if relationship.inverseIsToMany {
      // It has just been made to refer here, so that it is no member yet.
      toManyState(of: object, relationship.inverseIndex).append(owner)
      touch(object)
      return
    }
    willWrite(object, relationship.inverseIndex)
    let reference = object.__toOne(relationship.inverseIndex)
    guard reference.rowNumber != owner.__state.number else { return }
    let former = object.__state.entity.relationships[relationship.inverseIndex]
      .flatMap { self.object(of: reference, object, $0) }
    // The object leaves the one that it belonged to, which may be itself.
    if let former, former !== owner {
      willWrite(former, relationship.index)
      former.refer(relationship.index, to: nil)
    }
    object.refer(relationship.inverseIndex, to: owner)
  }

  /// Makes the inverse of `relationship` at `object` refer to `owner` no more.
  func removeInverse(
    _ owner: ManagedObject, from object: ManagedObject, _ relationship: ManagedRelationship
  ) {
    guard !object.__state.flags.contains(.isDetached) else { return }
    if relationship.inverseIsToMany {
      removeMember(owner, of: object, relationship.inverseIndex)
      return
    }
    willWrite(object, relationship.inverseIndex)
    guard object.__toOne(relationship.inverseIndex).rowNumber == owner.__state.number else {
      return
    }
    object.refer(relationship.inverseIndex, to: nil)
  }

  /// Returns the object that `reference`, which stands in the to-one `relationship` of `owner`,
  /// leads to, deleted or not.
  private func object(
    of reference: __ToOne, _ owner: ManagedObject, _ relationship: ManagedRelationship
  ) -> ManagedObject? {
    if let object = reference.object { return object }
    return reference.number == 0
      ? nil : resolve(reference.number, of: owner, relationship.index)
  }

  private func insertMember(_ member: ManagedObject, in object: ManagedObject, _ index: Int) {
    toManyState(of: object, index).insert(member)
    touch(object)
  }

  private func removeMember(_ member: ManagedObject, of object: ManagedObject, _ index: Int) {
    toManyState(of: object, index).remove(member)
    touch(object)
  }

  /// `true` iff a relationship of `owner` can be changed.
  ///
  /// - Requires: the context has not gone.
  private func mayRefer(_ owner: ManagedObject, _ relationship: ManagedRelationship) -> Bool {
    precondition(
      !isClosed,
      "'\(relationship.owner).\(relationship.description.name)' cannot be changed in a context "
        + "that has gone; keep the context")
    return owner.__state.flags.isDisjoint(with: [.isDetached, .isDeleted])
  }

  private func requireSameContext(
    _ owner: ManagedObject, _ object: ManagedObject, _ relationship: ManagedRelationship
  ) {
    precondition(
      object.__state.unit === self,
      "'\(relationship.owner).\(relationship.description.name)' cannot refer to an object of "
        + "another context; ask this context for the object with its id")
  }
}

import EntityModel
import EntityStore

/// Objects that one side has deleted.
extension Merger {
  /// Deletes `object`, whose row others have removed, and follows its delete rules in memory.
  func remove(_ object: ManagedObject) throws {
    guard object.__flags.isDisjoint(with: [.isDetached, .isInserted]) else { return }
    // What refers to the object in memory may refer to another one by now.
    try refreshRelated(of: object)
    try requireRulesApply(to: object)
    detach(object)
  }

  /// Reads again the row of `object`, which is to be deleted although others have changed it, and
  /// follows its delete rules for the partners that they have given it.
  func deleteAgain(_ object: ManagedObject) throws {
    try refresher.readAgain(object, merging: true)
    for index in object.__entity.toOneIndexes {
      guard let end = RelationshipEnd(of: object, index), !end.relationship.inverseIsToMany,
        end.reference.rowID > 0,
        let partner = unit.loader.resolve(end.reference.rowID, of: object, index),
        partner.__isLive,
        let inverse = end.inverse(at: partner)
      else { continue }
      try refresher.readAgain(partner, merging: true)
      guard partner.__isLive,
        inverse.reference.rowID == object.__rowID, !canLose(inverse, rule: end.relationship)
      else { continue }
      throw ConflictError(conflicts: [
        FoundConflict(
          kind: .newMember, object: object, isDeletion: true, index: index,
          relatedID: partner.__rowID, theirs: nil
        ).reported
      ])
    }
  }

  /// Reads again what is related to `object`, and to what goes with it by delete rules, and has a
  /// row: what refers to them in memory may refer to others by now, and has changes of others that
  /// the rules must not write over. What has no row and has not been changed here is removed too.
  ///
  /// The row of an object that `isRestored` is stored again. It refers to nothing where what it has
  /// referred to is gone.
  func refreshRelated(of object: ManagedObject, isRestored: Bool = false) throws {
    let ends = object.__entity.relationshipIndexes.compactMap { RelationshipEnd(of: object, $0) }
    let missing = try refreshRows(relatedTo: object, isRestored: isRestored)
    if isRestored {
      for end in ends where !end.relationship.isToMany {
        if let target = related(by: end).first, missing.contains(where: { $0 === target }) {
          try clear(end, ofRestored: object, missing: target.__rowID)
        }
      }
    }
    for other in missing { detach(other) }
    // The other end of a one-to-one has a column of its own, which others have cleared.
    for end in ends where !end.relationship.isToMany && !end.relationship.inverseIsToMany {
      if object.__flags.contains(.isFault) || end.reference.rowID == 0 { continue }
      if let partner = try partner(of: end), let inverse = end.inverse(at: partner),
        inverse.reference.rowID == object.__rowID
      {
        continue
      }
      unit.willWrite(object, end.index)
      end.refer(to: nil)
    }
  }

  /// Reads the rows again that `refreshRelated` is about, and returns the objects that have none
  /// and have not been changed here.
  private func refreshRows(
    relatedTo object: ManagedObject, isRestored: Bool
  ) throws -> [ManagedObject] {
    var known: Set<ManagedObject> = [object]
    var missing: [ManagedObject] = []
    var pending = [object]
    while let next = pending.popLast() {
      let isGoing = !(isRestored && next === object)
      for index in next.__entity.relationshipIndexes {
        guard let end = RelationshipEnd(of: next, index) else { continue }
        let takes = isGoing && end.relationship.description.deleteRule == .cascade
        let others =
          isGoing && end.relationship.isToMany ? graph.related(by: end) : related(by: end)
        for other in others where known.insert(other).inserted {
          let flags = other.__flags
          guard flags.isDisjoint(with: [.isInserted, .isDetached]) else { continue }
          if try session.row(id: other.__rowID, of: other.__entity.layout, { _ in }) {
            try refresher.readAgain(other, merging: true)
            if takes { pending.append(other) }
          } else if flags.isDisjoint(with: [.isChanged, .isDeleted, .isTouched]) {
            missing.append(other)
            pending.append(other)
          }
        }
      }
    }
    return missing
  }

  /// Makes the to-one `end` of `object`, which is stored again, refer to nothing, since the row
  /// `id` that it has referred to is gone.
  ///
  /// - Throws: a `ConflictError` if the object cannot be without one.
  func clear(_ end: RelationshipEnd, ofRestored object: ManagedObject, missing id: Int64) throws {
    guard end.relationship.description.isOptional else {
      throw ConflictError(conflicts: [
        FoundConflict(
          kind: .missingReference, object: object, isDeletion: false, index: end.index,
          relatedID: id, theirs: nil
        ).reported
      ])
    }
    guard graph.live(id, end.relationship) == nil else {
      return graph.set(object, end.index, to: nil)
    }
    // There is no object whose inverse would have to agree.
    unit.willWrite(object, end.index)
    end.refer(to: nil)
  }

  /// Has the object and others know that the store has none of the links of `object` any more,
  /// whose row others have removed; those that have been added here stay.
  func forgetStoredLinks(of object: ManagedObject) {
    for index in object.__entity.relationshipIndexes {
      guard let end = RelationshipEnd(of: object, index), end.relationship.isToMany,
        end.relationship.inverseIsToMany
      else { continue }
      let (inverse, tree) = (
        end.relationship.inverseIndex, unit.entities[end.relationship.target].tree
      )
      for other in unit.maps[tree].objects {
        guard let state = other.__toMany(inverse), !state.added.contains(object) else { continue }
        state.storeRemoved(object)
        unit.observedChanges?.note(other, inverse)
      }
      guard let state = object.__toMany(index) else { continue }
      for other in state.members?.objects ?? [] where !state.added.contains(other) {
        state.storeRemoved(other)
      }
      for other in state.removed { state.storeRemoved(other) }
      unit.observedChanges?.note(object, index)
    }
  }

  /// Returns the object that the one-to-one `end` refers to, its row read; `nil` if it has none.
  private func partner(of end: RelationshipEnd) throws -> ManagedObject? {
    if let known = related(by: end).first, !known.__flags.contains(.isFault) { return known }
    return try readObject(end.reference.rowID, of: end.relationship)
  }

  /// Removes `object`, whose row others have removed, from memory, and follows its delete rules.
  func detach(_ object: ManagedObject) {
    guard !object.__flags.contains(.isDetached) else { return }
    // There is no row to be read before the deletion.
    if object.__flags.contains(.isFault) { object.__fillWithoutRow() }
    graph.delete(object)
    tracker.forgetDeleted([object])
  }

  /// Returns the objects that `end` is known to hold, by id.
  private func related(by end: RelationshipEnd) -> [ManagedObject] {
    guard end.relationship.isToMany else {
      if end.owner.__flags.contains(.isFault) { return [] }
      let target = end.reference.object ?? graph.live(end.reference.id, end.relationship)
      return target.map { [$0] } ?? []
    }
    guard let state = end.owner.__toMany(end.index) else { return [] }
    return (state.members?.objects ?? state.added.objects).sorted { $0.__rowID < $1.__rowID }
  }

  /// Throws what refers to `object`, which others have deleted, and cannot do without it: what a
  /// rule protects, and what requires an object.
  private func requireRulesApply(to object: ManagedObject) throws {
    var conflicts: [ConflictError.Conflict] = []
    for index in object.__entity.relationshipIndexes {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      for member in related(by: end) {
        guard let inverse = end.inverse(at: member),
          member.__isLive,
          refers(inverse, to: object), !canLose(inverse, rule: end.relationship)
        else { continue }
        conflicts.append(
          FoundConflict(
            kind: .missingReference, object: member, isDeletion: false, index: inverse.index,
            relatedID: object.__rowID, theirs: nil
          ).reported)
      }
    }
    guard conflicts.isEmpty else { throw ConflictError(conflicts: conflicts) }
  }

  /// `true` if `end` refers to `object`.
  private func refers(_ end: RelationshipEnd, to object: ManagedObject) -> Bool {
    if end.relationship.isToMany {
      return end.owner.__toMany(end.index)?.added.objects.contains { $0 === object } == true
    }
    return !end.owner.__flags.contains(.isFault) && end.reference.rowID == object.__rowID
  }

  /// `true` if the owner of `end` can lose what it refers to, by the delete rule of the inverse,
  /// which is `rule`.
  func canLose(_ end: RelationshipEnd, rule: ManagedRelationship) -> Bool {
    switch rule.description.deleteRule {
    case .cascade: true
    case .nullify: end.relationship.isToMany || end.relationship.description.isOptional
    case .noAction: end.relationship.isToMany
    case .deny: false
    }
  }
}

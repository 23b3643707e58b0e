import EntityModel
import EntityStore

/// Taking a deletion back.
extension Merger {
  /// Takes back that `object` is deleted, with what deleting it has done to others: those that were
  /// deleted with it or take it with them exist again, and those that referred to them do so again.
  func undelete(_ object: ManagedObject) throws {
    let objects = deleted(with: object)
    tracker.undelete(objects)
    let ordered = objects.sorted {
      ($0.__entity.layout.index, $0.__rowID) < ($1.__entity.layout.index, $1.__rowID)
    }
    let live = Dictionary(grouping: unit.maps.flatMap(\.objects), by: \.__entity.tree)
    for object in ordered { relink(object, live) }
    for object in ordered where !object.__flags.contains(.isDeleted) {
      try refresher.readAgain(object, merging: true)
    }
  }

  /// Returns `object` and what is deleted and connected to it by relationships that delete.
  private func deleted(with object: ManagedObject) -> Set<ManagedObject> {
    var found: Set<ManagedObject> = [object]
    var pending = [object]
    while let next = pending.popLast() {
      for other in tracker.deleted where !found.contains(other) {
        if takes(next, other) || takes(other, next) {
          found.insert(other)
          pending.append(other)
        }
      }
    }
    return found
  }

  /// `true` if deleting `owner`, as it is stored, deletes `other`.
  private func takes(_ owner: ManagedObject, _ other: ManagedObject) -> Bool {
    owner.__entity.relationshipIndexes.contains { index in
      guard let relationship = owner.__entity.relationships[index],
        relationship.description.deleteRule == .cascade, isOf(other, relationship.target)
      else { return false }
      if !relationship.isToMany {
        return originalID(of: owner, index) == other.__rowID
      }
      if !relationship.inverseIsToMany {
        return originalID(of: other, relationship.inverseIndex) == owner.__rowID
      }
      let state = owner.__toMany(index)
      return state?.members?.contains(other) == true || state?.removed.contains(other) == true
    }
  }

  /// `true` if `object` is of the entity at `index` or one that extends it.
  private func isOf(_ object: ManagedObject, _ index: Int) -> Bool {
    object.__entity.layout.index == index || object.__entity.extends(unit.entities[index])
  }

  /// The id of the row that the to-one `index` of `object` refers to as stored; 0 for none.
  private func originalID(of object: ManagedObject, _ index: Int) -> Int64 {
    guard !object.__flags.contains(.isFault),
      case .integer(let id) = object.originalStoredValue(at: index)
    else { return 0 }
    return id
  }

  /// Makes the relationships of `object`, which is deleted no more, agree with those of the `live`
  /// objects, by tree.
  private func relink(_ object: ManagedObject, _ live: [Int: [ManagedObject]]) {
    for index in object.__entity.relationshipIndexes {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      let relationship = end.relationship
      let others = (live[unit.entities[relationship.target].tree] ?? []).filter {
        isOf($0, relationship.target)
          && $0.__flags.isDisjoint(with: [.isDeleted, .isDetached, .isFault])
      }
      switch (relationship.isToMany, relationship.inverseIsToMany) {
      case (false, true): relinkToOne(end)
      case (false, false): relinkPartner(end, others)
      case (true, false): relinkMembers(end, others)
      case (true, true): relinkLinks(end, others)
      }
    }
    // What it refers to may still be deleted.
    refresher.detachDeleted(object)
  }

  /// Makes the owner of `end` a member of what it refers to.
  private func relinkToOne(_ end: RelationshipEnd) {
    let reference = end.reference
    guard let target = reference.object ?? graph.live(reference.id, end.relationship),
      target.__isLive
    else { return }
    let isStored = originalID(of: end.owner, end.index) == target.__rowID
    graph.toManyState(of: target, end.relationship.inverseIndex)
      .restore(end.owner, isStored: isStored)
    tracker.touch(target)
  }

  /// Makes the partner of a one-to-one refer to the owner of `end` again, unless it has another.
  private func relinkPartner(_ end: RelationshipEnd, _ others: [ManagedObject]) {
    let id = end.reference.rowID
    guard id != 0 else { return }
    guard let partner = end.reference.object ?? graph.live(id, end.relationship),
      partner.__flags.isDisjoint(with: [.isDeleted, .isDetached, .isFault]),
      let inverse = end.inverse(at: partner)
    else { return }
    if inverse.reference.rowID == end.owner.__rowID { return }
    if inverse.reference.rowID == 0 {
      // What others have separated since is found when the rows are read again.
      guard
        originalID(of: partner, inverse.index) == end.owner.__rowID
          || end.owner.differingProperties.contains(end.index)
      else { return }
      unit.willWrite(partner, inverse.index)
      inverse.refer(to: end.owner)
    } else {
      unit.willWrite(end.owner, end.index)
      end.refer(to: nil)
    }
  }

  /// Makes those of `others` that the deletion has removed members of `end` again.
  private func relinkMembers(_ end: RelationshipEnd, _ others: [ManagedObject]) {
    let (owner, inverse) = (end.owner, end.relationship.inverseIndex)
    var (added, removed): ([ManagedObject], [ManagedObject]) = ([], [])
    for other in others {
      let isStored = originalID(of: other, inverse) == owner.__rowID
      if isStored, other.__toOne(inverse).rowID == 0 {
        unit.willWrite(other, inverse)
        other.__refer(inverse, to: owner)
      }
      let isMember = other.__toOne(inverse).rowID == owner.__rowID
      if isMember, !isStored { added.append(other) }
      if isStored, !isMember { removed.append(other) }
    }
    guard owner.__toMany(end.index) != nil || !added.isEmpty || !removed.isEmpty else { return }
    graph.toManyState(of: owner, end.index).reset(added: added, removed: removed)
    if !added.isEmpty || !removed.isEmpty { tracker.touch(owner) }
  }

  /// Makes the links of `end` those that are stored.
  private func relinkLinks(_ end: RelationshipEnd, _ others: [ManagedObject]) {
    for other in others {
      guard let state = other.__toMany(end.relationship.inverseIndex),
        state.removed.contains(end.owner)
      else { continue }
      state.restore(end.owner, isStored: true)
    }
    end.owner.__toMany(end.index)?.reset(added: [], removed: [])
  }
}

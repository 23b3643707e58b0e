import EntityModel

extension UnitOfWork {
  /// Returns what is wrong with the unit, a sentence for each finding; nothing is read to find out.
  ///
  /// If `isStale`, others have saved since objects were read: two ends of a relationship that have
  /// been read at different times, and that nothing has been changed of, may disagree.
  func checkInvariants(isStale: Bool = false) -> [String] {
    let live = maps.flatMap(\.objects) + (tracker.knowsNewObjects ? [] : tracker.inserted)
    return maps.indices.flatMap { mapProblems(maps[$0], tree: $0) }
      + listProblems()
      + live.flatMap {
        stateProblems($0) + toOneProblems($0, isStale) + toManyProblems($0, isStale)
      }
  }

  // MARK: Identity

  /// Returns what is wrong with the map of the inheritance tree `tree`.
  private func mapProblems(_ map: IdentityMap, tree: Int) -> [String] {
    let objects = map.objects
    var found: [String] = []
    if objects.count != map.count { found.append("map \(tree) has the wrong count") }
    for object in objects {
      let state = object
      if map[state.__rowID] !== object { found.append("\(name(object)) is not under its id") }
      if state.__entity.tree != tree {
        found.append("\(name(object)) is in the map of another tree")
      }
      if state.__unit !== self { found.append("\(name(object)) is of another unit") }
      if state.__flags.contains(.isDetached) {
        found.append("\(name(object)) is live and detached")
      }
    }
    return found
  }

  // MARK: Lists

  /// Returns what is wrong with the lists of objects with changes.
  private func listProblems() -> [String] {
    let lists = [
      ("inserted", tracker.inserted, ObjectFlags.isInserted),
      ("changed", tracker.changed, .isChanged),
      ("deleted", tracker.deleted, .isDeleted), ("touched", tracker.touched, .isTouched),
    ]
    return lists.flatMap { list, objects, flag in
      var found: [String] = []
      if Set(objects).count != objects.count { found.append("\(list) names an object twice") }
      for object in objects {
        if !object.__flags.contains(flag) {
          found.append("\(name(object)) is in \(list) without its flag")
        }
        if !isLive(object) { found.append("\(name(object)) is in \(list) and not in the map") }
      }
      for object in maps.flatMap(\.objects)
      where object.__flags.contains(flag) && !objects.contains(object) {
        found.append("\(name(object)) has a flag of \(list) and is not listed")
      }
      return found
    }
  }

  /// Returns what does not fit together in the state of `object`.
  private func stateProblems(_ object: ManagedObject) -> [String] {
    let state = object
    var found: [String] = []
    // In `container.write` a new object has its permanent id at once, and one whose deletion has
    // been undone after a save has the one that it had.
    let isTemporary = state.__rowID < 0
    let mayBePermanent = session.isWriting || tracker.hasInsertedAgain
    if state.__flags.contains(.isInserted) ? !isTemporary && !mayBePermanent : isTemporary {
      found.append("\(name(object)) has an id that does not fit")
    }
    if state.__flags.contains(.isInserted), state.__flags.contains(.isDeleted) {
      found.append("\(name(object)) is new and to be deleted")
    }
    let isListed = !state.__flags.isDisjoint(with: [.isInserted, .isChanged])
    if isListed != (state.__changes != nil) {
      found.append("\(name(object)) has changes that are not listed, or none that are")
    }
    if state.__changes != nil,
      (state.__changes?.original == nil) != state.__flags.contains(.isInserted)
    {
      found.append("\(name(object)) has original values that do not fit")
    }
    if state.__flags.contains(.isFault), state.__changes != nil {
      found.append("\(name(object)) is a fault with changes")
    }
    if state.__flags.contains(.holdsObjects) || state.__hasToManys,
      !state.__batch.map.mayHoldObjects
    {
      found.append("\(name(object)) holds objects, which its map does not know")
    }
    for toMany in state.__toManys where toMany.hasChanges {
      if state.__flags.isDisjoint(with: [.isInserted, .isTouched]) {
        found.append("\(name(object)) has members that are not saved and is not retained")
      }
    }
    return found
  }

  // MARK: Relationships

  /// Returns what is wrong with the to-ones of `object`.
  private func toOneProblems(_ object: ManagedObject, _ isStale: Bool) -> [String] {
    guard object.__flags.isDisjoint(with: [.isFault, .isDeleted]) else { return [] }
    return object.__entity.toOneIndexes.flatMap { index -> [String] in
      guard let relationship = object.__entity.relationships[index] else { return [] }
      let reference = object.__toOne(index)
      let here = "\(name(object)).\(relationship.description.name)"
      guard let target = reference.object ?? graph.live(reference.id, relationship) else {
        return []
      }
      if isStale, !isPending(object, relationship, target) { return [] }
      if !isLive(target) { return ["\(here) refers to \(name(target)), which is not live"] }
      if target.__flags.contains(.isDeleted) {
        let inverse = target.__entity.relationships[relationship.inverseIndex]
        let isLeft =
          inverse?.description.deleteRule == .noAction
          || inverse?.description.deleteRule == .deny
        return isLeft ? [] : ["\(here) refers to \(name(target)), which is deleted"]
      }
      return refersBack(target, to: object, relationship)
        ? [] : ["\(here) refers to \(name(target)), which does not refer back"]
    }
  }

  /// Returns what is wrong with the to-manys of `object`.
  private func toManyProblems(_ object: ManagedObject, _ isStale: Bool) -> [String] {
    guard !object.__flags.contains(.isDeleted) else { return [] }
    return object.__toManys.flatMap { state -> [String] in
      guard let relationship = object.__entity.relationships[state.index] else {
        return ["\(name(object)) has members of what is no relationship"]
      }
      let here = "\(name(object)).\(relationship.description.name)"
      var found: [String] = []
      if Set(state.added.objects).count != state.added.objects.count {
        found.append("\(here) has added the same member twice")
      }
      if !state.removed.isDisjoint(with: state.added.objects) {
        found.append("\(here) has added and removed the same member")
      }
      for member in state.added.objects where state.members?.contains(member) == false {
        found.append("\(here) has added \(name(member)) and does not hold it")
      }
      for member in state.removed where state.members?.contains(member) == true {
        found.append("\(here) has removed \(name(member)) and holds it")
      }
      for member in state.members?.objects ?? state.added.objects {
        let flags = member.__flags
        if isStale, !isPending(object, relationship, member) { continue }
        if !isLive(member) {
          found.append("\(here) holds \(name(member)), which is not live")
        } else if flags.contains(.isDeleted) {
          found.append("\(here) holds \(name(member)), which is deleted")
        } else if !refersBack(member, to: object, relationship) {
          found.append("\(here) holds \(name(member)), which does not refer back")
        }
      }
      return found
    }
  }

  /// `true` if the inverse of `relationship` at `target` agrees, as far as it has been read, that
  /// `object` refers to `target`.
  private func refersBack(
    _ target: ManagedObject, to object: ManagedObject, _ relationship: ManagedRelationship
  ) -> Bool {
    guard relationship.inverseIsToMany else {
      return target.__flags.contains(.isFault)
        || target.__toOne(relationship.inverseIndex).rowID == object.__rowID
    }
    guard let state = target.__toMany(relationship.inverseIndex) else { return true }
    return state.members?.contains(object) ?? !state.removed.contains(object)
  }

  /// `true` if something unsaved is known, at one of the ends, of `object` being related to `other`
  /// by `relationship`.
  private func isPending(
    _ object: ManagedObject, _ relationship: ManagedRelationship, _ other: ManagedObject
  ) -> Bool {
    func isPending(_ owner: ManagedObject, _ index: Int, _ other: ManagedObject) -> Bool {
      if owner.differingProperties.contains(index) {
        // A change from and to others says nothing about the two.
        let original = owner.originalStoredValue(at: index)
        return owner.__toOne(index).rowID == other.__rowID || original == .integer(other.__rowID)
      }
      guard let state = owner.__toMany(index) else { return false }
      return state.added.objects.contains { $0 === other } || state.removed.contains(other)
    }
    return isPending(object, relationship.index, other)
      || isPending(other, relationship.inverseIndex, object)
  }

  /// `true` if `object` is in the map of its tree, or a new one that need not be.
  private func isLive(_ object: ManagedObject) -> Bool {
    object.__flags.contains(.isInserted) && !tracker.knowsNewObjects
      || maps[object.__entity.tree][object.__rowID] === object
  }

  private func name(_ object: ManagedObject) -> String { "\(object.__objectID)" }
}

import EntityModel
import EntityStore

/// What has been changed here and not been pushed, and stays as it is.
extension Synchronization {
  /// Looks for the objects that `keys` are about and that have another identity here since, which
  /// others have by now or not.
  mutating func findRenamed(_ keys: Set<PayloadKey>) throws {
    guard let local else { return }
    for (key, object) in local.renamed where keys.contains(key) {
      let found = try context.__find(object.entity.type, with: object.id)
      if let found { objects[key] = found }
    }
    // An object that has been given the identity of a deleted one is known by another to others.
    for key in keys where local.deletion(key) != nil {
      if let object = objects[key], local.isRenamed(object) { objects[key] = nil }
    }
  }

  /// Decides about the rows whose objects have been changed or deleted here, before anything is
  /// changed.
  ///
  /// - Throws: what the merge policy throws.
  mutating func decide(_ rows: [PayloadRow]) throws {
    guard let local else { return }
    for row in rows where row.change != .deleted && !row.isLeftOut {
      let theirs = columns(of: row)
      if let object = objects[row.key] {
        guard let state = local[object] else { continue }
        decisions[row.key] = try local.decision(on: object, state, theirs)
      } else if let state = local.deletion(row.key), try local.takesBack(state, theirs) {
        revived.insert(row.key)
      }
    }
  }

  /// The attributes and to-ones of `row`, by property index.
  private func columns(of row: PayloadRow) -> PropertyValues {
    var columns = row.values.byIndex
    for (index, link) in row.links {
      guard row.form.entity.relationships[index]?.isToMany == false else { continue }
      guard let target = link.targets.first?.key else {
        if link.isWhole { columns[index] = .null }
        continue
      }
      if let object = objects[target] {
        columns[index] = .integer(object.__rowID)
      } else if let deleted = local?.deletion(target) {
        columns[index] = .integer(deleted.id.rowID)
      } else {
        columns[index] = .integer(UnitOfWork.nextTemporaryID())
      }
    }
    return columns
  }

  /// The attributes that the object of `row` had before it was deleted here, if it is made again.
  func valuesBefore(_ row: PayloadRow) -> PayloadValues {
    guard revived.contains(row.key), let state = local?.deletion(row.key) else {
      return PayloadValues()
    }
    return PayloadValues(state.formerValues.filter { row.form.entity.relationships[$0] == nil })
  }

  // MARK: What stays

  /// `true` if `object`, which others do not have, stays: it has been changed here, or what is
  /// deleted with it has.
  func isKept(_ object: ManagedObject) -> Bool {
    guard let local else { return false }
    var pending = [object]
    var seen: Set<ObjectIdentifier> = []
    while let next = pending.popLast() {
      guard next.__isLive, seen.insert(ObjectIdentifier(next)).inserted else { continue }
      if keeps(next, local) { return true }
      for index in next.__entity.relationshipIndexes {
        guard let end = RelationshipEnd(of: next, index),
          end.relationship.description.deleteRule == .cascade
        else { continue }
        pending += unit.graph.related(by: end)
      }
    }
    return false
  }

  /// `true` if what has been changed of `object` goes before what others say of it.
  private func keeps(_ object: ManagedObject, _ local: LocalChanges) -> Bool {
    // What a policy fails to decide stays.
    (try? local.keeps(object)) ?? true
  }

  /// `true` if `member` stays among the members of `end`, which others do not have it among.
  func isKept(_ member: ManagedObject, in end: RelationshipEnd) -> Bool {
    guard let local else { return false }
    if end.relationship.inverseIsToMany {
      return local[end.owner]?.linked[end.index]?.contains(member.__rowID) == true
    }
    guard let state = local[member] else { return false }
    let inverse = end.relationship.inverseIndex
    let isOptional = member.__entity.relationships[inverse]?.description.isOptional ?? true
    return (!isOptional || state.changedColumns.contains(inverse)) && keeps(member, local)
  }

  /// `true` if what `member` refers to at the other end of `end`, if that is a to-one, has been
  /// changed here and stays that.
  func isKeptOut(_ member: ManagedObject, of end: RelationshipEnd) -> Bool {
    !end.relationship.inverseIsToMany && isKept(end.relationship.inverseIndex, of: member)
  }

  /// `true` if the column `index` of `object` has been changed here and stays as it is.
  private func isKept(_ index: Int, of object: ManagedObject) -> Bool {
    guard let local, local[object]?.changedColumns.contains(index) == true else { return false }
    return keeps(object, local)
  }

  /// `true` if the other end of `end`, to-one at both, has been changed at `target` here, as the
  /// deletion of the owner does: others get that change, whatever becomes of the deletion.
  func isUnlinkedHere(_ target: ManagedObject, byOneToOne end: RelationshipEnd) -> Bool {
    let relationship = end.relationship
    return !relationship.inverseIsToMany
      && local?[target]?.changedColumns.contains(relationship.inverseIndex) == true
  }

  /// `true` if `member` has been unlinked from `end` here.
  func isUnlinkedHere(_ member: ManagedObject, from end: RelationshipEnd) -> Bool {
    local?[end.owner]?.unlinked[end.index]?.contains(member.__rowID) == true
  }

  // MARK: Deleted here

  /// `true` if `object` has been deleted softly here and stays that.
  func isDeletedSoftlyHere(_ object: ManagedObject) -> Bool {
    guard let date = object.__entity.deletionDate else { return false }
    return isKept(date, of: object)
  }

  /// `true` if the delete rule of the inverse of `relationship`, a to-one, is to delete what refers
  /// to a deleted object.
  func isDeletedWithTarget(_ relationship: ManagedRelationship) -> Bool {
    unit.entities[relationship.target].relationships[relationship.inverseIndex]?
      .description.deleteRule == .cascade
  }

  /// Has what others have put into the object of `row`, which has been deleted here, go with it or
  /// refer to nothing, as what a row of its own says to refer to it does.
  mutating func release(_ row: PayloadRow) {
    guard let local, row.change == nil, !row.isLeftOut, local.deletion(row.key) != nil else {
      return
    }
    for (index, link) in row.links {
      guard let relationship = row.form.entity.relationships[index],
        !relationship.inverseIsToMany
      else { continue }
      for target in link.targets {
        // What has been changed here stays where it is.
        guard let object = objects[target.key], object.__isLive, local[object] == nil else {
          continue
        }
        if relationship.description.deleteRule == .cascade {
          if mayDelete(object) { doomed.append(object) }
        } else if options.related.contains(.delete),
          let end = RelationshipEnd(of: object, relationship.inverseIndex),
          end.relationship.description.isOptional, !unit.graph.related(by: end).isEmpty
        {
          unit.graph.set(object, relationship.inverseIndex, to: nil)
          updated.insert(ObjectIdentifier(object))
        }
      }
    }
  }

  /// `true` if `object`, which a row inside of another one is about, may be deleted: what was there
  /// before stays where related objects are not deleted.
  func mayDelete(_ object: ManagedObject) -> Bool {
    options.related.contains(.delete) || inserted.contains(ObjectIdentifier(object))
      || parts?.wasInserted(object) == true
  }

  /// Deletes what would have been deleted here with what it refers to.
  mutating func deleteDoomed() {
    if doomed.isEmpty { return }
    for object in doomed where object.__isLive {
      if !object.__flags.contains(.isInserted) { report.add(deleted: object.__objectID) }
      unit.graph.delete(object)
    }
    for (key, object) in objects where !object.__isLive {
      discarded.insert(key)
      objects[key] = nil
    }
    for position in rowObjects.indices where rowObjects[position]?.__isLive == false {
      rowObjects[position] = nil
    }
  }
}

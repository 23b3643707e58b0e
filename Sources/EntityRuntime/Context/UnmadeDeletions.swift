import EntityModel
import EntityStore

/// The rows that are to be removed with an object by its delete rules, and of which no objects have
/// been made: nobody holds one, nor anything that they are related to.
///
/// - Invariant: nothing has been read since they have been found.
struct UnmadeDeletions {
  /// The object that they go with.
  let root: ManagedObject

  /// The rows, with the versions that they had when they were found; without that of the root.
  let rows: [ChangeSet.Delete]
}

extension RelationshipGraph {
  /// `true` if all that goes with `object`, which is about to be deleted, is left to the save, by
  /// which its rows are removed as they are now.
  ///
  /// It is where no one could see it: there are no other changes, nothing is called, recorded or
  /// observed, no object is live that the deletion concerns, and no rule does anything but cascade.
  func leavesRows(goingWith object: ManagedObject) -> Bool {
    let entity = object.__entity
    guard unit.leavesRows, tracker.hasOnlyDeletions(of: 0), tracker.recorder == nil,
      object.__flags.isDisjoint(with: [.isInserted, .isChanged, .isTouched]),
      object.__rowID > 0, object.__version >= 0,
      let trees = unit.container.entities.cascades[entity.layout.index],
      trees.allSatisfy({ unit.maps[$0].count == 0 }),
      !entity.cascadingIndexes.contains(where: { object.__toMany($0)?.members != nil }),
      isAlone(object)
    else { return false }
    let deletion = ChangeSet.Delete(
      entity: entity.layout.index, id: object.__rowID, version: object.__version)
    // What cannot be read is reported where it is made objects.
    let found = try? unit.session.read { try BulkDeletion.change([deletion], unit, $0) }
    guard let found, found.problems.isEmpty, found.counted.isEmpty, found.changes.updates.isEmpty,
      let first = found.changes.deletes.first, first.id == deletion.id,
      found.changes.deletes.allSatisfy({ $0.version >= 0 })
    else { return false }
    let rows = Array(found.changes.deletes.dropFirst())
    if !rows.isEmpty { tracker.leave(UnmadeDeletions(root: object, rows: rows)) }
    return true
  }

  /// `true` if no live object has been read with `object`: those that have are asked for members
  /// together.
  private func isAlone(_ object: ManagedObject) -> Bool {
    let batch = object.__batch
    return batch.ids.allSatisfy { $0 == object.__rowID || batch.map[$0]?.__batch !== batch }
  }

  /// Deletes the objects of the rows that `unmade` names, as the deletion of its root would have
  /// done it.
  func makeObjects(of unmade: UnmadeDeletions) {
    do {
      let objects = try loader.objects(of: unmade.rows)
      let known = Set(objects)
      for object in [unmade.root] + objects { loadMembers(deletedWith: object, known) }
      apply(deletionOf: objects.reversed(), .isKnown)
    } catch {
      unit.problems.note(
        unmade.root, nil, "what goes with it could not be read: \(error)", underlying: error)
    }
  }

  /// Loads the members that are deleted with `object`, those of `known`: what others have related
  /// to it since is none of them.
  private func loadMembers(deletedWith object: ManagedObject, _ known: Set<ManagedObject>) {
    for index in object.__entity.cascadingIndexes {
      guard object.__entity.relationships[index]?.isToMany == true,
        object.__flags.isDisjoint(with: [.isFault, .isUnreadable])
      else { continue }
      let members = members(of: object, index)
      for member in members.objects where !known.contains(member) { members.remove(member) }
    }
  }
}

extension UnitOfWork {
  /// `true` if rows may be left to a save to be removed: nobody is called as they are, and no other
  /// context sees what is not saved.
  fileprivate var leavesRows: Bool {
    nesting == nil && nested.isEmpty && inbox == nil && lifeCycle == nil && !reportsChanges
      && !isUndoing && !isClosed && !isValidating
  }
}

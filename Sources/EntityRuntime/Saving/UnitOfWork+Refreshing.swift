import EntityModel
import EntityStore

extension UnitOfWork {
  /// Reads the row of `object` again; what has been changed is kept iff `merging`.
  ///
  /// Changes are taken back first and made again afterwards, so that all inverses agree with what
  /// the row holds now.
  ///
  /// - Throws: a `ReadError` when the row does not exist any more; a changed object is as it was
  ///   then iff `merging`.
  func refresh(_ object: ManagedObject, merging: Bool) throws {
    try throwReadFailures()
    try readRow(of: object, merging: merging)
  }

  /// Reads the row of `object` as `refresh(_:merging:)` does; whatever fails, changes are kept then.
  private func readRow(of object: ManagedObject, merging: Bool) throws {
    guard object.__state.flags.isDisjoint(with: [.isInserted, .isDetached]) else { return }
    let changes = OwnChanges(of: object)
    takeBack(changes, of: object)
    let isFound: Bool
    do {
      isFound = try readAgain(object)
    } catch {
      make(changes, of: object)
      throw error
    }
    if merging { make(changes, of: object) }
    guard isFound else {
      object.__state.flags.insert(.isUnreadable)
      throw ReadError(objectID: object.__state.objectID, "its row does not exist any more")
    }
  }

  /// Makes faults of all objects without changes and forgets what they refer to.
  func refreshAll() {
    let kept: ObjectFlags = [.isInserted, .isChanged, .isDeleted, .isTouched, .isFault]
    var batches: [Int: ObjectBatch] = [:]
    for object in maps.flatMap(\.objects) where object.__state.flags.isDisjoint(with: kept) {
      let tree = object.__state.entity.tree
      let batch = batches[tree] ?? ObjectBatch(self, tree: tree)
      batches[tree] = batch
      object.__state.batch = batch
      batch.numbers.append(object.__state.number)
      object.__state.toManys = []
      object.__state.unrecognized = [:]
      object.__state.flags.insert(.isFault)
      object.__state.flags.remove(.isUnreadable)
      object.__unload()
    }
  }

  // MARK: Changes

  /// What has been changed of an object's own row and joins.
  private struct OwnChanges {
    /// The values of attributes, by property index.
    var values: [(index: Int, value: Any?)] = []

    /// The objects that to-ones have been made to refer to, by property index.
    var toOnes: [(index: Int, object: ManagedObject?)] = []

    /// The members that sets of joins have gained and lost.
    var joins: [(relationship: ManagedRelationship, gained: [ManagedObject], lost: [ManagedObject])]

    /// Collects the changes of `object`; those of an object to be deleted are none.
    init(of object: ManagedObject) {
      joins = []
      guard !object.__state.flags.contains(.isDeleted) else { return }
      for index in object.__state.changes?.properties.sorted ?? [] {
        if object.__state.entity.layout.properties[index].attribute != nil {
          values.append((index, object.__value(index)))
        } else if object.__state.entity.toOneIndexes.contains(index),
          object.differingProperties.contains(index)
        {
          toOnes.append((index, object.__toOne(index).object))
        }
      }
      for state in object.__state.toManys where state.hasChanges {
        guard let relationship = object.__state.entity.relationships[state.index],
          relationship.inverseIsToMany
        else { continue }
        joins.append((relationship, Array(state.added), Array(state.removed)))
      }
    }
  }

  /// Makes `object` what it was before `changes`.
  private func takeBack(_ changes: OwnChanges, of object: ManagedObject) {
    for (index, _) in changes.toOnes {
      guard let original = object.__state.changes?.original,
        case .integer(let number) = object.__storedValue(index, original)
      else {
        setObject(of: object, index, to: nil)
        continue
      }
      setObject(of: object, index, to: resolve(number, of: object, index))
    }
    for (relationship, gained, lost) in changes.joins {
      for other in gained { remove(other, from: object, relationship) }
      for other in lost { add(other, to: object, relationship) }
    }
    restore(object)
    if object.__state.flags.contains(.isChanged) {
      object.__state.flags.remove(.isChanged)
      changed.removeAll { $0 === object }
    }
  }

  /// Makes `changes` of `object` again.
  private func make(_ changes: OwnChanges, of object: ManagedObject) {
    for (index, value) in changes.values { _ = object.__setValue(index, value) }
    for (index, target) in changes.toOnes {
      let isGone = target?.__state.flags.contains(.isDetached) ?? false
      if !isGone { setObject(of: object, index, to: target) }
    }
    for (relationship, gained, lost) in changes.joins {
      for other in gained { add(other, to: object, relationship) }
      for other in lost { remove(other, from: object, relationship) }
    }
  }

  // MARK: Rows

  /// Reads the row of `object`, which has no changes, again; `false` iff it does not exist.
  private func readAgain(_ object: ManagedObject) throws -> Bool {
    let wasFault = object.__state.flags.contains(.isFault)
    let before = wasFault ? [:] : references(of: object)
    let isFound = try store.read { reader in
      try reader.row(object.__state.entity.layout, id: object.__state.number) { row in
        object.__state.unrecognized = [:]
        object.__state.flags.subtract([.isFault, .isUnreadable])
        object.__state.version = row.version
        object.__read(row, object.__state.entity.depth)
      }
    }
    guard isFound else { return false }
    forgetMembers(of: object)
    if !wasFault { settle(object, before) }
    return true
  }

  /// Has the sets of `object` read again, and those at the other end of joins.
  private func forgetMembers(of object: ManagedObject) {
    for state in object.__state.toManys {
      guard let relationship = object.__state.entity.relationships[state.index] else { continue }
      if relationship.inverseIsToMany {
        for member in state.members?.objects ?? [] {
          // The members of a new object are all unsaved and cannot be read.
          guard !member.__state.flags.contains(.isInserted) else { continue }
          member.__state.toMany(relationship.inverseIndex)?.members = nil
        }
      }
      state.members = nil
    }
  }

  /// Tells the objects that `object` referred to, and those it refers to now, that others have
  /// changed this.
  private func settle(_ object: ManagedObject, _ before: [Int: Int64]) {
    for (index, number) in references(of: object) {
      guard let relationship = object.__state.entity.relationships[index],
        let former = before[index], former != number
      else { continue }
      let tree = target(of: relationship).tree
      guard relationship.inverseIsToMany else {
        // The other end of a one-to-one has a column of its own, which has changed too.
        for partner in [maps[tree][former], maps[tree][number]] {
          if let partner, !partner.__state.flags.contains(.isFault) {
            do {
              try readRow(of: partner, merging: true)
            } catch {
              readFailures.append(error)
            }
          }
        }
        continue
      }
      maps[tree][former]?.__state.toMany(relationship.inverseIndex)?.storeLost(object)
      guard let state = maps[tree][number]?.__state.toMany(relationship.inverseIndex) else {
        continue
      }
      state.storeGained(object)
      if object.__state.flags.contains(.isDeleted), let owner = maps[tree][number] {
        state.remove(object)
        touch(owner)
      }
    }
  }

  /// Returns the numbers of the rows that the to-ones of `object` refer to, by property index.
  private func references(of object: ManagedObject) -> [Int: Int64] {
    var numbers: [Int: Int64] = [:]
    for index in object.__state.entity.toOneIndexes {
      numbers[index] = object.__toOne(index).rowNumber
    }
    return numbers
  }
}

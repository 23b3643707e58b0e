import EntityModel
import EntityStore

extension UnitOfWork {
  /// Reads the row of `object` again; what has been changed is kept iff `merging`.
  ///
  /// - Throws: a `ReadError` when the row does not exist any more.
  func refresh(_ object: ManagedObject, merging: Bool) throws {
    try throwReadFailures()
    try readAgain(object, merging: merging)
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
      object.__state.row = nil
      object.__state.flags.insert(.isFault)
      object.__state.flags.remove(.isUnreadable)
      object.__unload()
    }
  }

  /// Reads the row of `object` as `refresh(_:merging:)` does.
  private func readAgain(_ object: ManagedObject, merging: Bool) throws {
    guard object.__state.flags.isDisjoint(with: [.isInserted, .isDetached]) else { return }
    if !merging { takeBack(object) }
    let kept = KeptChanges(of: object)
    let base = stored(toOnesOf: object)
    let isFound = try read { reader in
      try reader.row(object.__state.entity.layout, id: object.__state.number) { row in
        object.__state.unrecognized = [:]
        object.__state.changes = nil
        object.__state.flags.subtract([.isFault, .isUnreadable])
        object.take(row)
      }
    }
    guard isFound else {
      object.__state.flags.insert(.isUnreadable)
      throw ReadError(objectID: object.__state.objectID, "its row does not exist any more")
    }
    kept.make(of: object)
    forgetMembers(of: object)
    for (index, number) in stored(toOnesOf: object) {
      guard let relationship = object.__state.entity.relationships[index],
        let former = base[index], former != number
      else { continue }
      settle(object, relationship, from: former, to: number)
    }
    renounceDeleted(object)
  }

  // MARK: Changes

  /// What has been changed of an object's own row, to be changed again.
  private struct KeptChanges {
    private var values: [(index: Int, value: Any?)] = []
    private var toOnes: [(index: Int, reference: __ToOne)] = []
    private let isChanged: Bool

    /// Collects the changes of `object`.
    init(of object: ManagedObject) {
      isChanged = object.__state.changes != nil
      for index in object.differingProperties.sorted {
        if object.__state.entity.layout.properties[index].attribute != nil {
          values.append((index, object.__value(index)))
        } else {
          toOnes.append((index, object.__toOne(index)))
        }
      }
    }

    /// Makes the changes of `object`, which has just been read; inverses agree with them already.
    func make(of object: ManagedObject) {
      guard isChanged else { return }
      object.keepValues()
      for (index, value) in values { _ = object.__setValue(index, value) }
      for (index, reference) in toOnes {
        object.__state.changes?.properties.insert(index)
        object.__setToOne(index, reference)
      }
    }
  }

  /// Takes the changes of the row and the joins of `object` back, as assignments would.
  private func takeBack(_ object: ManagedObject) {
    guard !object.__state.flags.contains(.isDeleted) else { return }
    for index in object.differingProperties.sorted where object.isToOne(index) {
      guard let original = object.__state.changes?.original,
        case .integer(let number) = object.__storedValue(index, original)
      else {
        setObject(of: object, index, to: nil)
        continue
      }
      setObject(of: object, index, to: resolve(number, of: object, index))
    }
    for state in object.__state.toManys where state.hasChanges {
      guard let relationship = object.__state.entity.relationships[state.index],
        relationship.inverseIsToMany
      else { continue }
      for other in state.added.objects { remove(other, from: object, relationship) }
      for other in state.removed { add(other, to: object, relationship) }
    }
    restore(object)
    if object.__state.flags.contains(.isChanged) {
      object.__state.flags.remove(.isChanged)
      changed.removeAll { $0 === object }
    }
  }

  /// Applies the delete rules of the objects to be deleted that `object` is found to refer to.
  private func renounceDeleted(_ object: ManagedObject) {
    for index in object.__state.entity.toOneIndexes {
      guard !object.__state.flags.contains(.isDeleted),
        let relationship = object.__state.entity.relationships[index],
        let target = live(object.__toOne(index).rowNumber, relationship),
        target.__state.flags.contains(.isDeleted),
        let inverse = target.__state.entity.relationships[relationship.inverseIndex]
      else { continue }
      switch inverse.description.deleteRule {
      case .nullify: setObject(of: object, index, to: nil)
      case .cascade: delete(object)
      case .deny, .noAction: break
      }
    }
  }

  // MARK: What others have changed

  /// Returns the numbers of the rows that the row of `object` refers to, as read last, by property
  /// index; none for a fault.
  private func stored(toOnesOf object: ManagedObject) -> [Int: Int64] {
    guard !object.__state.flags.contains(.isFault) else { return [:] }
    var numbers: [Int: Int64] = [:]
    for index in object.__state.entity.toOneIndexes {
      let value = object.originalStoredValue(at: index)
      if case .integer(let number) = value { numbers[index] = number } else { numbers[index] = 0 }
    }
    return numbers
  }

  /// Has the sets of `object` read again, and those at the other end of joins.
  private func forgetMembers(of object: ManagedObject) {
    for state in object.__state.toManys {
      guard let relationship = object.__state.entity.relationships[state.index] else { continue }
      for member in state.members?.objects ?? [] where relationship.inverseIsToMany {
        // The members of a new object are all unsaved and cannot be read.
        guard !member.__state.flags.contains(.isInserted) else { continue }
        member.__state.toMany(relationship.inverseIndex)?.members = nil
      }
      state.members = nil
    }
  }

  /// Makes the other ends agree that others have changed the row of `object` to refer to the row
  /// `number` by `relationship`, and no more to `former`.
  private func settle(
    _ object: ManagedObject, _ relationship: ManagedRelationship, from former: Int64,
    to number: Int64
  ) {
    let index = relationship.index
    guard relationship.inverseIsToMany else {
      // The other end of a one-to-one has a column of its own, which has changed too.
      for partner in [live(former, relationship), live(number, relationship)] {
        guard let partner, !partner.__state.flags.contains(.isFault) else { continue }
        do { try readAgain(partner, merging: true) } catch { readFailures.append(error) }
      }
      guard object.__toOne(index).rowNumber != number, number != 0,
        let partner = resolve(number, of: object, index),
        partner.targetNumber(relationship.inverseIndex) == object.__state.number
      else { return }
      // The object has been made to refer to another one, which parts it from this one.
      return setObject(of: partner, relationship.inverseIndex, to: nil)
    }
    live(former, relationship)?.__state.toMany(relationship.inverseIndex)?.storeLost(object)
    guard number != 0 else { return }
    let isMember =
      object.__toOne(index).rowNumber == number && !object.__state.flags.contains(.isDeleted)
    if isMember {
      live(number, relationship)?.__state.toMany(relationship.inverseIndex)?.storeGained(object)
    } else if let owner = resolve(number, of: object, index) {
      toManyState(of: owner, relationship.inverseIndex).remove(object)
      touch(owner)
    }
  }
}

extension ManagedObject {
  /// `true` iff the property `index` is a to-one relationship.
  fileprivate final func isToOne(_ index: Int) -> Bool {
    __state.entity.relationships[index]?.isToMany == false
  }

  /// The number of the row that the to-one `index` refers to, the object's own row read for it.
  fileprivate final func targetNumber(_ index: Int) -> Int64 {
    if __state.flags.contains(.isFault) { __fire() }
    return __toOne(index).rowNumber
  }
}

import EntityModel
import EntityStore

/// Reads again what others may have changed.
struct Refresher {
  let unit: UnitOfWork

  /// Is called with each object that has no row any more, which is no problem then.
  var noteMissing: ((ManagedObject) -> Void)?

  /// Objects that stay as they are: others are in the way of their changes.
  var contested: Set<ManagedObject> = []

  /// `true` if what others have related to objects that are to be deleted stays so: that is in the
  /// way of these.
  var leavesNewMembers = false

  var tracker: ChangeTracker { unit.tracker }
  var graph: RelationshipGraph { unit.graph }

  /// Reads the row of `object` again; what has been changed is merged if `merging`.
  ///
  /// - Throws: a `ReadError` if the row does not exist any more.
  func refresh(_ object: ManagedObject, merging: Bool) throws {
    try unit.problems.report()
    if let observed = unit.observedChanges {
      try observed.together { try readAgain(object, merging: merging) }
    } else {
      try readAgain(object, merging: merging)
    }
    unit.lifeCycle?.didRefresh()
    try unit.problems.report()
  }

  /// Makes faults of all objects without changes and forgets what they refer to; of those with
  /// changes, forgets the members that can be read again, since what refers to them may be another.
  func refreshAll() {
    guard let observed = unit.observedChanges else { return haveEverythingReadAgain() }
    observed.together(haveEverythingReadAgain)
  }

  private func haveEverythingReadAgain() {
    unit.forgetChangesTakenBack()
    var unchanged: [ManagedObject] = []
    for object in unit.maps.flatMap(\.objects) where !object.__flags.contains(.isInserted) {
      if object.isAsStored {
        unchanged.append(object)
        continue
      }
      unit.forgetMembers(of: object)
    }
    makeFaults(of: unchanged)
  }

  /// Makes faults of the objects that there was a conflict about, and forgets all members that have
  /// been loaded; nothing has changes any more.
  func refreshContested() {
    guard !unit.contested.isEmpty else { return }
    let ids = unit.contested
    unit.contested = []
    let objects = unit.maps.flatMap(\.objects).filter { !$0.__flags.contains(.isInserted) }
    for object in objects where object.__hasToManys { object.__toManys = [] }
    makeFaults(of: objects.filter { ids.contains($0.__objectID) })
  }

  /// Reads the row of `object` as `refresh(_:merging:)` does; of the attributes that have been
  /// changed, what stays so is `kept`, or all of them if that is nil.
  func readAgain(_ object: ManagedObject, merging: Bool, keeping kept: PropertySet? = nil) throws {
    guard object.__flags.isDisjoint(with: [.isInserted, .isDetached]) else { return }
    let observed = unit.observedChanges
    let former = observed?.values(of: object)
    defer { observed?.noteChanges(of: object, since: former) }
    if !merging { takeBack(object) }
    let changes = PendingChanges(of: object, keeping: kept)
    let base = stored(toOnesOf: object)
    let wasFault = object.__flags.contains(.isFault)
    var isRead = false
    let isFound = try unit.session.read { session in
      try session.row(id: object.__rowID, of: object.__entity.layout) { row in
        guard row.entity == object.__entity.layout.index else {
          return unit.loader.noteOtherEntity(of: object, row.entity)
        }
        isRead = true
        object.__unrecognized = [:]
        object.__changes = nil
        object.__flags.subtract([.isFault, .isUnreadable])
        unit.loader.take(&row, object)
      }
    }
    guard isRead else {
      if !isFound, let noteMissing { return noteMissing(object) }
      object.__flags.insert(.isUnreadable)
      if !isFound { unit.problems.noteMissing(object) }
      return
    }
    if let observed {
      observed.assignAgain { changes.apply(to: object) }
    } else {
      changes.apply(to: object)
    }
    tracker.noteOtherValues()
    forgetMembers(of: object)
    for (index, id) in stored(toOnesOf: object) {
      guard let end = RelationshipEnd(of: object, index), let former = base[index], former != id
      else { continue }
      reconcile(end, from: former, to: id)
    }
    if !leavesNewMembers { detachDeleted(object) }
    if wasFault { unit.lifeCycle?.note(awakened: object) }
    unit.lifeCycle?.note(refreshed: object)
  }

  // MARK: Changes

  /// What has been changed of an object's own row, to be changed again.
  private struct PendingChanges {
    private var values: [(index: Int, value: Any?)] = []
    private var toOnes: [(index: Int, reference: __ToOne)] = []
    private let isChanged: Bool

    /// Collects the changes of `object`; of its attributes those that are `kept`, or all.
    init(of object: ManagedObject, keeping kept: PropertySet?) {
      isChanged = object.__changes != nil
      for index in object.differingProperties.sorted {
        if object.__entity.layout.properties[index].attribute != nil {
          if kept?.contains(index) == false { continue }
          values.append((index, object.__value(index)))
        } else {
          toOnes.append((index, object.__toOne(index)))
        }
      }
    }

    /// Makes the changes to `object`, which has just been read; inverses agree with them already.
    func apply(to object: ManagedObject) {
      guard isChanged else { return }
      object.__storeOriginal()
      for (index, value) in values { _ = object.__setValue(index, value) }
      for (index, reference) in toOnes {
        object.__changes?.properties.insert(index)
        object.__setToOne(index, reference)
      }
    }
  }

  /// Takes back the changes of the row and the links of `object`, as assignments would.
  private func takeBack(_ object: ManagedObject) {
    guard !object.__flags.contains(.isDeleted) else { return }
    for index in object.differingProperties.sorted where object.isToOne(index) {
      guard case .integer(let id) = object.originalStoredValue(at: index) else {
        graph.set(object, index, to: nil)
        continue
      }
      graph.set(object, index, to: unit.loader.resolve(id, of: object, index))
    }
    for state in object.__toManys where state.hasChanges {
      guard let end = RelationshipEnd(of: object, state.index), end.relationship.inverseIsToMany
      else { continue }
      for other in state.added.objects { graph.unlink(other, from: end) }
      for other in state.removed { graph.link(other, to: end) }
    }
    tracker.restore(object)
    tracker.forgetChanges(of: object)
  }

  /// Applies the delete rules of the objects to be deleted that `object` is found to refer to.
  func detachDeleted(_ object: ManagedObject) {
    for index in object.__entity.toOneIndexes {
      guard !object.__flags.contains(.isDeleted),
        let relationship = object.__entity.relationships[index],
        let target = graph.live(object.__toOne(index).rowID, relationship),
        target.__flags.contains(.isDeleted),
        let inverse = target.__entity.relationships[relationship.inverseIndex]
      else { continue }
      switch inverse.description.deleteRule {
      case .nullify: graph.set(object, index, to: nil)
      case .cascade: graph.delete(object)
      case .deny, .noAction: break
      }
    }
  }

  // MARK: What others have changed

  /// Returns the ids of the rows that the row of `object` refers to, as read last, by property
  /// index; none for a fault.
  private func stored(toOnesOf object: ManagedObject) -> [Int: Int64] {
    guard !object.__flags.contains(.isFault) else { return [:] }
    var ids: [Int: Int64] = [:]
    for index in object.__entity.toOneIndexes {
      let value = object.originalStoredValue(at: index)
      if case .integer(let id) = value { ids[index] = id } else { ids[index] = 0 }
    }
    return ids
  }

  /// Has the sets of `object` read again, and those at the other end of links.
  private func forgetMembers(of object: ManagedObject) {
    noteFormer(of: object)
    for state in object.__toManys {
      guard let relationship = object.__entity.relationships[state.index] else { continue }
      for member in state.members?.objects ?? [] where relationship.inverseIsToMany {
        // The members of a new object are all unsaved and cannot be read.
        guard !member.__flags.contains(.isInserted) else { continue }
        member.__toMany(relationship.inverseIndex)?.members = nil
        unit.observedChanges?.note(member, relationship.inverseIndex)
      }
      state.members = nil
      unit.observedChanges?.note(object, state.index)
    }
  }

  /// Makes the other ends agree that others have changed the row of the owner of `end` to refer to
  /// the row `id`, and no more to `former`.
  private func reconcile(_ end: RelationshipEnd, from former: Int64, to id: Int64) {
    let (object, relationship) = (end.owner, end.relationship)
    guard relationship.inverseIsToMany else {
      // The other end of a one-to-one has a column of its own, which has changed too.
      for partner in [graph.live(former, relationship), graph.live(id, relationship)] {
        guard let partner, !partner.__flags.contains(.isFault), !contested.contains(partner)
        else { continue }
        do {
          if try isKeptFrom(partner, relationship.inverseIndex) { continue }
          try readAgain(partner, merging: true)
        } catch {
          unit.problems.note(
            partner, nil, "the store could not be read: \(error)", underlying: error)
        }
      }
      forget(end, ifTakenFrom: id)
      guard end.reference.rowID != id, id != 0,
        let partner = unit.loader.resolve(id, of: object, end.index),
        partner.targetID(relationship.inverseIndex) == object.__rowID
      else { return }
      // The object has been made to refer to another one, which unlinks it from this one.
      return graph.set(partner, relationship.inverseIndex, to: nil)
    }
    if let owner = graph.live(former, relationship) {
      owner.__toMany(relationship.inverseIndex)?.storeRemoved(object)
      unit.observedChanges?.note(owner, relationship.inverseIndex)
    }
    guard id != 0 else { return }
    if let owner = graph.live(id, relationship) {
      unit.observedChanges?.note(owner, relationship.inverseIndex)
    }
    let isMember = end.reference.rowID == id && !object.__flags.contains(.isDeleted)
    if isMember {
      graph.live(id, relationship)?.__toMany(relationship.inverseIndex)?.storeAdded(object)
    } else if let owner = unit.loader.resolve(id, of: object, end.index) {
      graph.toManyState(of: owner, relationship.inverseIndex).remove(object)
      tracker.touch(owner)
    }
  }

  /// `true` if `partner`, whose one-to-one `index` others have changed, is not to be read again
  /// with the other end: its row is gone, or others are in the way of what else is changed of it.
  private func isKeptFrom(_ partner: ManagedObject, _ index: Int) throws -> Bool {
    // What merges looks for itself for what is gone.
    if noteMissing != nil { return false }
    guard let row = try row(of: partner) else {
      if partner.isMissedByNoChange { unit.detachRemoved(partner) }
      return true
    }
    return partner.isContested(by: row.values, besides: index)
  }

  /// Makes the one-to-one `end` refer to nothing if its partner, the row `id`, has been made to
  /// refer to another object before it was known that the two belong together.
  private func forget(_ end: RelationshipEnd, ifTakenFrom id: Int64) {
    guard id != 0, end.reference.rowID == id,
      let partner = graph.live(id, end.relationship),
      partner.__flags.isDisjoint(with: [.isFault, .isDeleted]),
      let inverse = end.inverse(at: partner), inverse.reference.rowID != end.owner.__rowID,
      partner.differingProperties.contains(inverse.index)
    else { return }
    unit.willWrite(end.owner, end.index)
    end.refer(to: nil)
  }
}

extension ManagedObject {
  /// `true` if the property `index` is a to-one relationship.
  fileprivate final func isToOne(_ index: Int) -> Bool {
    __entity.relationships[index]?.isToMany == false
  }

  /// The id of the row that the to-one `index` refers to, the object's own row read for it.
  fileprivate final func targetID(_ index: Int) -> Int64 {
    if __flags.contains(.isFault) { __fire() }
    return __toOne(index).rowID
  }
}

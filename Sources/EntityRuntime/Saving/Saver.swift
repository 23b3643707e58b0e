import EntityModel
import EntityStore

/// Saves what has changed in one context.
struct Saver {
  let unit: UnitOfWork

  var tracker: ChangeTracker { unit.tracker }
  var graph: RelationshipGraph { unit.graph }

  /// Writes everything that has changed in one transaction, merged as `policy` says with what
  /// others have saved; on any failure nothing is written and the unit is as it was.
  func save(merging policy: MergePolicy) throws {
    try unit.session.requireUnshared()
    try unit.problems.report()
    guard !unit.isValidating else {
      throw StoreError(
        .busy, "a context cannot be saved by 'validate' of its objects, which changes nothing")
    }
    guard tracker.hasChanges || !unit.misuses.isEmpty else { return }
    if try savesUnmade() { return }
    let prepared = try unit.lifeCycle?.willSave(tracker) ?? []
    let kept = unit.keepTimestamps()
    do {
      try savePrepared(merging: policy)
    } catch {
      unit.takeBack(kept)
      throw error
    }
    if let lifeCycle = unit.lifeCycle {
      lifeCycle.didRefresh()
      lifeCycle.didSave(prepared)
    }
  }

  /// Writes what has changed, now that the objects have prepared themselves.
  private func savePrepared(merging policy: MergePolicy) throws {
    try validate()
    let plan = SavePlan(tracker)
    let observed = unit.observedChanges?.withTemporaryIDs(plan.inserts)
    if !plan.isEmpty {
      try checkVersions(of: plan)
      do {
        try commit(endsWithTask: true) { session in
          try requireNoNewLinks(of: plan, session)
          return plan
        }
      } catch {
        try save(after: error, of: plan, merging: policy)
      }
    }
    tracker.didSave()
    if let observed { unit.observedChanges?.didName(observed) }
  }

  /// Writes the plan that `makePlan` returns in one transaction, which it may read.
  ///
  /// In an entity actor it ends with its task where `endsWithTask`.
  func commit(
    endsWithTask: Bool, _ makePlan: (any WritingSession) throws -> SavePlan
  ) throws {
    var written: (plan: SavePlan, temporary: [Int64])?
    do {
      _ = try unit.session.write(endsWithTask: endsWithTask) { session in
        if let (plan, temporary) = written { restoreIDs(of: plan, temporary) }
        let plan = try makePlan(session)
        let temporary = plan.inserts.map { $0.__rowID }
        written = (plan, temporary)
        return try write(plan, temporary, session)
      } committed: { changes in
        if !changes.isEmpty { unit.didCommit(changes) }
      }
    } catch {
      guard let (plan, temporary) = written else { throw error }
      let error = named(error, plan.inserts, temporary)
      restoreIDs(of: plan, temporary)
      throw error
    }
    guard let (plan, temporary) = written else { return }
    register(plan.inserts, temporary)
    for update in plan.updates { update.object.__version += 1 }
    noteExternals(plan)
  }

  /// Has objects know at what versions those values have been written that are apart from their
  /// rows.
  private func noteExternals(_ plan: SavePlan) {
    for object in plan.inserts where !object.__entity.externalIndexes.isEmpty {
      for index in object.__entity.externalIndexes {
        object.__noteStored(index, object.__version)
      }
    }
    for (object, properties) in plan.updates where !object.__entity.externalIndexes.isEmpty {
      for index in properties { object.__noteStored(index, object.__version) }
    }
  }

  /// Gives the new objects of `plan`, which has not been written, their ids `temporary` again.
  private func restoreIDs(of plan: SavePlan, _ temporary: [Int64]) {
    for (object, id) in zip(plan.inserts, temporary) { object.__rowID = id }
  }

  /// Writes `plan`, whose new objects have the ids `temporary`; returns what has been written.
  private func write(
    _ plan: SavePlan, _ temporary: [Int64], _ session: any WritingSession
  ) throws -> ChangeSet {
    try requireSingleObjects(of: plan, session)
    // Ids are assigned first, so that a row may refer to one that comes after it.
    try assignIDs(to: plan.inserts, temporary, session)
    let changes = plan.changeSet()
    let counted = try membershipsToCount(of: plan, changes, session)
    let conflicts = try session.apply(changes, from: plan)
    guard conflicts.isEmpty else { throw conflictError(conflicts, plan) }
    if let counted { try BulkWriter(unit: unit).checkCounts(of: counted, session) }
    return changes
  }

  /// Refuses to write rows whose version could not be read, which would conflict for ever.
  func checkVersions(of plan: SavePlan) throws {
    func check(_ object: ManagedObject) {
      if object.__version >= 0 { return }
      unit.problems.note(object, nil, "its version is missing or not an integer")
    }
    for (object, _) in plan.updates { check(object) }
    for object in plan.deletes { check(object) }
    try unit.problems.report()
  }

  /// Gives those of `objects` whose ids, `temporary`, are that permanent ones in the order of their
  /// creation.
  private func assignIDs(
    to objects: [ManagedObject], _ temporary: [Int64], _ session: any WritingSession
  ) throws {
    var counts = Array(repeating: 0, count: unit.maps.count)
    for object in objects where object.__rowID < 0 { counts[object.__entity.tree] += 1 }
    if counts.allSatisfy({ $0 == 0 }) { return }
    var next: [Int64?] = Array(repeating: nil, count: unit.maps.count)
    // Temporary ids count downwards.
    let isOrdered = temporary.indices.dropFirst().allSatisfy { temporary[$0 - 1] > temporary[$0] }
    for object in isOrdered ? objects : objects.sorted(by: { $0.__rowID > $1.__rowID })
    where object.__rowID < 0 {
      let entity = object.__entity
      let id =
        try next[entity.tree]
        ?? session.reserveIDs(counts[entity.tree], of: entity.layout.table)
      object.__rowID = id
      next[entity.tree] = id + 1
    }
  }

  /// Enters new objects under their permanent ids; each tree's are a batch from now on.
  private func register(_ objects: [ManagedObject], _ temporary: [Int64]) {
    let batches = unit.maps.indices.map { FetchBatch(unit, tree: $0) }
    guard var batch = batches.first else { return }
    let first = unit.container.store.firstVersion
    for (object, id) in zip(objects, temporary) {
      let tree = object.__entity.tree
      if batch.tree != tree { batch = batches[tree] }
      if tracker.knowsNewObjects, id != object.__rowID { batch.map.remove(object, id) }
      batch.map.insert(object, object.__rowID)
      batch.ids.append(object.__rowID)
      object.__batch = batch
      object.__version = object.__versionAfterInsertion ?? first
      object.__flags.remove(.isInserted)
      guard object.__hasToManys else { continue }
      // A new row is referred to by what has been made to refer to it, and by nothing else.
      for index in object.__entity.relationshipIndexes {
        guard let relationship = object.__entity.relationships[index],
          relationship.isToMany, let state = object.__toMany(index), state.members == nil
        else { continue }
        // Nobody reads an implicit inverse, which would hold all that ever comes to refer to it.
        if relationship.isHidden { continue }
        unit.noteLoaded(relationship)
        state.didInsert(relationship.maker())
      }
    }
  }

  /// Returns the error that reports `conflicts` of `plan`.
  private func conflictError(_ conflicts: [Conflict], _ plan: SavePlan) -> ConflictError {
    var objects: [ObjectID: ManagedObject] = [:]
    for object in plan.deletes + plan.updates.map(\.object) { objects[object.__objectID] = object }
    return ConflictError(
      conflicts: conflicts.compactMap { conflict in
        let layout = unit.container.store.layout.entities[conflict.entity]
        let id = ObjectID(entityName: layout.rootName, rowID: conflict.id)
        guard let object = objects[id] else { return nil }
        return self.conflict(about: object, theirs: conflict.theirs)
      })
  }

  /// Returns the conflict about `object`, whose row holds `row` now, in the order of its columns.
  func conflict(about object: ManagedObject, theirs row: [StoredValue]?) -> ConflictError.Conflict {
    let theirs = row.map {
      Dictionary(
        zip(object.__entity.layout.columnIndexes, $0), uniquingKeysWith: { first, _ in first })
    }
    return FoundConflict(
      kind: theirs == nil ? .deleted : .changed, object: object,
      isDeletion: object.__flags.contains(.isDeleted), index: nil, relatedID: 0, theirs: theirs
    ).reported
  }
}

import EntityModel
import EntityStore

extension UnitOfWork {
  /// The version of a row that has just been added.
  // The numbers 0 and 1 take no byte in a row of SQLite, so that going from 1 to 2 would make every
  // row grow at its first change: it would be taken out of its page and put in again.
  private static let firstVersion: Int64 = 2

  /// Writes everything that has changed in one transaction; on any failure nothing is written and
  /// the unit is as it was.
  func save() throws {
    precondition(
      reader == nil, "a context cannot be saved while it reads one state of the store; end `read`")
    try throwReadFailures()
    guard hasChanges else { return }
    try validate()
    let plan = SavePlan(self)
    if !plan.isEmpty {
      // A key path would have each access checked for overlapping others.
      let temporary = plan.inserts.map { $0.__state.number }
      do {
        try store.write { try write(plan, temporary, $0) }
      } catch {
        for (object, number) in zip(plan.inserts, temporary) { object.__state.number = number }
        throw error
      }
      adopt(plan.inserts, temporary)
      for update in plan.updates { update.object.__state.version += 1 }
    }
    didSave()
  }

  /// Writes `plan`, whose new objects have the numbers `temporary`.
  private func write(_ plan: SavePlan, _ temporary: [Int64], _ writer: StoreWriter) throws {
    try plan.forEachUnlink { relationship, owner, other in
      try writer.unlink(
        relationship.description, of: relationship.owner, owner.__state.number,
        other.__state.number)
    }
    var conflicts: [ManagedObject] = []
    for object in plan.deletes {
      let found = try writer.delete(
        object.__state.entity.layout, id: object.__state.number,
        expecting: object.__state.version)
      if !found { conflicts.append(object) }
    }
    // Numbers are given first, so that a row may refer to one that comes after it.
    try number(plan.inserts, temporary, writer)
    for update in plan.parked {
      let state = update.object.__state
      _ = try writer.update(
        state.entity.layout, id: state.number, expecting: state.version,
        newVersion: state.version, properties: update.properties
      ) { row in
        for index in update.properties {
          row.write(SavePlan.parkingValue(of: update.object, index))
        }
      }
    }
    conflicts += try write(plan.updates, writer)
    if !conflicts.isEmpty { throw try conflictError(conflicts, writer) }
    for object in plan.inserts {
      let entity = object.__state.entity
      try writer.insert(entity.layout, id: object.__state.number, version: Self.firstVersion) {
        row in
        try write(object, entity.columnIndexes, &row)
      }
    }
    try plan.forEachLink { relationship, owner, other in
      try writer.link(
        relationship.description, of: relationship.owner, owner.__state.number,
        other.__state.number)
    }
  }

  /// Writes the columns of the properties `indexes` of `object` into `row`.
  func write(
    _ object: ManagedObject, _ indexes: [Int], _ row: inout RowWriter
  ) throws(ValidationError) {
    for index in indexes {
      object.__write(index, &row)
      guard row.isRefused else { continue }
      throw ValidationError(problems: [
        problem(
          "validation.encoding", object, index, "holds a value that cannot be written as JSON")
      ])
    }
  }

  /// Gives `objects`, whose numbers are `temporary`, permanent ones in the order of their creation.
  private func number(
    _ objects: [ManagedObject], _ temporary: [Int64], _ writer: StoreWriter
  ) throws {
    var counts = Array(repeating: 0, count: maps.count)
    for object in objects { counts[object.__state.entity.tree] += 1 }
    var next: [Int64?] = Array(repeating: nil, count: maps.count)
    // Temporary numbers count downwards.
    let isOrdered = temporary.indices.dropFirst().allSatisfy { temporary[$0 - 1] > temporary[$0] }
    for object in isOrdered
      ? objects : objects.sorted(by: { $0.__state.number > $1.__state.number })
    {
      let entity = object.__state.entity
      let number =
        try next[entity.tree] ?? writer.reserveIDs(entity.name, count: counts[entity.tree])
      object.__state.number = number
      next[entity.tree] = number + 1
    }
  }

  /// Enters new objects under their permanent numbers; each tree's are a batch from now on.
  private func adopt(_ objects: [ManagedObject], _ temporary: [Int64]) {
    let batches = maps.indices.map { ObjectBatch(self, tree: $0) }
    guard var batch = batches.first else { return }
    for (object, number) in zip(objects, temporary) {
      let tree = object.__state.entity.tree
      if batch.tree != tree { batch = batches[tree] }
      if knowsNewObjects { batch.map.remove(object, number) }
      batch.map.insert(object, object.__state.number)
      batch.numbers.append(object.__state.number)
      object.__state.batch = batch
      object.__state.version = Self.firstVersion
      object.__state.flags.remove(.isInserted)
      guard object.__state.hasToManys else { continue }
      // A new row is referred to by what has been made to refer to it, and by nothing else.
      for index in object.__state.entity.relationshipIndexes {
        guard let relationship = object.__state.entity.relationships[index],
          relationship.isToMany, let state = object.__state.toMany(index), state.members == nil
        else { continue }
        state.didInsert(relationship.maker())
      }
    }
  }

  /// Takes what has been saved for what is stored.
  private func didSave() {
    for object in deleted { leave(object) }
    for objects in [inserted, changed, touched] {
      for object in objects {
        object.__state.changes = nil
        object.__state.flags.subtract([.isChanged, .isTouched])
        guard object.__state.hasToManys else { continue }
        for state in object.__state.toManys { state.didSave() }
      }
    }
    inserted = []
    changed = []
    deleted = []
    touched = []
  }

  /// Takes `object`, whose row has been removed, out of the context.
  ///
  /// It still knows which rows it referred to, but not those that went with it.
  private func leave(_ object: ManagedObject) {
    object.__state.forget(object)
    object.__state.flags.insert(.isDetached)
    object.__state.changes = nil
    for index in object.__state.entity.toOneIndexes {
      let isGone = object.__toOne(index).object?.__state.flags.contains(.isDeleted) ?? false
      if isGone { object.refer(index, to: nil) }
    }
    releaseReferences(of: object)
  }

  /// Returns the error that says how the rows of `objects` differ from what they were read as.
  private func conflictError(
    _ objects: [ManagedObject], _ writer: StoreWriter
  ) throws -> ConflictError {
    ConflictError(
      conflicts: try objects.map { object in
        let entity = object.__state.entity
        var base: [String: StoredValue] = [:]
        var ours: [String: StoredValue] = [:]
        for index in entity.columnIndexes {
          let name = entity.layout.properties[index].name
          base[name] = object.originalStoredValue(at: index)
          ours[name] = object.storedValue(at: index)
        }
        var theirs: [String: StoredValue]?
        _ = try writer.row(entity.layout, id: object.__state.number) { row in
          var values: [String: StoredValue] = [:]
          for index in entity.columnIndexes {
            guard let column = entity.layout.columns[index] else { continue }
            values[entity.layout.properties[index].name] = row.storedValue(at: column.position)
          }
          theirs = values
        }
        return ConflictError.Conflict(
          objectID: object.__state.objectID, base: base, ours: ours, theirs: theirs)
      })
  }

  // MARK: Going back

  /// Takes back everything that has changed since the last save.
  func rollBack() {
    readFailures = []
    for object in inserted + changed + touched + deleted {
      for state in object.__state.toManys { state.rollBack() }
    }
    for object in changed + deleted {
      restore(object)
      object.__state.flags.subtract([.isChanged, .isDeleted])
    }
    for object in touched { object.__state.flags.remove(.isTouched) }
    for object in inserted { discard(object) }
    inserted = []
    changed = []
    deleted = []
    touched = []
  }

  /// Gives `object` the values back that it had before it was changed.
  func restore(_ object: ManagedObject) {
    guard let changes = object.__state.changes, let original = changes.original else { return }
    object.__state.changes = nil
    object.__state.unrecognized = changes.unrecognized
    object.__restore(original)
  }
}

import EntityModel
import EntityStore

/// Rows of one entity that are added without objects, or changed where others hold their values of
/// a unique attribute, a few at a time.
struct BulkUpsert {
  private let insertion: BulkInsertion
  private let key: UniqueKey

  /// `true` if rows that are found are changed.
  private let updates: Bool

  /// The property indexes of what is changed of a row that is found, in order, and whether their
  /// values are wanted.
  private let updated: [Int]

  /// The positions of the columns of `updated` in a row.
  private let positions: [Int]

  /// The relationships that are to-one at both ends.
  private let oneToOnes: [ManagedRelationship]

  /// What has been done.
  private(set) var result = UpsertResult()

  private var written = ChangeSet()
  private var counted = BulkChange()

  /// The first ids of new rows, batch by batch, and the positions of their items.
  private var inserted: [(first: Int64, positions: [Int])] = []

  private var unit: UnitOfWork { insertion.unit }
  private var entity: ManagedEntity { insertion.entity }

  /// Prepares adding rows of `entity` as `action` says.
  ///
  /// - Throws: a `StoreError` if objects cannot be found by the key, or a property cannot be
  ///   changed.
  init<Object: ManagedObject>(
    _ action: ConflictAction<Object>, _ entity: ManagedEntity, _ unit: UnitOfWork
  ) throws {
    insertion = BulkInsertion(entity, unit)
    key = try UniqueKey(PropertyPath(to: action.key, in: Object.self).text, of: entity, in: unit)
    updates = action.updates
    updated =
      try action.properties?.map { property in
        let name = PropertyPath(to: property, in: Object.self).text
        let index = try entity.layout.requiredPropertyIndex(name)
        guard entity.layout.columns[index] != nil else {
          throw entity.layout.wrongUse(
            of: name, as: "a property that can be assigned", advice: "name attributes and to-ones")
        }
        return index
      }.sorted() ?? entity.columnIndexes
    oneToOnes = entity.toOneIndexes.compactMap { entity.relationships[$0] }.filter {
      !$0.inverseIsToMany
    }
    positions = updated.compactMap { entity.layout.columns[$0]?.position }
  }

  /// Items that are written together, no two of which have the same value of the key.
  private struct Batch {
    /// What the items are given.
    var items: [GivenValues] = []

    /// The values of the key, in the order of the items.
    var keys: [StoredValue] = []

    /// The positions of the items, by their values of the key.
    var positions: [GroupKey: Int] = [:]
  }

  /// Adds or changes a row for each of `items`, of which `values` returns what is given; returns
  /// what has been written.
  mutating func write<Item>(
    _ items: some Collection<Item>, _ session: any WritingSession,
    _ values: (Item) throws -> GivenValues
  ) throws -> ChangeSet {
    do {
      var batch = Batch()
      for item in items {
        let values = try values(item)
        guard let value = values[key.index] else { throw missingKey }
        try key.requireValue(value)
        let comparable = key.comparable(value)
        // An item sees what the ones before it have written.
        if batch.items.count == BulkInsertion.batchSize || batch.positions[comparable] != nil {
          try write(batch, session)
          batch = Batch()
        }
        batch.positions[comparable] = batch.items.count
        batch.items.append(values)
        batch.keys.append(value)
      }
      if !batch.items.isEmpty { try write(batch, session) }
      try BulkWriter(unit: unit).checkCounts(of: counted, session)
    } catch {
      throw insertion.named(error, temporaryID)
    }
    return written
  }

  /// Returns the temporary id that errors name the new row `id` by.
  private func temporaryID(_ id: Int64) -> Int64? {
    guard
      let batch = inserted.last(where: { $0.first <= id }),
      batch.positions.indices.contains(Int(id - batch.first))
    else { return nil }
    return -1 - Int64(batch.positions[Int(id - batch.first)])
  }

  private var missingKey: StoreError {
    StoreError(
      .invalidRequest,
      "'\(key.name)', by which objects are found, is not assigned; assign it to each object",
      entity: entity.name, properties: [key.column.property])
  }

  // MARK: Batches

  /// What has been found of a batch.
  private struct Found {
    var change = BulkChange()

    /// The ids of the rows that were found, by the positions of their items.
    var ids: [Int: Int64] = [:]

    /// What becomes of ends that are to-one at both.
    var oneToOnes: OneToOneChanges?

    var failure: (any Error)?
  }

  private mutating func write(_ batch: Batch, _ session: any WritingSession) throws {
    var found = Found()
    try session.rows(key.query(batch.keys)) { row in
      guard found.failure == nil else { return }
      do { try add(row, batch, to: &found) } catch { found.failure = error }
    }
    if let failure = found.failure { throw failure }
    _ = try found.oneToOnes?.add(to: &found.change, session)
    try addInserts(batch, to: &found, session)
    try found.change.validate()
    try requireTargets(of: found.change.changes, session)
    found.change.changes.updates.sort { ($0.entity, $0.id) < ($1.entity, $1.id) }
    let conflicts = try session.apply(found.change.changes, from: nil)
    // What the transaction has read nobody else can have changed.
    guard conflicts.isEmpty else {
      throw StoreError(
        .corrupt, "a row has changed within the transaction that has read it; check the store")
    }
    note(found, batch)
    written.append(found.change.changes.withoutValues)
    counted.mergeCounts(of: found.change)
  }

  /// Adds what changes of `row`, which holds the key of an item of `batch`, to `found`.
  private func add(_ row: __Row, _ batch: Batch, to found: inout Found) throws {
    guard let index = row.entity,
      let position = batch.positions[key.comparable(row[key.column.position].storedValue)]
    else { return }
    let own = unit.entities[index]
    guard own === entity || own.extends(entity) else {
      throw key.error(heldBy: ObjectID(entityName: own.rootName, rowID: row.id), own)
    }
    found.ids[position] = row.id
    guard updates else { return }
    let item = batch.items[position]
    var properties: [Int] = []
    var values: [StoredValue] = []
    var base: [StoredValue] = []
    for (slot, index) in updated.enumerated() {
      guard let new = item[index] else { continue }
      let old = row[positions[slot]].storedValue
      if old == new { continue }
      if let relationship = entity.relationships[index] {
        guard relationship.inverseIsToMany else {
          var changes = found.oneToOnes ?? OneToOneChanges(unit: unit)
          changes.assign(relationship, own, row.id, row.version ?? -1, old, new)
          found.oneToOnes = changes
          continue
        }
        if new.isNull, !relationship.description.isOptional {
          found.change.problems.append(.init(missing: index, own, row: row.id))
        }
        if let inverse = unit.entities[relationship.target].relationships[
          relationship.inverseIndex]
        {
          found.change.count(inverse, of: [old, new].compactMap(\.rowNumber))
        }
      } else {
        try insertion.check(new, index, own)
        found.change.problems += own.brokenRules(index, new, row: row.id)
      }
      properties.append(index)
      values.append(new)
      base.append(old)
    }
    guard !properties.isEmpty else { return }
    found.change.changes.updates.append(
      .init(
        entity: index, id: row.id, version: row.version ?? -1, properties: properties,
        values: values, base: base))
  }

  /// Adds rows for the items of `batch` of which none has been found.
  private mutating func addInserts(
    _ batch: Batch, to found: inout Found, _ session: any WritingSession
  ) throws {
    let new = batch.items.indices.filter { found.ids[$0] == nil }
    guard !new.isEmpty else { return }
    let first = try session.reserveIDs(new.count, of: entity.layout.table)
    inserted.append((first, new.map { result.ids.count + $0 }))
    for (offset, position) in new.enumerated() {
      for relationship in oneToOnes where batch.items[position][relationship.index]?.isNull == false
      {
        try relationship.requireManyToOne(entity)
      }
      try insertion.add(batch.items[position], first + Int64(offset), to: &found.change)
    }
  }

  /// Refuses references of `changes` to what does not exist or is of another class.
  private func requireTargets(
    of changes: ChangeSet, _ session: any WritingSession
  ) throws {
    try insertion.requireTargets(of: changes.inserts, session)
    for index in updated {
      guard let relationship = entity.relationships[index] else { continue }
      var targets: Set<Int64> = []
      for update in changes.updates {
        // The row at the other end of a relationship that is to-one at both may be any.
        let own = unit.entities[update.entity]
        guard own === entity || own.extends(entity),
          let slot = update.properties.firstIndex(of: index),
          let id = update.values?[slot].rowNumber
        else { continue }
        targets.insert(id)
      }
      try unit.requireTargets(targets, of: relationship, entity, session)
    }
  }

  /// Notes what has become of the items of `batch`.
  private mutating func note(_ found: Found, _ batch: Batch) {
    var changed: Set<Int64> = []
    for update in found.change.changes.updates
    where unit.entities[update.entity].tree == entity.tree {
      changed.insert(update.id)
    }
    var new = found.change.changes.inserts.makeIterator()
    for position in batch.items.indices {
      let id: Int64
      if let known = found.ids[position] {
        id = known
        result.outcomes.append(changed.contains(id) ? .updated : .unchanged)
      } else {
        guard let insert = new.next() else { return }
        id = insert.id
        result.outcomes.append(.inserted)
      }
      result.ids.append(ObjectID(entityName: entity.rootName, rowID: id))
    }
  }
}

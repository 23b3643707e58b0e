import EntityModel
import EntityStore

/// What an object is to have, be it new or there.
struct UpsertItem {
  /// What its properties are given.
  var values: GivenValues

  /// The object that the values were taken of; `nil` for none.
  var source: ObjectID?

  /// The property indexes of the values that stand in for what the row of `source` holds.
  var standIns: PropertySet = []
}

/// Rows of one entity that are added without objects, or changed where others hold their values of
/// a unique attribute, or of several properties that are unique together, a few at a time.
///
/// A class, since what is called for each row would copy all of a structure.
final class BulkUpsert {
  private let insertion: BulkInsertion
  private let key: UniqueKey

  /// The positions in a row of what the key compares; of a leaf, that of its composition.
  private let keyPositions: [Int]

  /// `true` if rows that are found are changed.
  private let updates: Bool

  /// The property indexes of what is changed of a row that is found, in order.
  private let updated: [Int]

  /// The positions of the columns of `updated` in a row, and among the values of a new one.
  private let positions: [Int]
  private let slots: [Int]

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
    key = try UniqueKey(action.key, of: entity, in: unit)
    keyPositions = key.columns.map(\.position)
    updates = action.updates
    let named = try action.properties?.map { name in
      let index = try entity.layout.requiredPropertyIndex(name)
      guard entity.layout.columns[index] != nil else {
        throw entity.layout.wrongUse(
          of: name, as: "a property that can be assigned", advice: "name attributes and to-ones")
      }
      return index
    }
    updated = named.map { Set($0).sorted() } ?? entity.columnIndexes
    oneToOnes = entity.toOneIndexes.compactMap { entity.relationships[$0] }.filter {
      !$0.inverseIsToMany
    }
    positions = updated.compactMap { entity.layout.columns[$0]?.position }
    slots = updated.compactMap { entity.columnIndexes.firstIndex(of: $0) }
  }

  /// Items that are written together.
  private struct Batch {
    private(set) var items: [UpsertItem] = []

    /// The values of the key, each once, and the positions of the first items with them.
    private(set) var keys: [[StoredValue]] = []
    private(set) var firsts: [Int] = []

    /// The positions of the first items, by their values of the key.
    private(set) var positions: [KeyLayout.Entry: Int] = [:]

    /// The positions of the other items, by that of the first one with the same value.
    private(set) var others: [Int: [Int]] = [:]

    /// Forgets all items, for others that take as much room.
    mutating func removeAll() {
      items.removeAll(keepingCapacity: true)
      keys.removeAll(keepingCapacity: true)
      firsts.removeAll(keepingCapacity: true)
      positions.removeAll(keepingCapacity: true)
      others = [:]
    }

    /// Adds `item`, which is found by `values` of the columns of the key, `comparable`.
    mutating func add(
      _ item: UpsertItem, _ values: [StoredValue], _ comparable: KeyLayout.Entry
    ) {
      if let first = positions.updateValue(items.count, forKey: comparable) {
        positions[comparable] = first
        others[first, default: []].append(items.count)
      } else {
        firsts.append(items.count)
        keys.append(values)
      }
      items.append(item)
    }
  }

  /// Adds or changes a row for each of `items`, of which `read` returns what is given; returns what
  /// has been written. What a transaction has done that the store begins again is forgotten.
  func write<Item>(
    _ items: some Collection<Item>, _ session: any WritingSession,
    _ read: (Item) throws -> UpsertItem
  ) throws -> ChangeSet {
    result = UpsertResult()
    (written, counted, inserted) = (ChangeSet(), BulkChange(), [])
    do {
      var batch = Batch()
      for item in items {
        let item = try read(item)
        let given = try key.indexes.enumerated().map { position, index in
          guard let value = item.values[index] else { throw missing(position) }
          return value
        }
        let values = key.columnValues(given)
        try key.requireValues(values)
        guard let comparable = key.entry(values) else { continue }
        // What it refers to at both ends depends on what the ones before it have written.
        let waits = givesOneToOne(item) && batch.positions[comparable] != nil
        if waits || batch.items.count == BulkInsertion.batchSize {
          try write(batch, session)
          batch.removeAll()
        }
        batch.add(item, values, comparable)
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

  /// Returns the error that an item has no value of what the key compares at `position`.
  private func missing(_ position: Int) -> StoreError {
    let name = key.columns[position].leafPath == nil ? key.names[position] : key.owner(position)
    return StoreError(
      .invalidRequest,
      "'\(entity.name).\(name)', by which objects are found, is not assigned; assign it to each "
        + "object", entity: entity.name, properties: [name])
  }

  /// `true` if `item` may give a row that is found an end of a relationship that is to-one at both.
  private func givesOneToOne(_ item: UpsertItem) -> Bool {
    updates && oneToOnes.contains { item.values[$0.index] != nil && updated.contains($0.index) }
  }

  // MARK: Batches

  /// What becomes of a batch.
  private struct Found {
    var change = BulkChange()

    /// The ids of the rows of the items, by position; 0 for those that have not been found.
    var ids: [Int64]

    /// What is done with the items, by position.
    var outcomes: [UpsertResult.Outcome]

    /// What becomes of ends that are to-one at both.
    var oneToOnes: OneToOneChanges?

    var failure: (any Error)?

    init(count: Int) {
      ids = Array(repeating: 0, count: count)
      outcomes = Array(repeating: .unchanged, count: count)
    }
  }

  private func write(_ batch: Batch, _ session: any WritingSession) throws {
    var found = Found(count: batch.items.count)
    for query in key.queries(batch.keys) {
      try session.rows(query) { row in
        guard found.failure == nil else { return }
        do { try add(row, batch, to: &found) } catch { found.failure = error }
      }
    }
    if let failure = found.failure { throw failure }
    try found.oneToOnes?.requireTargets(session)
    _ = try found.oneToOnes?.add(to: &found.change, session)
    try addInserts(batch, to: &found, session)
    try requireTargets(of: found.change.changes, session)
    try BulkWriter(unit: unit).apply(&found.change, session)
    note(found, batch)
    written.append(found.change.changes.withoutValues)
    counted.mergeCounts(of: found.change)
  }

  /// What changes of a row.
  private struct Difference {
    var properties: [Int] = []
    var values: [StoredValue] = []
    var base: [StoredValue] = []

    /// Puts the properties in order, and leaves out those that are what they were.
    mutating func tidy() {
      let slots = properties.indices.filter { values[$0] != base[$0] }
        .sorted { properties[$0] < properties[$1] }
      properties = slots.map { properties[$0] }
      values = slots.map { values[$0] }
      base = slots.map { base[$0] }
    }
  }

  /// Adds what changes of `row`, which holds the key of an item of `batch`, to `found`.
  private func add(_ row: __Row, _ batch: Batch, to found: inout Found) throws {
    guard let index = row.entity,
      let entry = key.entry(key.columnValues(keyPositions.map { row[$0].storedValue })),
      let first = batch.positions[entry]
    else { return }
    let own = unit.entities[index]
    guard own === entity || own.extends(entity) else {
      throw key.error(heldBy: ObjectID(entityName: own.rootName, rowID: row.id), own)
    }
    var difference = Difference()
    try give(row, own, batch.items[first], first, to: &difference, &found)
    if let others = batch.others[first] {
      for position in others {
        try give(row, own, batch.items[position], position, to: &difference, &found)
      }
      difference.tidy()
    }
    guard !difference.properties.isEmpty else { return }
    var update = ChangeSet.Update(
      entity: index, id: row.id, version: row.version ?? -1, properties: difference.properties,
      values: difference.values, base: difference.base)
    // What has been given to an attribute that keeps the time stays.
    for (index, former) in own.times(of: row) {
      update.add(index, insertion.time, insteadOf: former)
    }
    found.change.changes.updates.append(update)
  }

  /// Gives `row`, of which the items before have changed `difference`, what `item` is to have.
  private func give(
    _ row: __Row, _ own: ManagedEntity, _ item: UpsertItem, _ position: Int,
    to difference: inout Difference, _ found: inout Found
  ) throws {
    found.ids[position] = row.id
    guard updates else { return }
    // What stands in for what the row itself holds leaves that as it is.
    let isSource =
      !item.standIns.isEmpty
      && item.source == ObjectID(entityName: own.rootName, rowID: row.id)
    let known = difference.properties.count
    for (slot, index) in updated.enumerated() {
      guard let new = item.values[index] else { continue }
      if isSource, item.standIns.contains(index) { continue }
      let former = known == 0 ? nil : difference.properties[..<known].firstIndex(of: index)
      if former == nil, row[positions[slot]].holds(new) { continue }
      let base = former.map { difference.base[$0] } ?? row[positions[slot]].storedValue
      let old = former.map { difference.values[$0] } ?? base
      if old == new { continue }
      if let relationship = entity.relationships[index], !relationship.inverseIsToMany {
        if found.oneToOnes == nil { found.oneToOnes = OneToOneChanges(unit: unit) }
        found.oneToOnes?.assign(relationship, own, row.id, row.version ?? -1, old, new)
        continue
      }
      try accept(new, insteadOf: old, index, own, row: row.id, &found.change)
      found.outcomes[position] = .updated
      if let former {
        difference.values[former] = new
      } else {
        difference.properties.append(index)
        difference.values.append(new)
        difference.base.append(base)
      }
    }
  }

  /// Notes in `change` what is to be checked if the property `index` of the row `id` of `own` is
  /// `new` instead of `old`.
  private func accept(
    _ new: StoredValue, insteadOf old: StoredValue, _ index: Int, _ own: ManagedEntity,
    row id: Int64, _ change: inout BulkChange
  ) throws {
    if let relationship = entity.relationships[index] {
      return change.refer(relationship, of: own, row: id, from: old, to: new, unit)
    }
    try insertion.check(new, index, own)
    change.problems += own.brokenRules(index, new, row: id)
  }

  /// Adds rows for the items of `batch` of which none has been found.
  private func addInserts(
    _ batch: Batch, to found: inout Found, _ session: any WritingSession
  ) throws {
    let new = batch.firsts.filter { found.ids[$0] == 0 }
    guard !new.isEmpty else { return }
    let first = try session.reserveIDs(new.count, of: entity.layout.table)
    inserted.append((first, new.map { result.ids.count + $0 }))
    for (offset, position) in new.enumerated() {
      let (id, values) = (first + Int64(offset), batch.items[position].values)
      for relationship in oneToOnes where values[relationship.index]?.isNull == false {
        try relationship.requireManyToOne(entity)
      }
      try insertion.add(values, id, to: &found.change)
      found.ids[position] = id
      found.outcomes[position] = .inserted
      for position in batch.others[position] ?? [] {
        found.ids[position] = id
        if updates, try changeLastInsert(batch.items[position].values, &found.change) {
          found.outcomes[position] = .updated
        }
      }
    }
  }

  /// Gives the row that `change` adds last `values`; returns whether it has had others.
  private func changeLastInsert(
    _ values: GivenValues, _ change: inout BulkChange
  ) throws -> Bool {
    let last = change.changes.inserts.count - 1
    let id = change.changes.inserts[last].id
    guard var row = change.changes.inserts[last].values else { return false }
    var hasChanged = false
    for (slot, index) in zip(slots, updated) {
      guard let new = values[index], new != row[slot] else { continue }
      try accept(new, insteadOf: row[slot], index, entity, row: id, &change)
      row[slot] = new
      hasChanged = true
    }
    if hasChanged { change.changes.inserts[last].values = row }
    return hasChanged
  }

  /// Refuses references of `changes` to what does not exist or is of another class.
  private func requireTargets(
    of changes: ChangeSet, _ session: any WritingSession
  ) throws {
    try insertion.requireTargets(of: changes.inserts, session)
    for index in updated {
      // The ends of relationships that are to-one at both have been looked at.
      guard let relationship = entity.relationships[index], relationship.inverseIsToMany else {
        continue
      }
      var targets: Set<Int64> = []
      for update in changes.updates {
        // Where there are such ends, the row may be any.
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
  private func note(_ found: Found, _ batch: Batch) {
    result.ids += found.ids.map { ObjectID(entityName: entity.rootName, rowID: $0) }
    var outcomes = found.outcomes
    if found.oneToOnes != nil {
      var changed: Set<Int64> = []
      for update in found.change.changes.updates
      where unit.entities[update.entity].tree == entity.tree {
        changed.insert(update.id)
      }
      for position in batch.firsts
      where outcomes[position] == .unchanged && changed.contains(found.ids[position]) {
        outcomes[position] = .updated
      }
    }
    result.outcomes += outcomes
  }
}

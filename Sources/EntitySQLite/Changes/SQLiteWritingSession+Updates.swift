import EntityModel
import EntitySQL
import EntityStore

extension SQLiteWritingSession {
  /// Writes `updates` and returns the indexes of those for which there is no row with that id and
  /// version, in order.
  func write(_ updates: [ChangeSet.Update], _ values: ChangeValues) throws -> [Int] {
    guard !updates.isEmpty else { return [] }
    let order = try UpdateOrder(updates, self, values)
    var borrowed: [Int: ParkedValues] = [:]
    for index in order.parked { borrowed[index] = try park(updates[index]) }
    var missing: [Int] = []
    var rest = order.indexes[...]
    while let first = rest.first {
      let entity = layout.entities[updates[first].entity]
      let own = rest.prefix { updates[$0].entity == entity.index }
      rest = rest[own.endIndex...]
      let (together, apart) = split(own, of: updates)
      for alike in together { missing += try writeTogether(alike, of: updates, entity, values) }
      for index in apart {
        guard try write(index, updates[index], entity, values) else {
          missing.append(index)
          continue
        }
        if let values = borrowed[index] { try giveBack(values, updates[index], entity) }
      }
    }
    return missing.sorted()
  }

  /// Writes one update; returns `false` if there is no row with that id and version.
  private func write(
    _ index: Int, _ update: ChangeSet.Update, _ entity: EntityLayout, _ values: ChangeValues
  ) throws -> Bool {
    let cells = try recordedUpdate(index, update, entity, values)
    try history.takeLargeParts()
    return try write(cells, update, update.properties, newVersion: update.version &+ 1, entity)
  }

  /// Writes `cells`, the values of `properties`, into the row of `update`; returns `false` if there
  /// is no row with that id and version.
  private func write(
    _ cells: UnsafeBufferPointer<__Cell>, _ update: ChangeSet.Update, _ properties: [Int],
    newVersion: Int64, _ entity: EntityLayout
  ) throws -> Bool {
    let key = StatementKey.update(entity: entity.index, properties: properties)
    let statement = try connection.statement(key) { () throws(StoreError) in
      statements.update(entity.table, try columns(of: properties, entity))
    }
    let hasExternals = properties.contains { entity.columns[$0]?.isExternal == true }
    if hasExternals {
      try rowCells(cells, properties, entity, newVersion).withUnsafeBufferPointer {
        cells throws(StoreError) in try statement.bind(cells, from: 1, rest: 3)
      }
    } else {
      try statement.bind(cells, from: 1, rest: 3)
    }
    let count = Int32(truncatingIfNeeded: cells.count)
    statement.bind(newVersion, at: count + 1)
    statement.bind(update.id, at: count + 2)
    statement.bind(update.version, at: count + 3)
    try statement.run()
    guard connection.changes == 1 else { return false }
    if hasExternals {
      try storeExternals(cells, properties, entity, id: update.id, isNew: false)
    }
    return true
  }

  /// Values that a row has given up although its update says nothing of them.
  private struct ParkedValues {
    let properties: [Int]
    let values: [StoredValue]
  }

  /// Gives the row of `update` values that no other row has, so that it is in the way of none;
  /// returns those that the update does not write.
  private func park(_ update: ChangeSet.Update) throws -> ParkedValues? {
    let entity = layout.entities[update.entity]
    let properties = entity.parkedProperties(of: update.properties)
    let others = properties.filter { !update.properties.contains($0) }
    let values = others.isEmpty ? [] : try storedValues(of: others, update.id, entity)
    // A row that is gone, or is not as it was read, is reported by the update itself.
    guard values.count == others.count else { return nil }
    row.begin()
    for property in properties {
      row.write(try entity.requiredColumn(property).parkingValue(ofRow: update.id))
    }
    let isParked = try write(row.row, update, properties, newVersion: update.version, entity)
    return isParked && !others.isEmpty ? ParkedValues(properties: others, values: values) : nil
  }

  /// Gives the row of `update`, which has been written, the values back that it has given up.
  private func giveBack(
    _ parked: ParkedValues, _ update: ChangeSet.Update, _ entity: EntityLayout
  ) throws {
    row.begin()
    for value in parked.values { row.write(value) }
    let version = update.version &+ 1
    let written = ChangeSet.Update(
      entity: update.entity, id: update.id, version: version, properties: parked.properties)
    _ = try write(row.row, written, parked.properties, newVersion: version, entity)
  }

  /// Returns the columns of `properties` of `entity`.
  private func columns(
    of properties: [Int], _ entity: EntityLayout
  ) throws(StoreError) -> [ColumnLayout] {
    var columns: [ColumnLayout] = []
    for index in properties { columns.append(try entity.requiredColumn(index)) }
    return columns
  }
}

/// Changing many rows by one statement, which takes SQLite half of what a statement for each row
/// takes.
extension SQLiteWritingSession {
  /// Splits those of `updates` that are at `indexes`, which are of one entity, into groups that are
  /// alike and worth being written together, and the others; all in their order.
  private func split(
    _ indexes: ArraySlice<Int>, of updates: [ChangeSet.Update]
  ) -> (together: [[Int]], apart: [Int]) {
    guard let first = indexes.first else { return ([], []) }
    let properties = updates[first].properties
    if indexes.allSatisfy({ updates[$0].properties == properties }) {
      let all = Array(indexes)
      return isWrittenTogether(all, of: updates) ? ([all], []) : ([], all)
    }
    var alike: [[Int]] = []
    var groups: [[Int]: Int] = [:]
    for index in indexes {
      if let group = groups[updates[index].properties] {
        alike[group].append(index)
      } else {
        groups[updates[index].properties] = alike.count
        alike.append([index])
      }
    }
    let together = alike.filter { isWrittenTogether($0, of: updates) }
    let written = Set(together.joined())
    return (together, indexes.filter { !written.contains($0) })
  }

  /// `true` if those of `updates` that are at `indexes`, which are alike, are worth being written
  /// by one statement, which passes over all rows between the first and the last.
  private func isWrittenTogether(_ indexes: [Int], of updates: [ChangeSet.Update]) -> Bool {
    guard let first = indexes.first, let last = indexes.last else { return false }
    guard indexes.count >= 32,
      RowStatements.areClose(indexes.count, from: updates[first].id, through: updates[last].id)
    else { return false }
    // A value that is apart from its row takes a statement of its own.
    let columns = layout.entities[updates[first].entity].columns
    guard !updates[first].properties.contains(where: { columns[$0]?.isExternal == true }) else {
      return false
    }
    // Unique values are given up and taken in their own order.
    let isUnique = uniqueProperties[updates[first].entity]
    guard isUnique.isEmpty || !updates[first].properties.contains(where: { isUnique[$0] }) else {
      return false
    }
    return zip(indexes, indexes.dropFirst()).allSatisfy { updates[$0].id < updates[$1].id }
  }

  /// Writes those of `updates` that are at `indexes`, which are alike and in the order of their
  /// ids, by one statement; returns the indexes of those for which there is no row with that id and
  /// version.
  private func writeTogether(
    _ indexes: [Int], of updates: [ChangeSet.Update], _ entity: EntityLayout,
    _ values: ChangeValues
  ) throws -> [Int] {
    guard let first = indexes.first, let last = indexes.last else { return [] }
    let properties = updates[first].properties
    let key = StatementKey.updateTogether(entity: entity.index, properties: properties)
    let statement = try connection.statement(key) { () throws(StoreError) in
      statements.updateTogether(entity.table, try columns(of: properties, entity))
    }
    let changes = RowChanges(indexes.map { (updates[$0].id, updates[$0].version) }) {
      try self.recordedUpdate(indexes[$0], updates[indexes[$0]], entity, values)
    }
    try connection.rowChanges.make(changes) {
      statement.bind(updates[first].id, at: 1)
      statement.bind(updates[last].id, at: 2)
      try statement.run()
    }
    try history.takeLargeParts()
    return changes.missing.map { indexes[$0] }
  }
}

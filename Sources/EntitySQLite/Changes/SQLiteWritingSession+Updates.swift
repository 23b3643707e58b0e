import EntityModel
import EntitySQL
import EntityStore

extension SQLiteWritingSession {
  /// Writes `updates` and returns the indexes of those for which there is no row with that id and
  /// version, in order.
  func write(_ updates: [ChangeSet.Update], _ values: ChangeValues) throws -> [Int] {
    guard !updates.isEmpty else { return [] }
    let order = try UpdateOrder(updates, self, values)
    for index in order.parked { try park(updates[index]) }
    var missing: [Int] = []
    var rest = order.indexes[...]
    while let first = rest.first {
      let entity = layout.entities[updates[first].entity]
      let own = rest.prefix { updates[$0].entity == entity.index }
      rest = rest[own.endIndex...]
      let (together, apart) = split(own, of: updates)
      for alike in together { missing += try writeTogether(alike, of: updates, entity, values) }
      for index in apart where try !write(index, updates[index], entity, values) {
        missing.append(index)
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
    try statement.bind(cells, from: 1, rest: 3)
    let count = Int32(truncatingIfNeeded: cells.count)
    statement.bind(newVersion, at: count + 1)
    statement.bind(update.id, at: count + 2)
    statement.bind(update.version, at: count + 3)
    try statement.run()
    return connection.changes == 1
  }

  /// Gives the row of `update` values in its unique columns that no other row has.
  private func park(_ update: ChangeSet.Update) throws {
    let entity = layout.entities[update.entity]
    let properties = update.properties.filter { uniqueProperties[update.entity][$0] }
    row.begin()
    for property in properties {
      row.write(try entity.requiredColumn(property).parkingValue(ofRow: update.id))
    }
    // A row that is not as it was read is reported by the update itself.
    _ = try write(row.row, update, properties, newVersion: update.version, entity)
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
    let distance = updates[last].id.subtractingReportingOverflow(updates[first].id)
    // Passing over a row takes a tenth of what running a statement for one takes.
    guard indexes.count >= 32, !distance.overflow, distance.partialValue / 4 < indexes.count
    else { return false }
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
    try connection.rowChanges.with(changes) {
      statement.bind(updates[first].id, at: 1)
      statement.bind(updates[last].id, at: 2)
      try statement.run()
    }
    try history.takeLargeParts()
    return changes.missing.map { indexes[$0] }
  }
}

import EntityModel
import EntityStore

extension MemorySession {
  func reserveIDs(_ count: Int, of table: TableLayout) throws -> Int64 {
    let first = state.nextIDs[table.name] ?? 1
    state.nextIDs[table.name] = first + Int64(count)
    return first
  }

  func withSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    let former = state
    do {
      return try body()
    } catch {
      state = former
      throw error
    }
  }

  func apply(_ changes: ChangeSet, from source: (any ChangeSource)?) throws -> [Conflict] {
    let changes = try source.map { try changes.stored(from: $0) } ?? changes
    noteOrders()
    defer { noteOrders() }
    for link in changes.unlinks {
      for (join, pair) in try pairs(link) { state.joins[join]?.remove(pair) }
    }
    var conflicts: [Conflict] = []
    for delete in changes.deletes
    where !self.delete(delete.id, delete.version, layout.entities[delete.entity]) {
      conflicts.append(conflict(delete.entity, delete.id))
    }
    var missing: [ChangeSet.Update] = []
    for update in changes.updates where try !self.update(update) { missing.append(update) }
    conflicts += missing.map { conflict($0.entity, $0.id) }
    guard conflicts.isEmpty else { return conflicts }
    for insert in changes.inserts { try self.insert(insert) }
    for link in changes.links {
      for (join, pair) in try pairs(link) { state.joins[join, default: []].insert(pair) }
      // What is linked comes at the end, one after the other.
      noteOrders()
    }
    noteOrders()
    for order in changes.orders { try arrange(order) }
    for table in layout.tables { try checkValues(of: table) }
    try checkUniqueValues(after: changes)
    return []
  }

  /// Removes a row and its links; returns `false` if there is none with that id and version.
  private func delete(_ id: Int64, _ version: Int64, _ entity: EntityLayout) -> Bool {
    let table = entity.table.name
    guard state.tables[table]?[id]?.version == version else { return false }
    state.tables[table]?[id] = nil
    state.orders = state.orders.filter { $0.key.owner != id || $0.key.entity != entity.rootName }
    for join in layout.joins {
      let isGone = { (pair: MemoryState.Pair) in
        join.firstTable == table && pair.first == id
          || join.secondTable == table && pair.second == id
      }
      state.joins[join.name] = state.joins[join.name]?.filter { !isGone($0) }
    }
    return true
  }

  /// Changes a row; returns `false` if there is none with that id and version.
  private func update(_ update: ChangeSet.Update) throws -> Bool {
    let entity = layout.entities[update.entity]
    let values = try required(update.values, update.properties.count, entity)
    let table = entity.table.name
    guard var row = state.tables[table]?[update.id], row.version == update.version else {
      return false
    }
    for (property, value) in zip(update.properties, values) {
      row.values[try entity.requiredColumn(property).position] = value
    }
    row.version += 1
    state.tables[table]?[update.id] = row
    return true
  }

  /// Adds a row.
  private func insert(_ insert: ChangeSet.Insert) throws {
    let entity = layout.entities[insert.entity]
    let values = try required(insert.values, entity.columnIndexes.count, entity)
    let table = entity.table
    guard state.tables[table.name]?[insert.id] == nil else {
      throw StoreError(.uniqueViolation, "there is a row \(insert.id) of '\(entity.name)'")
    }
    var row = MemoryState.Row(
      entity: entity.name, version: insert.version ?? Self.firstVersion,
      values: table.columns.map { _ in StoredValue.null })
    for (property, value) in zip(entity.columnIndexes, values) {
      row.values[try entity.requiredColumn(property).position] = value
    }
    state.tables[table.name, default: [:]][insert.id] = row
  }

  /// Returns `values`, which must be as many as there are columns.
  private func required(
    _ values: [StoredValue]?, _ count: Int, _ entity: EntityLayout
  ) throws(StoreError) -> [StoredValue] {
    guard let values, values.count == count else {
      throw StoreError(
        .invalidRequest, "a change of '\(entity.name)' does not hold \(count) values")
    }
    return values
  }

  /// Returns the pairs that a link is, with their join table.
  private func pairs(
    _ link: ChangeSet.Link
  ) throws(StoreError) -> [(join: String, pair: MemoryState.Pair)] {
    let entity = layout.entities[link.entity]
    guard entity.relationships.indices.contains(link.property),
      case .join(let join, let isReversed)? = entity.relationships[link.property]?.location
    else {
      throw StoreError(
        .invalidRequest, "the property \(link.property) of '\(entity.name)' has no join table")
    }
    let pair = MemoryState.Pair(first: link.owner, second: link.other)
    let mirrored = MemoryState.Pair(first: link.other, second: link.owner)
    if join.isSymmetric { return [(join.name, pair), (join.name, mirrored)] }
    return [(join.name, isReversed ? mirrored : pair)]
  }

  /// Returns the conflict about the row `id` of the entity at `index`.
  private func conflict(_ index: Int, _ id: Int64) -> Conflict {
    let entity = layout.entities[index]
    let row = state.tables[entity.table.name]?[id]
    let columns = entity.columnIndexes.compactMap { entity.columns[$0] }
    return Conflict(
      entity: index, id: id, theirs: row.map { row in columns.map { row.values[$0.position] } })
  }

  /// Refuses absent values of required columns.
  private func checkValues(of table: TableLayout) throws(StoreError) {
    for column in table.columns {
      let values = (state.tables[table.name] ?? [:]).values.map { $0.values[column.position] }
      if !column.isNullable, values.contains(where: \.isNull) {
        throw StoreError(
          .notNullViolation, "'\(column.entity).\(column.property)' is required",
          entity: column.entity, properties: [column.property])
      }
    }
  }

  /// Refuses equal values of unique columns, which `changes` have led to.
  private func checkUniqueValues(after changes: ChangeSet) throws(StoreError) {
    var violations: [StoreError.UniqueViolation] = []
    for table in layout.tables {
      var names: Set<String> = []
      for entity in layout.entities where entity.table === table {
        for key in entity.keys where names.insert(key.index.name).inserted {
          violations += uniqueViolations(of: key, table, writers(of: key, table, changes))
        }
      }
    }
    guard violations.isEmpty else { throw StoreError(uniqueViolations: violations) }
  }

  /// Returns the rows that `changes` give values in the columns of `key`, in the order of writing.
  private func writers(
    of key: KeyLayout, _ table: TableLayout, _ changes: ChangeSet
  ) -> [Int64] {
    let positions = key.index.allColumns.map(\.position)
    let updated = changes.updates.filter { update in
      let entity = layout.entities[update.entity]
      return entity.table === table
        && update.properties.contains { property in
          entity.columns[property].map { positions.contains($0.position) } == true
        }
    }
    let inserted = changes.inserts.filter { layout.entities[$0.entity].table === table }
    return updated.map(\.id) + inserted.map(\.id)
  }

  /// Returns the rows among `writers` whose values in the columns of `key` are those of another
  /// row.
  private func uniqueViolations(
    of key: KeyLayout, _ table: TableLayout, _ writers: [Int64]
  ) -> [StoreError.UniqueViolation] {
    let rows = state.tables[table.name] ?? [:]
    let others = rows.keys.filter { !writers.contains($0) }
    var holders: [KeyLayout.Entry: Int64] = [:]
    var found: [StoreError.UniqueViolation] = []
    for id in others + writers {
      guard let row = rows[id],
        let entry = key.entry(key.index.allColumns.map { row.values[$0.position] })
      else { continue }
      guard let holder = holders[entry] else {
        holders[entry] = id
        continue
      }
      found.append(
        StoreError.UniqueViolation(
          of: key.index, ObjectID(entityName: table.name, rowID: id),
          heldBy: ObjectID(entityName: table.name, rowID: holder)))
    }
    return found
  }

  /// Refuses references to rows that do not exist.
  func checkReferences() throws(StoreError) {
    for table in layout.tables {
      for column in table.columns {
        guard case .reference(let target) = column.kind else { continue }
        for row in (state.tables[table.name] ?? [:]).values {
          guard case .integer(let id) = row.values[column.position],
            state.tables[target]?[id] == nil
          else { continue }
          throw StoreError(
            .foreignKeyViolation, "'\(column.entity).\(column.property)' refers to no row",
            entity: column.entity, properties: [column.property])
        }
      }
    }
    for join in layout.joins {
      for pair in state.joins[join.name] ?? []
      where state.tables[join.firstTable]?[pair.first] == nil
        || state.tables[join.secondTable]?[pair.second] == nil
      {
        throw StoreError(
          .foreignKeyViolation, "'\(join.entity).\(join.property)' refers to no row",
          entity: join.entity, properties: [join.property])
      }
    }
  }
}

import EntityModel
import EntityStore

/// Results: rows of values, of objects or of groups of them.
extension QueryEngine {
  /// Calls `body` with each row of the result that `parts` ask for, in its order.
  ///
  /// The store computes it, unless an unsaved change may alter it; then it is computed in memory,
  /// over all the objects.
  func forEachRow(
    _ type: ManagedObject.Type, _ parts: ResultParts,
    _ body: (borrowing __ResultRow) throws -> Void
  ) throws {
    if let refusal = parts.refusal { throw refusal }
    let entity = try unit.entity(of: type)
    let query = try unit.visible(parts.query)
    let isConcerned = parts.includesPendingChanges && isConcerned(by: query, entity)
    let trees = try parts.objects.map { try $0.map { try unit.entity(of: $0).tree } }
    let roots =
      try parts.identified.contains { $0 != nil }
      ? parts.identified.map { try $0.map { try unit.entity(of: $0).rootName } } : []
    do {
      guard isConcerned || trees.contains(where: { $0 != nil }) else {
        return try forEachStoredRow(query) { cells in
          try replacingUndecodable(cells, query, entity) { try body(__ResultRow($0, roots: roots)) }
        }
      }
      let rows = try isConcerned ? rowsInMemory(query, entity) : storedRows(query)
      // Objects live for as long as somebody holds them.
      try withExtendedLifetime(try objects(named: rows, trees, parts.objects)) {
        let writer = __RowWriter()
        for row in rows {
          writer.begin()
          for value in row { writer.write(value) }
          try replacingUndecodable(writer.row, query, entity) {
            try body(__ResultRow($0, roots: roots, trees, unit))
          }
        }
      }
    } catch let error as UnreadableColumn {
      guard let column = query.columns[error.column].operand?.path?.text else {
        throw StoreError(
          .unreadableValue,
          "a computed column of '\(query.base.entity)' has no value where its type needs one, as of "
            + "a number that 64 bits cannot hold or that is divided by zero; give it one with '??'",
          entity: query.base.entity, properties: query.columns[error.column].propertyNames)
      }
      throw StoreError(
        .unreadableValue,
        "'\(query.base.entity).\(column)' is nil where its type needs a value, or holds one that "
          + "its type does not know; fetch the objects to see which",
        entity: query.base.entity, properties: query.columns[error.column].propertyNames)
    }
  }

  /// Calls `body` with `cells`, a row of `query`, and again with another value in place of each
  /// that a column cannot hold and that the attribute's policy replaces.
  ///
  /// - Throws: what `body` throws.
  private func replacingUndecodable(
    _ cells: UnsafeBufferPointer<__Cell>, _ query: ResultQuery, _ entity: ManagedEntity,
    _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    do {
      return try body(cells)
    } catch let error as UnreadableColumn {
      let column = query.columns[error.column]
      guard !column.isAggregate, let path = column.operand?.path,
        let value = unit.replacement(
          of: cells[error.column].storedValue, at: path, of: entity)
      else { throw error }
      let writer = __RowWriter(byteCapacity: 1 << 10)
      for (index, cell) in cells.enumerated() {
        writer.write(index == error.column ? value : cell.storedValue)
      }
      try withExtendedLifetime(writer) {
        let replaced = writer.row
        // A default that the column cannot hold either would come back for ever.
        guard !replaced[error.column].isSame(as: cells[error.column]) else { throw error }
        try replacingUndecodable(replaced, query, entity, body)
      }
    }
  }

  /// Returns the rows that the store computes for `query`.
  private func storedRows(_ query: ResultQuery) throws -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    try forEachStoredRow(query) { rows.append($0.map(\.storedValue)) }
    return rows
  }

  /// Calls `body` with each row that the store computes for `query`.
  ///
  /// - Throws: a `StoreError`, `rowBudgetExceeded` if there are more than the context may read;
  ///   what `body` throws.
  private func forEachStoredRow(
    _ query: ResultQuery, _ body: (UnsafeBufferPointer<__Cell>) throws -> Void
  ) throws {
    guard session.budget.rows != nil, !query.countsRows else {
      return try session.request(.results(query)) { try $0.results(query, body) }
    }
    var limited = query
    if query.isGrouped {
      limited.limit = session.budget.limit(query.limit)
    } else {
      limited.base.limit = session.budget.limit(query.base.limit)
    }
    var count = 0
    try session.request(.results(query)) { session in
      try session.results(limited) { cells in
        count += 1
        try checkBudget(count, query.base.entity)
        try body(cells)
      }
    }
  }

  /// Returns the objects that `rows` name by their row ids, in columns of objects of `types`, whose
  /// trees are `trees`; those that are not in the context are loaded, in one query for each column.
  private func objects(
    named rows: [[StoredValue]], _ trees: [Int?], _ types: [ManagedObject.Type?]
  ) throws -> [ManagedObject] {
    var found: [ManagedObject] = []
    for (column, type) in types.enumerated() {
      guard let type, let tree = trees[column] else { continue }
      let ids = Set(rows.compactMap { $0[column].rowID })
      found += ids.compactMap { tracker.liveObject($0, tree: tree) }
      let missing = ids.filter { unit.maps[tree][$0] == nil }.sorted()
      guard !missing.isEmpty else { continue }
      let batch = FetchBatch(unit, tree: tree)
      let layout = try unit.entity(of: type).layout
      try session.request { session in
        try session.rows(ids: missing, of: layout) { row in
          if let object = loader.object(of: &row, batch) { found.append(object) }
        }
      }
    }
    return found
  }

  // MARK: In memory

  /// Returns the rows of the values that `query` asks for, unsaved changes included.
  func rows(_ query: ResultQuery, _ entity: ManagedEntity) throws -> [[StoredValue]] {
    try isConcerned(by: query, entity) ? rowsInMemory(query, entity) : storedRows(query)
  }

  /// `true` if an unsaved change may alter what `query` finds.
  private func isConcerned(by query: ResultQuery, _ entity: ManagedEntity) -> Bool {
    guard tracker.hasChanges else { return false }
    if tracker.isChanged(in: [entity.tree]) || hasOtherOrder(query.base) { return true }
    let columns = query.columns + query.order.map(\.column) + query.named
    var parts = EntityQueryParts(
      entity: query.base.entity, predicate: query.base.predicate, sorting: query.base.sorting)
    parts.operands = columns.compactMap(\.operand) + query.grouping
    return asksChanges(parts)
  }

  /// Returns the rows of the result that `query` describes, unsaved changes included.
  private func rowsInMemory(
    _ query: ResultQuery, _ entity: ManagedEntity
  ) throws -> [[StoredValue]] {
    let types = try layout.types(of: query)
    let problemCount = problems.pending.count
    let asked = (query.columns + query.order.map(\.column) + query.named).compactMap(\.operand)
    let asksRank = (asked + query.grouping).contains(where: \.asksRank)
    let known = Subjects(
      of: query.base.predicate, entity, found: asksRank ? try foundObjects(query.base) : nil)
    let subjects = try fetchMerging(query.base, entity).map { known.subject($0) }
    let rows: [[StoredValue]]
    if query.isGrouped {
      let references = Set(types.keys.filter { $0.isReference(of: entity.layout, in: layout) })
      rows = try ResultGroup.rows(of: query, types, references: references, over: subjects)
    } else {
      rows = subjects.map { subject in
        query.columns.map { $0.operand?.value(for: subject) ?? .null }
      }
    }
    try throwFailures(after: problemCount)
    return query.countsRows ? [[.integer(Int64(rows.count))]] : rows
  }
}

extension StoredValue {
  /// The id of the row that the value names, or `nil`.
  fileprivate var rowID: Int64? {
    if case .integer(let id) = self { id } else { nil }
  }
}

import EntityModel
import EntityStore

/// Results: rows of values, of objects or of groups of them.
extension UnitOfWork {
  /// Calls `body` with each row of the result that `parts` ask for, in its order.
  ///
  /// The store computes it, unless an unsaved change may alter it; then it is computed in memory,
  /// over all the objects.
  func forEachRow(
    _ type: ManagedObject.Type, _ parts: ResultParts,
    _ body: (borrowing __ResultRow) throws -> Void
  ) throws {
    try throwReadFailures()
    let entity = entity(of: type)
    let query = parts.query
    let isConcerned =
      parts.includesPendingChanges && hasChanges
      && (isChanged(in: [entity.tree]) || isChanged(in: treesAsked(by: query)))
    let trees = parts.objects.map { $0.map { self.entity(of: $0).tree } }
    do {
      guard isConcerned || trees.contains(where: { $0 != nil }) else {
        return try read { reader in
          try reader.results(query) { row, _ in try body(__ResultRow(row)) }
        }
      }
      let rows = try isConcerned ? rowsInMemory(query, entity) : storedRows(query)
      // Objects live for as long as somebody holds them.
      try withExtendedLifetime(try objects(named: rows, trees, parts.objects)) {
        for row in rows { try body(__ResultRow(row, trees, self)) }
      }
    } catch let error as UnreadableColumn {
      let column = query.columns[error.column].text
      throw StoreError(
        .unreadableValue,
        "'\(query.base.entity).\(column)' holds a value that its type does not know; fetch the "
          + "objects to see which",
        entity: query.base.entity, properties: query.columns[error.column].path.names)
    }
  }

  /// Returns the rows that the store computes for `query`.
  private func storedRows(_ query: ResultQuery) throws -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    try read { reader in
      try reader.results(query) { row, types in
        rows.append(types.indices.map { row.storedValue(at: $0, as: types[$0]) })
      }
    }
    return rows
  }

  /// Returns the objects that `rows` name by their numbers, in columns of objects of `types`, whose
  /// trees are `trees`; those that are not in the context are loaded, in one query for each column.
  private func objects(
    named rows: [[StoredValue]], _ trees: [Int?], _ types: [ManagedObject.Type?]
  ) throws -> [ManagedObject] {
    var found: [ManagedObject] = []
    for (column, type) in types.enumerated() {
      guard let type, let tree = trees[column] else { continue }
      let numbers = Set(rows.compactMap { $0[column].rowNumber })
      found += numbers.compactMap { liveObject($0, tree: tree) }
      let missing = numbers.filter { maps[tree][$0] == nil }.sorted()
      guard !missing.isEmpty else { continue }
      let batch = ObjectBatch(self, tree: tree)
      try read { reader in
        try reader.rows(entity(of: type).layout.rootName, ids: missing) { row in
          found.append(materialize(row, batch))
        }
      }
    }
    return found
  }

  // MARK: In memory

  /// The positions of the trees of the entities that `query` asks beside its own.
  private func treesAsked(by query: ResultQuery) -> Set<Int> {
    let columns = query.columns + query.order.map(\.column) + query.named
    var parts = EntityQueryParts(
      entity: query.base.entity, predicate: query.base.predicate, sorting: query.base.sorting)
    parts.asksWhatIsReferredTo = !deleted.isEmpty
    parts.paths = columns.map(\.path) + query.grouping
    let names = parts.entitiesAsked(in: container.model)
    return Set(entities.filter { names.contains($0.layout.rootName) }.map(\.tree))
  }

  /// Returns the rows of the result that `query` wants, unsaved changes included.
  private func rowsInMemory(
    _ query: ResultQuery, _ entity: ManagedEntity
  ) throws -> [[StoredValue]] {
    let types = try read { try $0.properties(of: query) }
    let subjects = try fetchMerging(query.base, entity).map(ManagedSubject.init)
    let rows =
      query.isGrouped
      ? try ResultGroup.rows(of: query, types, over: subjects)
      : subjects.map { subject in query.columns.map { subject.value(at: $0.path) } }
    // The answer depends on what has been read.
    try throwReadFailures()
    return rows
  }
}

extension StoredValue {
  /// The number of the row that the value names, or nil.
  fileprivate var rowNumber: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }
}

import EntityModel
import EntitySQL
import EntityStore

extension SQLiteWritingSession {
  /// The fewest rows that one statement removes.
  private static let fewestTogether = 32

  /// Removes the rows of the deletes at `indexes` of `changes`, which are of one entity; returns
  /// those for which there is no row with that id and version.
  func delete(
    _ indexes: Range<Int>, of changes: ChangeSet, _ source: (any ChangeSource)?
  ) throws -> [ChangeSet.Delete] {
    let deletes = changes.deletes[indexes]
    let isOrdered = zip(deletes, deletes.dropFirst()).allSatisfy { $0.id < $1.id }
    guard let first = deletes.first, let last = deletes.last else { return [] }
    let entity = layout.entities[first.entity]
    // A link goes with the first of its rows, and is recorded once.
    let mayRecordFirst = history.recorder == nil || !entity.hasLinks
    guard deletes.count >= Self.fewestTogether, isOrdered, mayRecordFirst else {
      var missing: [ChangeSet.Delete] = []
      for (index, deletion) in zip(indexes, deletes) {
        try record(deletion, index, source)
        if try !delete(deletion) { missing.append(deletion) }
      }
      return missing
    }
    if source == nil {
      try record(deletes, entity)
    } else {
      for (index, deletion) in zip(indexes, deletes) { try record(deletion, index, source) }
    }
    let rows = RowChanges(deletes.map { ($0.id, $0.version) }) { _ in
      UnsafeBufferPointer(start: nil, count: 0)
    }
    let areClose = RowStatements.areClose(deletes.count, from: first.id, through: last.id)
    let values: [StoredValue] =
      areClose
      ? [.integer(first.id), .integer(last.id)]
      : [statements.dialect.list(deletes.map { .integer($0.id) })]
    try connection.rowChanges.make(rows) {
      try connection.run(statements.deleteTogether(entity.table, areClose: areClose), values)
    }
    return rows.missing.map { deletes[deletes.startIndex + $0] }
  }

  /// Records `deletes`, which are of `entity` and in the order of their ids, with the values of the
  /// rows, which are still there.
  private func record(_ deletes: ArraySlice<ChangeSet.Delete>, _ entity: EntityLayout) throws {
    guard let recorder = history.recorder else { return }
    let columns = entity.columnIndexes.compactMap { entity.columns[$0]?.position }
    try rows(ids: deletes.map(\.id), of: entity) { row in
      recorder.record(isInsert: false, entity, id: row.id) { row[columns[$0]] }
      try history.takeLargeParts()
    }
  }
}

extension EntityLayout {
  /// `true` if objects of the entity have relationships that are to-many at both ends.
  fileprivate var hasLinks: Bool {
    relationships.contains { relationship in
      if case .join? = relationship?.location { true } else { false }
    }
  }
}

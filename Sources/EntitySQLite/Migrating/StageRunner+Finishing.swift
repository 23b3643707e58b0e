import EntityModel
import EntitySQL
import EntityStore

/// What comes after a stage: the rest is carried over, and the older tables go.
extension StageRunner {
  /// Carries over what the stage has not made, and takes the older tables away.
  func finish() throws {
    isFinishing = true
    try refuseRemaining()
    let restored = Set(
      mapping.new.tables.filter { !state.made.contains($0.name) }.map(\.name).filter {
        statements.alterations[$0] != nil
      })
    let restoredJoins = Set(
      mapping.new.joins.map(\.name).filter {
        !state.made.contains($0) && statements.keptJoins.contains($0)
      })
    for entity in mapping.new.entities {
      if restored.contains(entity.table.name) { continue }
      try make(entity.table)
      try carryOver(entity)
    }
    for join in mapping.new.joins where !restoredJoins.contains(join.name) { try fill(join) }
    // Until here, rows and links have been copied from what is aside.
    for table in mapping.new.tables where restored.contains(table.name) {
      for sql in statements.restoring(table) ?? [] { try connection.run(sql) }
    }
    for name in restoredJoins.sorted() { try connection.run(statements.restoring(name)) }
    try unlink()
    if state.hasNotes { try connection.run(statements.droppingIDs) }
    for name in mapping.old.joins.map(\.name) where !restoredJoins.contains(name) {
      try connection.run(statements.dropping(name))
    }
    for table in mapping.old.tables where !restored.contains(table.name) {
      for name in table.allNames.reversed() { try connection.run(statements.dropping(name)) }
    }
    for table in mapping.new.tables where !restored.contains(table.name) {
      if state.indexed.contains(table.name) {
        for sql in statements.droppingStageIndexes(of: table) { try connection.run(sql) }
      }
      for index in table.indexes { try create(index, of: table) }
    }
    for join in mapping.new.joins where !restoredJoins.contains(join.name) {
      for sql in statements.indexes(of: join) { try connection.run(sql) }
    }
    for sql in statements.addingTriggers { try connection.run(sql) }
  }

  /// Creates an index of `table`.
  private func create(
    _ index: IndexLayout, of table: TableLayout
  ) throws {
    do throws(StoreError) {
      try connection.run(statements.creation(of: index, of: table))
    } catch {
      guard index.isUnique, error.code == .uniqueViolation else { throw error }
      throw try connection.sharedValues(index, of: table)
    }
  }

  /// Ends references to rows that are gone.
  private func unlink() throws {
    let removed = mapping.comparison.entities.removed.compactMap {
      mapping.old.entity($0)?.table.name
    }
    let targets = mapping.new.tables.map(\.name).filter { name in
      state.reduced.contains(name) || removed.contains { statements.hasOffset(name, $0) }
    }
    for table in mapping.new.tables {
      for column in table.columns where !column.isNullable {
        guard case .reference(let target) = column.kind, targets.contains(target) else { continue }
        let ids = try connection.integers(
          statements.dangling(column, of: table, to: target, limit: Migrator.namedRows))
        guard ids.isEmpty else {
          throw StoreError(
            .foreignKeyViolation,
            "'\(column.entity).\(column.property)' is required, and the objects of rows "
              + "\(ids.map { String($0) }.joined(separator: ", ")) would refer to objects that the "
              + "stage has not made or has deleted", entity: column.entity,
            properties: [column.property])
        }
      }
    }
    for statement in statements.unlinkings(from: Set(targets)) {
      try connection.run(statement.sql, statement.values)
    }
  }
}

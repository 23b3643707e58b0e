import EntityModel
import EntitySQL
import EntityStore

extension SQLiteWritingSession {
  /// Returns the error that reports every unique value of a change set, whose values are `values`,
  /// that cannot be stored, once SQLite has refused the first one with `error`; `nil` if none is
  /// found.
  func uniqueViolation(_ error: StoreError, _ values: ChangeValues) throws -> StoreError? {
    var claims = UniqueClaims()
    let changes = values.changes
    for index in changes.updates.indices {
      let update = changes.updates[index]
      let isUnique = uniqueProperties[update.entity]
      guard !isUnique.isEmpty, update.properties.contains(where: { isUnique[$0] }) else { continue }
      let entity = layout.entities[update.entity]
      try claims.add(
        entity, id: update.id, update.properties,
        try values.update(index, entity).map(\.storedValue)
      ) { try storedValues(of: $0, update.id, entity) }
    }
    for index in changes.inserts.indices {
      let insert = changes.inserts[index]
      if uniqueProperties[insert.entity].isEmpty { continue }
      let entity = layout.entities[insert.entity]
      claims.add(
        entity, id: insert.id, entity.columnIndexes,
        try values.insert(index, entity).map(\.storedValue)
      ) { _ in [] }
    }
    let violations = try claims.violations { table, index, values in
      try connection.integer(statements.holder(table, index), values)
    }
    guard !violations.isEmpty else { return nil }
    return StoreError(
      uniqueViolations: violations, sqliteCode: error.sqliteCode, sql: error.sql)
  }
}

import EntityCSQLite
import EntityModel
import EntityStore

extension Connection {
  /// Calls `body` with `session` in a transaction that the statement `begin` opens.
  ///
  /// - Throws: what `body` throws or the reason why the transaction cannot be committed; it has
  ///   been rolled back then.
  func withTransaction<Session, Result>(
    _ begin: String, _ session: Session, _ body: (Session) throws -> Result
  ) throws -> Result {
    try requireFit()
    let span = try beginTransaction(begin)
    do {
      let result = try body(session)
      // What the lease has ended may have been caught, so that the rest was done without it.
      try lease?.check()
      // From here on it is too late to end anything.
      lease = nil
      try commit()
      try didCommit(span)
      return result
    } catch {
      lease = nil
      // Some failures have rolled back already.
      if !isIdle { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Commits what the transaction did.
  private func commit() throws(StoreError) {
    do {
      try run("COMMIT")
    } catch  where error.code == .foreignKeyViolation {
      throw (try? danglingReference(error)) ?? error
    }
  }

  /// Returns `error` with the first reference to a row that does not exist, or `nil` if there is
  /// none.
  ///
  /// - Complexity: all rows that refer to others may be read.
  private func danglingReference(_ error: StoreError) throws(StoreError) -> StoreError? {
    let check = try statement("PRAGMA foreign_key_check")
    defer { check.reset() }
    guard try check.step() else { return nil }
    let found = try danglingReference(at: check)
    guard let entity = found.entity, let property = found.property else { return nil }
    let advice = found.rowID == nil ? "" : "; delete or change the one with the other"
    return StoreError(
      .foreignKeyViolation, found.message + advice, sqliteCode: error.sqliteCode, sql: error.sql,
      entity: entity, properties: [property])
  }

  /// Returns what the row of `PRAGMA foreign_key_check` reports that `check` is at.
  func danglingReference(at check: Statement) throws(StoreError) -> IntegrityReport.Problem {
    let table = String(sqliteText: sqlite3_column_value(check.handle, 0))
    let row = sqlite3_column_int64(check.handle, 1)
    let key = sqlite3_column_int64(check.handle, 3)
    if let join = layout?.joins.first(where: { $0.name == table }) {
      return IntegrityReport.Problem(
        .reference, "'\(join.entity).\(join.property)' holds an object that does not exist",
        entity: join.entity, property: join.property)
    }
    if let column = layout?.tables.flatMap(\.externalColumns).first(where: {
      $0.valueTable == table
    }) {
      return IntegrityReport.Problem(
        .reference,
        "the store has a value of '\(column.entity).\(column.property)' of the object \(row), "
          + "which does not exist", entity: column.entity, property: column.property, rowID: row)
    }
    let name = try text(
      "SELECT \"from\" FROM pragma_foreign_key_list(?1) WHERE \"id\" = ?2",
      [.text(table), .integer(key)])
    let columns = layout?.tables.first { $0.name == table }?.columns
    guard let column = columns?.first(where: { $0.name == name }) else {
      return IntegrityReport.Problem(
        .reference, "the row \(row) of '\(table)' refers to one that does not exist", rowID: row)
    }
    return IntegrityReport.Problem(
      .reference,
      "'\(column.entity).\(column.property)' of the object \(row) refers to an object that does "
        + "not exist",
      entity: column.entity, property: column.property, rowID: row)
  }
}

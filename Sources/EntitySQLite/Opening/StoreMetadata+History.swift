import EntityModel
import EntitySQL
import EntityStore

extension StoreMetadata {
  /// `true` if the database has a history.
  static func keepsHistory(_ connection: Connection) throws(StoreError) -> Bool {
    try connection.integer(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1",
      [.text(HistoryStatements.table)], isTraced: false) != nil
  }

  /// Begins a history unless there is one.
  static func addHistory(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    if try keepsHistory(connection) {
      connection.keepsHistory = true
      return
    }
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      for statement in statements.history.create { try connection.run(statement) }
      // A token names its store.
      try addID(statements, in: connection)
      try connection.run("COMMIT")
    } catch {
      if !connection.isIdle { try? connection.run("ROLLBACK") }
      throw error
    }
    connection.keepsHistory = true
  }

  /// Returns the number and the time of the last entry that has been removed from the history; 0
  /// for none.
  static func historyStart(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> (number: Int64, time: Int64) {
    let numbers = try value(.historyStart, statements, in: connection, isTraced: false)?
      .split(separator: " ").compactMap { Int64($0) }
    guard let numbers, numbers.count == 2 else { return (0, 0) }
    return (numbers[0], numbers[1])
  }
}

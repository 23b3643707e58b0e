import EntityModel
import EntitySQL
import EntityStore

/// By which tables of Unicode texts are stored without case.
extension StoreMetadata {
  /// `true` if the texts that are stored without case may be others than this program makes.
  static func foldsOtherwise(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> Bool {
    guard statements.layout.foldsTexts else { return false }
    return try value(.folding, statements, in: connection) != StoredValue.foldVersion
  }

  /// Makes sure that the texts that are stored without case are those that this program makes:
  /// where the tables of Unicode were others, they are made again.
  ///
  /// - Throws: also that values which were different are the same now, and have to be unique.
  static func refreshFolding(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    guard try foldsOtherwise(statements, in: connection) else { return }
    try connection.run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      try fold(statements, in: connection)
      try connection.run("COMMIT")
    } catch {
      try? connection.run("ROLLBACK")
      throw error
    }
  }

  /// Makes the texts that are stored without case again, where they are not as they should be, in
  /// the transaction that is open.
  static func fold(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    for table in statements.layout.tables {
      for sql in FoldedStatements(table, statements.dialect).refreshing { try connection.run(sql) }
    }
    try set(.folding, to: StoredValue.foldVersion, statements, in: connection)
  }

  /// Refuses to read texts that are stored without case by other tables of Unicode.
  static func checkFolding(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    guard try foldsOtherwise(statements, in: connection) else { return }
    throw StoreError(
      .modelMismatch,
      "the store has texts without case that were made by other tables of Unicode than this "
        + "program's, and cannot make them again where it is only read; open it once to be written")
  }
}

extension StoreLayout {
  /// `true` if texts are stored without case.
  var foldsTexts: Bool { tables.contains { !$0.foldedColumns.isEmpty } }
}

import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

extension SQLiteSession {
  func metadata(_ key: String, as storageClass: StorageClass) throws -> StoredValue? {
    guard try hasMetadata() else { return nil }
    return try connection.withStatement(statements.metadata.readMetadata, [.text(key)]) {
      guard try $0.step() else { return nil }
      let value = sqlite3_column_value($0.handle, 0)
      return __Cell(value, isReal: storageClass == .real).storedValue
    }
  }

  func metadataKeys() throws -> [String] {
    guard try hasMetadata() else { return [] }
    var keys: [String] = []
    try connection.forEachFirst(statements.metadata.metadataKeys) { cell in
      cell.text.map { keys.append($0) }
    }
    return keys
  }

  /// Returns `true` if metadata has ever been set.
  fileprivate func hasMetadata() throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1",
      [.text(MetadataStatements.metadataTable)]) != nil
  }
}

extension SQLiteWritingSession {
  func setMetadata(_ value: StoredValue?, for key: String) throws {
    if let value, !value.isNull {
      try connection.run(statements.metadata.createMetadata)
      try connection.run(statements.metadata.setMetadata, [.text(key), value])
    } else if try hasMetadata() {
      try connection.run(statements.metadata.removeMetadata, [.text(key)])
    }
  }

  func removeEverything() throws {
    // A later program may have added tables that the layout does not have.
    let kept = [
      MetadataStatements.factTable, MetadataStatements.idTable, HistoryStatements.table,
      HistoryStatements.partTable,
    ]
    for table in try connection.tableNames() where !kept.contains(table) {
      try connection.run("DELETE FROM \(statements.dialect.quoted(table))")
    }
    history.recorder?.recordReset()
  }
}

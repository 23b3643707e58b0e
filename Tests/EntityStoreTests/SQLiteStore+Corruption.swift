import EntityStore

@testable import EntitySQLite

extension SQLiteStore {
  /// Runs `sql` past everything that a store guarantees.
  func corrupt(_ sql: String) throws {
    try write { session in
      guard let session = session as? SQLiteWritingSession else { return }
      try session.connection.run(sql)
    }
  }
}

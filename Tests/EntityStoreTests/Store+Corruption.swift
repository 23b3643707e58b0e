@testable import EntityStore

extension Store {
  /// Runs `sql` past everything that a store guarantees.
  func corrupt(_ sql: String) throws {
    try write { try $0.connection.run(sql) }
  }
}

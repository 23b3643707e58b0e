import EntitySQLite
import EntityStore
import StoreConformance

extension Library {
  /// Returns a store in memory.
  static func store(trace: (@Sendable (String) -> Void)? = nil) throws -> SQLiteStore {
    try SQLiteStore(model: model, at: .memory, options: StoreOptions(trace: trace))
  }
}

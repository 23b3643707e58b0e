import EntityModel
import EntitySQL
import EntityStore

extension StoreMetadata {
  /// Returns an id that no other store has.
  static func newID() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Returns the id of the store, or `nil` if none has been recorded.
  static func id(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) -> String? {
    try value(.id, statements, in: connection, isTraced: false)
  }

  /// Records an id for a store that has none, since it was made by an earlier version.
  static func addID(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    guard try id(statements, in: connection) == nil else { return }
    do throws(StoreError) {
      // Of two programs that find none, the first records one.
      try connection.run(
        statements.metadata.addFact + " ON CONFLICT DO NOTHING",
        [.text(Fact.id.rawValue), .text(newID())])
    } catch {
      // While others write for long, the store goes without one.
      guard error.code == .busy else { throw error }
    }
  }

  /// Records another id for the store.
  static func replaceID(
    _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    try set(.id, to: newID(), statements, in: connection)
  }

  /// Makes sure that the store in the file at `path` is the one with `id`, if that is known.
  static func checkID(
    _ id: String?, _ path: String, _ statements: RowStatements, in connection: Connection
  ) throws(StoreError) {
    guard let id, try self.id(statements, in: connection) != id else { return }
    throw StoreError(fileReplacedAt: path)
  }
}

/// The prepared statements of a connection, by their text.
struct StatementCache {
  /// The most statements kept.
  let capacity: Int

  /// The statements.
  private var statements: [String: Statement] = [:]

  /// How many statements have been asked for.
  private var uses = 0

  /// Creates an empty cache.
  init(capacity: Int) { self.capacity = capacity }

  /// Returns the statement `sql`, prepared on `connection` unless there is one that is not running.
  mutating func statement(
    _ sql: String, _ connection: Connection
  ) throws(StoreError) -> Statement {
    uses += 1
    guard let known = statements[sql] else {
      let statement = try Statement(sql, connection)
      statement.lastUse = uses
      makeRoom()
      statements[sql] = statement
      return statement
    }
    // A statement that runs has its place in its rows; another one with the same text is needed.
    if known.isRunning { return try Statement(sql, connection) }
    known.lastUse = uses
    return known
  }

  /// Lets go of all statements.
  mutating func removeAll() { statements.removeAll() }

  /// Lets go of the statement unused for longest if there is no room for another.
  private mutating func makeRoom() {
    guard statements.count >= capacity,
      let oldest = statements.values.min(by: { $0.lastUse < $1.lastUse })
    else { return }
    statements.removeValue(forKey: oldest.sql)
  }
}

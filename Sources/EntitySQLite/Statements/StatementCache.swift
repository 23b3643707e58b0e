import EntityStore

/// The prepared statements of a connection.
///
/// A statement that is running has its position in its rows; who asks for it then gets another one,
/// which takes its place here.
struct StatementCache {
  /// The most statements held.
  let capacity: Int

  /// The statements.
  private var statements: [StatementKey: Statement] = [:]

  /// The statement that was asked for last, which often is asked for next.
  private var last: (key: StatementKey, statement: Statement)?

  /// How many times another statement than the last one has been asked for.
  private var uses = 0

  /// Creates an empty cache.
  init(capacity: Int) { self.capacity = capacity }

  /// Returns the statement of `key` that is not running, or `nil` if there is none.
  mutating func idle(_ key: StatementKey) -> Statement? {
    if let last, last.key == key { return last.statement.isRunning ? nil : last.statement }
    guard let statement = statements[key], !statement.isRunning else { return nil }
    uses += 1
    statement.lastUse = uses
    last = (key, statement)
    return statement
  }

  /// Adds `statement` as the one of `key`.
  mutating func insert(_ statement: Statement, _ key: StatementKey) {
    uses += 1
    statement.lastUse = uses
    if statements[key] == nil { makeRoom() }
    statements[key] = statement
    last = (key, statement)
  }

  /// Releases all statements.
  mutating func removeAll() {
    statements.removeAll()
    last = nil
  }

  /// Releases the statement unused for longest if there is no room for another.
  private mutating func makeRoom() {
    guard statements.count >= capacity,
      let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    statements.removeValue(forKey: oldest.key)
  }
}

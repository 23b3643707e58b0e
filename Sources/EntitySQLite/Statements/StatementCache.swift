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

  /// The statement that was asked for last, which often is asked for next, and its key.
  // Apart, the key is compared without being retained.
  private var last: Statement?
  private var lastKey: StatementKey?

  /// How many times another statement than the last one has been asked for.
  private var uses = 0

  /// Creates an empty cache.
  init(capacity: Int) { self.capacity = capacity }

  /// Returns the statement of `key` that is not running, or `nil` if there is none.
  mutating func idle(_ key: StatementKey) -> Statement? {
    if lastKey == key, let last { return last.isRunning ? nil : last }
    guard let statement = statements[key], !statement.isRunning else { return nil }
    uses += 1
    statement.lastUse = uses
    (last, lastKey) = (statement, key)
    return statement
  }

  /// Adds `statement` as the one of `key`.
  mutating func insert(_ statement: Statement, _ key: StatementKey) {
    uses += 1
    statement.lastUse = uses
    if statements[key] == nil { makeRoom() }
    statements[key] = statement
    (last, lastKey) = (statement, key)
  }

  /// Releases all statements.
  mutating func removeAll() {
    statements.removeAll()
    (last, lastKey) = (nil, nil)
  }

  /// Releases the statement unused for longest if there is no room for another.
  private mutating func makeRoom() {
    guard statements.count >= capacity,
      let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
    else { return }
    statements.removeValue(forKey: oldest.key)
  }
}

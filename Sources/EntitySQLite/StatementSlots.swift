/// Statements of a connection that are found by a small number, without their text.
struct StatementSlots {
  /// The statements.
  private var statements: [Statement?]

  /// Creates `count` empty slots.
  init(count: Int) { statements = Array(repeating: nil, count: count) }

  /// Returns the statement at `index`, which stays there, or one that is not running where it is;
  /// it is to be reset after use.
  mutating func idle(
    _ index: Int, _ connection: Connection, _ text: () -> String
  ) throws(StoreError) -> Statement {
    if let statement = statements[index], !statement.isRunning { return statement }
    let statement = try Statement(text(), connection)
    statements[index] = statement
    return statement
  }

  /// Takes the statement at `index` out, or prepares the one that `text` returns.
  mutating func take(
    _ index: Int, _ connection: Connection, _ text: () -> String
  ) throws(StoreError) -> Statement {
    if let statement = statements[index] {
      statements[index] = nil
      return statement
    }
    return try Statement(text(), connection)
  }

  /// Puts `statement`, which is ready to run again, back at `index`.
  mutating func put(_ statement: Statement, _ index: Int) { statements[index] = statement }
}

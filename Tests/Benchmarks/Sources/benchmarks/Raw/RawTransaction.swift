import CSQLiteRaw

/// A transaction that is run again and again, by statements that are prepared once.
final class RawTransaction {
  private let connection: RawConnection
  private let begin: RawStatement
  private let commit: RawStatement

  init(_ connection: RawConnection, _ begin: String = "BEGIN") throws {
    self.connection = connection
    self.begin = try connection.prepare(begin)
    commit = try connection.prepare("COMMIT")
  }

  /// Runs `body` in the transaction.
  func run<Answer>(_ body: () throws -> Answer) throws -> Answer {
    try run(begin)
    let answer = try body()
    try run(commit)
    return answer
  }

  private func run(_ statement: RawStatement) throws {
    guard sqlite3_step(statement.handle) == SQLITE_DONE else { throw connection.failure }
    sqlite3_reset(statement.handle)
  }
}

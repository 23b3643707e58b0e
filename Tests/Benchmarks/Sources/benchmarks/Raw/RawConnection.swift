import CSQLiteRaw

/// A connection through the C interface, set as the library sets its own.
final class RawConnection {
  private var connection: OpaquePointer?

  /// Opens the database at `path`, creating it when there is none.
  init(path: String) throws {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK else { throw failure }
    sqlite3_busy_timeout(connection, 5000)
    try run("PRAGMA journal_mode = WAL")
    for pragma in Pragma.all { try run(pragma) }
  }

  deinit { sqlite3_close_v2(connection) }

  /// Runs statements that answer nothing.
  func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Runs `body` between `begin` and a commit.
  func transaction<Answer>(_ begin: String = "BEGIN", _ body: () throws -> Answer) throws -> Answer
  {
    try run(begin)
    let answer = try body()
    try run("COMMIT")
    return answer
  }

  /// Prepares a statement.
  func prepare(_ sql: String) throws -> RawStatement {
    var handle: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &handle, nil) == SQLITE_OK, let handle else {
      throw failure
    }
    return RawStatement(handle)
  }

  /// The id of the row that was inserted last.
  var lastID: Int64 { sqlite3_last_insert_rowid(connection) }

  /// What the database says went wrong.
  var failure: RawFailure { RawFailure(description: String(cString: sqlite3_errmsg(connection))) }

  /// Returns how many books there are and the sum of their pages.
  func books() throws -> Tally {
    let select = try prepare("SELECT count(*), coalesce(sum(pages), 0) FROM Book")
    return try withExtendedLifetime(select) {
      guard sqlite3_step(select.handle) == SQLITE_ROW else { throw failure }
      return Tally(
        count: Int(sqlite3_column_int64(select.handle, 0)),
        sum: Int(sqlite3_column_int64(select.handle, 1)))
    }
  }
}

/// A prepared statement; its handle is good for as long as somebody holds the statement.
final class RawStatement {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }
}

/// Says what the database refused.
struct RawFailure: Error, CustomStringConvertible {
  let description: String
}

/// What every connection is told, that of EntityGraph by the library itself.
enum Pragma {
  static let all = [
    "PRAGMA foreign_keys = ON", "PRAGMA synchronous = NORMAL", "PRAGMA cache_size = -16384",
  ]
}

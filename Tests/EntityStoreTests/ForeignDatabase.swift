import EntityCSQLite
import Testing

/// A database that no store has made.
enum ForeignDatabase {
  /// Creates one at `path`, which has a write-ahead log if it `usesLog`.
  static func create(at path: String, usesLog: Bool) throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    let sql = """
      PRAGMA journal_mode = \(usesLog ? "WAL" : "DELETE");
      CREATE TABLE notes (text);
      INSERT INTO notes VALUES ('mine');
      """
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }
}

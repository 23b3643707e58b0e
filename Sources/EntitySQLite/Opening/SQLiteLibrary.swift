import EntityCSQLite
import EntityModel
import EntityStore

/// The SQLite that the program runs with.
enum SQLiteLibrary {
  /// The oldest version that has all that is used: 3.33.0.
  static let oldest: Int32 = 3_033_000

  /// Makes sure that `version` is not older than what is used, and that it `isThreadsafe`.
  static func check(
    _ version: Int32 = sqlite3_libversion_number(),
    isThreadsafe: Bool = sqlite3_threadsafe() != 0
  ) throws(StoreError) {
    guard version >= oldest else {
      throw StoreError(
        .libraryTooOld,
        "this program runs with SQLite \(text(version)), and needs \(text(oldest)) or later; "
          + "install a later libsqlite3, or put one before it in the search path of libraries")
    }
    guard isThreadsafe else {
      throw StoreError(
        .libraryTooOld,
        "this program runs with a SQLite that was built for one thread alone; install one that was "
          + "built with SQLITE_THREADSAFE=1 or 2")
    }
  }

  /// Makes sure that SQLite knows JSON, which it could be built without.
  static func checkJSON(of handle: OpaquePointer) throws(StoreError) {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let sql = "SELECT 1 FROM json_each('[]')"
    // What is damaged, locked or no database at all is found by whoever reads it.
    let result = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    let isUnknown =
      result == SQLITE_ERROR && String(cString: sqlite3_errmsg(handle)).contains("json_each")
    guard !isUnknown else {
      throw StoreError(
        .libraryTooOld,
        "this program runs with a SQLite that was built without JSON; install one that was built "
          + "with SQLITE_ENABLE_JSON1, as all later than 3.38 are unless it is left out", sql: sql)
    }
  }

  /// Makes sure that SQLite can keep the indexes of words that `layout` has.
  static func checkSearch(
    in layout: StoreLayout, of handle: OpaquePointer,
    version: Int32 = sqlite3_libversion_number()
  ) throws(StoreError) {
    guard let table = layout.tables.first(where: { !$0.searchColumns.isEmpty }) else { return }
    let column = table.searchColumns[0]
    func tooOld(_ text: String) -> StoreError {
      StoreError(
        .libraryTooOld,
        "'\(column.entity).\(column.property)' is searchable, and this program runs with \(text)",
        entity: column.entity, properties: [column.property])
    }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let result = sqlite3_prepare_v2(handle, "SELECT fts5_source_id()", -1, &statement, nil)
    if result == SQLITE_ERROR, String(cString: sqlite3_errmsg(handle)).contains("fts5_source_id") {
      throw tooOld(
        "a SQLite that was built without FTS5; install one that was built with SQLITE_ENABLE_FTS5")
    }
    // The tokenizer came with 3.34.0.
    guard version >= 3_034_000 || !layout.tables.contains(where: { $0.tokenizer == .trigram })
    else {
      throw tooOld(
        "SQLite \(text(version)), which does not know '.trigram'; install 3.34.0 or later")
    }
  }

  /// Returns `version` as people write it.
  private static func text(_ version: Int32) -> String {
    "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
  }
}

import EntityCSQLite
import EntitySQL
import EntityStore

/// Accepts statements that a program has written by hand if they read the tables of objects and do
/// nothing else.
///
/// A statement is prepared on a copy of the tables without their rows, since SQLite prepares all
/// statements of a connection again that is given something to ask for permission.
final class HandwrittenCheck {
  /// The most statements that are known.
  private static let capacity = 1_000

  private let connection: Connection

  /// What SQLite asks for permission.
  private let permission = Permission()

  /// The statements that have been accepted.
  private var known: Set<String> = []

  /// Creates a check of statements on the tables of `statements`.
  init(_ statements: RowStatements) throws(StoreError) {
    connection = try Connection(
      ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busyTimeout: .zero, trace: nil)
    for sql in SchemaStatements(layout: statements.layout, dialect: statements.dialect).all {
      try connection.run(sql)
    }
    // SQLite asks for permission to create tables when it meets these for the first time.
    try connection.run("SELECT 1 FROM json_each('[]'), json_tree('[]')")
    sqlite3_set_authorizer(
      connection.handle,
      { pointer, action, first, second, _, _ in
        guard let pointer else { return SQLITE_DENY }
        return Unmanaged<Permission>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
          $0.allows(action, first, second) ? SQLITE_OK : SQLITE_DENY
        }
      }, Unmanaged.passUnretained(permission).toOpaque())
  }

  /// Accepts `sql`.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` that says what is not allowed.
  func check(_ sql: String) throws(StoreError) {
    if known.contains(sql) { return }
    permission.refusal = nil
    let (result, message, isReadOnly, rest) = prepare(sql)
    if let refusal = permission.refusal { throw StoreError(.invalidRequest, refusal, sql: sql) }
    guard result == SQLITE_OK else {
      throw StoreError(
        .invalidRequest, "the statement cannot be read: \(message)", sqliteCode: result, sql: sql)
    }
    guard let isReadOnly else {
      throw StoreError(.invalidRequest, "there is no statement, only blanks", sql: sql)
    }
    guard isReadOnly else { throw StoreError(.invalidRequest, Permission.writes, sql: sql) }
    // What follows may be blanks, a comment or another semicolon.
    permission.refusal = nil
    let following = prepare(rest)
    guard following.result == SQLITE_OK, following.isReadOnly == nil, permission.refusal == nil
    else {
      throw StoreError(
        .invalidRequest, "one statement is run, and there are several; call for each", sql: sql)
    }
    if known.count >= Self.capacity { known = [] }
    known.insert(sql)
  }

  /// Returns what comes of preparing the first statement of `sql`: SQLite's result and message,
  /// whether the statement only reads, or `nil` for no statement, and what follows it.
  private func prepare(
    _ sql: String
  ) -> (result: Int32, message: String, isReadOnly: Bool?, rest: String) {
    var handle: OpaquePointer?
    defer { sqlite3_finalize(handle) }
    return sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let result = sqlite3_prepare_v2(connection.handle, start, -1, &handle, &tail)
      return (
        result, String(cString: sqlite3_errmsg(connection.handle)),
        handle.map { sqlite3_stmt_readonly($0) != 0 }, tail.map { String(cString: $0) } ?? ""
      )
    }
  }
}

/// What a statement may do.
private final class Permission {
  /// Why the statement was refused, or `nil`.
  var refusal: String?

  static let writes =
    "a statement by hand reads the tables of objects and does nothing else; change objects and save "
    + "them, so that versions, inverses and the history stay right"

  /// `true` if a statement may do what `action` is, with the names that SQLite gives for it.
  func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?
  ) -> Bool {
    let name = first.map { String(cString: $0).lowercased() } ?? ""
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_READ:
      guard Self.isOwn(name) else { return true }
      refuse("'\(name)' is not a table of objects; a statement by hand reads these alone")
    case SQLITE_FUNCTION:
      let function = second.map { String(cString: $0).lowercased() } ?? ""
      guard function.hasPrefix("entity_") || Self.refusedFunctions.contains(function) else {
        return true
      }
      refuse("a statement by hand cannot call '\(function)'")
    case SQLITE_PRAGMA: refuse("a statement by hand cannot set or ask how SQLite works (PRAGMA)")
    case SQLITE_ATTACH, SQLITE_DETACH:
      refuse("a statement by hand cannot open other files (ATTACH, DETACH)")
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      refuse(
        "transactions are the library's; use 'container.write' or 'container.read', or "
          + "'context.read' for one state")
    default: refuse(Self.writes)
    }
    return false
  }

  /// Notes the first reason.
  private func refuse(_ reason: String) { refusal = refusal ?? reason }

  /// `true` if `name` is that of a table of the library's or of SQLite's.
  private static func isOwn(_ name: String) -> Bool {
    ["_store", "_ids", "_metadata", "_history", "_historyparts"].contains(name)
      || name.hasPrefix("sqlite_") || name.hasPrefix("pragma_") || name.hasPrefix("_search")
  }

  private static let refusedFunctions: Set<String> = [
    "load_extension", "fts3_tokenizer", "writefile", "readfile", "edit",
  ]
}

import EntityCSQLite
import EntityModel

/// A prepared statement of one connection.
final class Statement {
  /// Has SQLite read bound bytes where they are.
  static let kept: sqlite3_destructor_type? = nil

  /// Has SQLite copy bound bytes.
  static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// The statement's text.
  let sql: String

  /// SQLite's statement.
  let handle: OpaquePointer

  /// The connection, which outlives its statements.
  private unowned(unsafe) let connection: Connection

  /// Is called with the statement's text when it runs.
  // It is the connection's; asking that each time would count a reference.
  private let trace: (@Sendable (String) -> Void)?

  /// How many parameters there are.
  private let parameterCount: Int32

  /// `true` iff the statement is between rows.
  var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// When the statement was last used, as counted by the cache.
  var lastUse = 0

  /// Creates the statement `sql` of `connection`.
  init(_ sql: String, _ connection: Connection) throws(StoreError) {
    var handle: OpaquePointer?
    let result = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard result == SQLITE_OK, let handle else { throw connection.error(result, sql: sql) }
    self.sql = sql
    self.handle = handle
    self.connection = connection
    trace = connection.trace
    parameterCount = sqlite3_bind_parameter_count(handle)
  }

  deinit { sqlite3_finalize(handle) }

  /// Goes to the next row; `false` at the end.
  func step() throws(StoreError) -> Bool {
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    throw connection.error(result, sql: sql)
  }

  /// Runs the statement with the parameters that `writer` bound, and makes it ready again.
  func run(_ writer: RowWriter) throws(StoreError) {
    try check(writer)
    try run()
  }

  /// Runs the statement, which has no rows that matter, and makes it ready again.
  func run() throws(StoreError) {
    trace?(sql)
    let result = sqlite3_step(handle)
    guard result == SQLITE_DONE || result == SQLITE_ROW else {
      // The message is gone once the statement is reset.
      let error = connection.error(result, sql: sql)
      sqlite3_reset(handle)
      throw error
    }
    sqlite3_reset(handle)
  }

  /// Makes the statement ready to run again.
  func reset() { sqlite3_reset(handle) }

  /// Binds `value` to the parameter at `index`, counted from 1.
  func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }

  /// Binds all the parameters.
  func bind(_ values: [StoredValue]) throws(StoreError) {
    // An empty buffer has every byte copied by SQLite.
    var writer = RowWriter(handle, buffer: connection.noBuffer)
    for value in values { writer.write(value) }
    try check(writer)
  }

  /// Throws what went wrong when `writer` bound the parameters.
  ///
  /// - Throws: also when their number is not the statement's.
  private func check(_ writer: RowWriter) throws(StoreError) {
    guard writer.status == SQLITE_OK else {
      throw connection.error(writer.status, sql: sql)
    }
    guard writer.count == parameterCount else {
      throw StoreError(
        .invalidRequest, "\(writer.count) values were written for \(parameterCount) columns",
        sql: sql)
    }
  }
}

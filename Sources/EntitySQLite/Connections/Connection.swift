import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// A connection to a database.
final class Connection {
  /// SQLite's connection.
  let handle: OpaquePointer

  /// Is called with each statement that is run.
  let trace: (@Sendable (String) -> Void)?

  /// The layout in whose words errors speak, once it is known that the database has it.
  var layout: StoreLayout?

  /// Makes sure that what is read still is what it was when the store was opened; `nil` where no
  /// other connection can change that, or the store is being opened.
  var schemaCheck: ((Connection) throws(StoreError) -> Void)?

  /// The number of the schema that has been checked.
  private var checkedSchema: Int64?

  /// Why the database is of no use any more, or `nil`.
  private var misfit: StoreError?

  /// `true` while the schema is checked.
  private var isCheckingSchema = false

  /// What happens at the handle beside its statements.
  let monitor: ConnectionMonitor

  /// `true` if the database has a history, as far as its schema has been checked.
  var keepsHistory = false

  /// What a statement is changing that changes many rows.
  let rowChanges: FunctionSlot<RowChanges>

  /// Which rows a statement need not read.
  let knownRows: FunctionSlot<KnownRows>

  /// How many pages the log had after the last commit, once `countLog` has been called.
  private let logPages: UnsafeMutablePointer<Int>

  /// What ends that which runs; `nil` if nothing does.
  var lease: Lease? {
    get { monitor.lease }
    set {
      if monitor.lease == nil, newValue == nil { return }
      monitor.lease = newValue
      installInterruption()
    }
  }

  /// The connection whose handle this one uses; `nil` for one of its own.
  private let owner: Connection?

  /// The prepared statements.
  private var cache = StatementCache(capacity: 400)

  /// The room for the shape of the next query.
  private var shape = QueryShape()

  /// Opens the database `name`, a path or a URI, as `flags` say.
  init(
    _ name: String, flags: Int32, busyTimeout: Duration, trace: (@Sendable (String) -> Void)?,
    monitor: StoreMonitor = StoreMonitor()
  ) throws(StoreError) {
    try SQLiteLibrary.check()
    var handle: OpaquePointer?
    let result = sqlite3_open_v2(
      name, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard result == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw StoreError(sqliteCode: result, Self.message(of: handle, result))
    }
    // Versions before 3.37 do not know the flag.
    sqlite3_extended_result_codes(handle, 1)
    self.handle = handle
    owner = nil
    rowChanges = FunctionSlot()
    knownRows = FunctionSlot()
    self.trace = trace
    logPages = .allocate(capacity: 1)
    logPages.initialize(to: 0)
    self.monitor = ConnectionMonitor(monitor, busyTimeout: busyTimeout)
    installWaiting()
    try SQLFunctions.register(with: handle, rowChanges, knownRows, self.monitor)
  }

  /// Creates a connection with statements of its own over the handle of `owner`, so that it takes
  /// part in the transactions of that.
  init(sharing owner: Connection) {
    self.owner = owner
    handle = owner.handle
    monitor = owner.monitor
    rowChanges = owner.rowChanges
    knownRows = owner.knownRows
    trace = owner.trace
    logPages = owner.logPages
  }

  deinit {
    cache.removeAll()
    guard owner == nil else { return }
    monitor.counters.takeCacheCounters(of: handle)
    monitor.store.remove(monitor.counters)
    sqlite3_close_v2(handle)
    rowChanges.deallocate()
    knownRows.deallocate()
    logPages.deallocate()
  }

  /// How many pages the log had after the last commit.
  var pagesInLog: Int { logPages.pointee }

  /// Has the length of the log counted, and the log shortened by others.
  func countLog() {
    // This takes the place of SQLite's own hook, which moves the log when it is long.
    sqlite3_wal_hook(
      handle,
      { pointer, _, _, pages in
        pointer?.assumingMemoryBound(to: Int.self).pointee = Int(pages)
        return SQLITE_OK
      }, logPages)
  }

  /// `true` if no transaction is open.
  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// How many rows the last statement that wrote changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// Returns the statement of `key`, which is not running, or `nil` if none has been prepared; it
  /// is to be reset after use.
  func idleStatement(_ key: StatementKey) -> Statement? { cache.idle(key) }

  /// Returns room for the shape of a query, to be given back; another one until then.
  func takeShape() -> QueryShape {
    // Nothing that the shape refers to is retained by being exchanged.
    var taken = QueryShape()
    swap(&taken, &shape)
    return taken
  }

  /// Keeps the room of `taken` for the next query, and nothing of what it describes.
  func giveBack(_ taken: consuming QueryShape) {
    taken.removeAll()
    shape = taken
  }

  /// Prepares `sql` as the statement of `key`; it is to be reset after use.
  func prepare(
    _ key: StatementKey, _ sql: String, constants: [StoredValue] = [], types: [StorageType] = []
  ) throws(StoreError) -> Statement {
    let statement = try Statement(sql, self, constants: constants, types: types)
    cache.insert(statement, key)
    return statement
  }

  /// Returns the statement of `key`, which `sql` returns the SQL of; it is to be reset after use.
  func statement(
    _ key: StatementKey, _ sql: () throws(StoreError) -> String
  ) throws(StoreError) -> Statement {
    if let statement = idleStatement(key) { return statement }
    return try prepare(key, sql())
  }

  /// Returns the statement `sql`, which is to be reset after use.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    try statement(.sql(StatementText(sql))) { () throws(StoreError) in sql }
  }

  /// Calls `body` with the statement `sql`, its parameters bound to `values`.
  func withStatement<Result>(
    _ sql: String, _ values: [StoredValue] = [], _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    trace?(sql)
    return try body(statement)
  }

  /// Runs the statement `sql`, whatever its rows.
  func run(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    trace?(sql)
    while try statement.step() {}
  }

  /// Returns the first column of the first row of `sql`; `nil` for no row or another storage class.
  func integer(
    _ sql: String, _ values: [StoredValue] = [], isTraced: Bool = true
  ) throws(StoreError) -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    if isTraced { trace?(sql) } else { statement.mute() }
    guard try statement.step() else { return nil }
    let value = sqlite3_column_value(statement.handle, 0)
    return sqlite3_value_type(value) == SQLITE_INTEGER ? sqlite3_value_int64(value) : nil
  }

  /// Returns the first column of the first row of `sql`; `nil` for no row or another storage class.
  func text(
    _ sql: String, _ values: [StoredValue] = [], isTraced: Bool = true
  ) throws(StoreError) -> String? {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    if isTraced { trace?(sql) } else { statement.mute() }
    guard try statement.step() else { return nil }
    let value = sqlite3_column_value(statement.handle, 0)
    return sqlite3_value_type(value) == SQLITE_TEXT ? String(sqliteText: value) : nil
  }

  /// Calls `body` with the first column of each row of `sql`.
  func forEachFirst(
    _ sql: String, _ values: [StoredValue] = [], _ body: (__Cell) -> Void
  ) throws(StoreError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    try statement.bind(values)
    trace?(sql)
    while try statement.step() {
      body(__Cell(sqlite3_column_value(statement.handle, 0), isReal: false))
    }
  }

  /// Returns the first column of the rows of `sql`, where that is a whole number.
  func integers(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) -> [Int64] {
    var found: [Int64] = []
    try forEachFirst(sql, values) { cell in cell.integer.map { found.append($0) } }
    return found
  }

  /// Makes sure that the schema, which may have changed, is still that of the model.
  ///
  /// - Throws: that it is not, from now on each time.
  func checkSchema() throws(StoreError) {
    guard let schemaCheck, !isCheckingSchema else { return }
    isCheckingSchema = true
    defer { isCheckingSchema = false }
    let number = try integer("PRAGMA schema_version", isTraced: false)
    if number == checkedSchema { return try requireFit() }
    do throws(StoreError) {
      try schemaCheck(self)
    } catch {
      // Statements that are prepared from now on would not notice that the schema has changed.
      if error.code == .modelMismatch { misfit = error }
      throw error
    }
    checkedSchema = number
  }

  /// Returns what `body` does, in which the schema is another one and becomes what it was.
  func withAnotherSchema<Result>(_ body: () throws -> Result) rethrows -> Result {
    let wasChecking = isCheckingSchema
    isCheckingSchema = true
    defer { isCheckingSchema = wasChecking }
    return try body()
  }

  /// Throws if the database has been found to be of no use any more.
  func requireFit() throws(StoreError) {
    if let misfit { throw misfit }
  }

  /// Returns the names of all tables but SQLite's own.
  func tableNames() throws(StoreError) -> [String] {
    var names: [String] = []
    try forEachFirst(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'"
    ) { cell in cell.text.map { names.append($0) } }
    return names
  }

  /// Returns the error that SQLite reports with `result` for `sql`.
  func error(_ result: Int32, sql: String?) -> StoreError {
    StoreError(
      sqliteCode: result, Self.message(of: handle, result), sql: sql, layout: layout)
  }

  /// Returns what SQLite says about `result`.
  private static func message(of handle: OpaquePointer?, _ result: Int32) -> String {
    // The connection's message is that of its last call, which may not be the one that failed.
    guard let handle, sqlite3_extended_errcode(handle) == result else {
      return String(cString: sqlite3_errstr(result))
    }
    return String(cString: sqlite3_errmsg(handle))
  }
}

import EntityCSQLite
import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A prepared statement of one connection.
final class Statement {
  /// Has SQLite read bound bytes where they are.
  static let borrowed: sqlite3_destructor_type? = nil

  /// Has SQLite copy bound bytes.
  static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// The SQL.
  let sql: String

  /// SQLite's statement.
  let handle: OpaquePointer

  /// The connection, which outlives its statements.
  private unowned(unsafe) let connection: Connection

  /// What is called when the statement runs; `nil` if nobody wants to know.
  private let hooks: StatementHooks?

  /// How many parameters there are.
  private let parameterCount: Int

  /// The values of the first parameters, where they are the same each time.
  let constants: [StoredValue]

  /// The types of the columns, where the statement is that of a result.
  let types: [StorageType]

  /// Room for the cells of one row.
  private var cells: UnsafeMutableBufferPointer<__Cell>

  /// When the statement was last used, as counted by the cache.
  var lastUse = 0

  /// `true` if the next step is the first one of a run.
  private var isAtStart = true

  /// `true` if the next step is the first one of a run, or is reported.
  private var isSpecial = true

  /// How many times SQLite had prepared the statement again when the connection was last checked.
  private var preparations: Int32 = 0

  /// `true` if the statement is between rows.
  var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Creates the statement `sql` of `connection`, whose first parameters always are `constants`,
  /// and whose columns are of `types` if it is that of a result.
  init(
    _ sql: String, _ connection: Connection, constants: [StoredValue] = [],
    types: [StorageType] = []
  ) throws(StoreError) {
    var handle: OpaquePointer?
    let result = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard result == SQLITE_OK, let handle else {
      let error = connection.error(result, sql: sql)
      try connection.checkSchema()
      throw error
    }
    self.sql = sql
    self.handle = handle
    self.connection = connection
    self.constants = constants
    self.types = types
    hooks = StatementHooks(connection)
    parameterCount = Int(sqlite3_bind_parameter_count(handle))
    cells = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  deinit {
    cells.deallocate()
    sqlite3_finalize(handle)
  }

  /// Goes to the next row; `false` at the end.
  func step() throws(StoreError) -> Bool {
    if isSpecial { return try specialStep() }
    let result = sqlite3_step(handle)
    guard result == SQLITE_ROW || result == SQLITE_DONE else {
      // Another statement that runs takes the message away.
      let error = connection.error(result, sql: sql)
      try checkSchema(result)
      throw error
    }
    return result == SQLITE_ROW
  }

  /// Goes to the next row, which may be the first one of a run; `false` at the end.
  private func specialStep() throws(StoreError) -> Bool {
    hooks?.willStep(self)
    let result = sqlite3_step(handle)
    guard result == SQLITE_ROW || result == SQLITE_DONE else {
      let error = connection.error(result, sql: sql)
      hooks?.didFail(error)
      try checkSchema(result)
      throw error
    }
    if isAtStart {
      isAtStart = false
      isSpecial = hooks?.isMeasuring ?? false
      try checkSchema(result)
    }
    if isSpecial, result == SQLITE_ROW { hooks?.didReturnRow() }
    return result == SQLITE_ROW
  }

  /// Runs the statement, which has no rows that matter, and makes it ready again.
  func run() throws(StoreError) {
    if let hooks { return try run(hooks) }
    let result = sqlite3_step(handle)
    guard result == SQLITE_DONE || result == SQLITE_ROW else {
      // The message is gone once the statement is reset, or another one has run.
      let error = connection.error(result, sql: sql)
      defer { sqlite3_reset(handle) }
      try checkSchema(result)
      throw error
    }
    defer { sqlite3_reset(handle) }
    try checkSchema(result)
  }

  /// Runs the statement as `run` does, and has `hooks` called.
  private func run(_ hooks: StatementHooks) throws(StoreError) {
    hooks.trace?(sql)
    defer { reset() }
    while try step() {}
  }

  /// Has nobody know of the statement, from now on.
  func mute() { hooks?.isMuted = true }

  /// Makes the statement ready to run again.
  func reset() {
    sqlite3_reset(handle)
    isAtStart = true
    isSpecial = true
    if let hooks { hooks.didEnd(self) }
  }

  /// Has the connection check the schema if that may be another one than the statement was last run
  /// with; a step has ended with `result`.
  @inline(__always)
  private func checkSchema(_ result: Int32) throws(StoreError) {
    let preparations = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    if preparations == self.preparations, result != SQLITE_ERROR { return }
    try connection.checkSchema()
    // One that has not been checked is noticed again.
    self.preparations = preparations
  }

  /// Returns room for `count` cells, which is the same each time.
  @inline(__always)
  func cells(_ count: Int) -> UnsafeMutablePointer<__Cell> {
    if let start = cells.baseAddress, count <= cells.count { return start }
    return makeRoom(count)
  }

  private func makeRoom(_ count: Int) -> UnsafeMutablePointer<__Cell> {
    cells.deallocate()
    let start = UnsafeMutablePointer<__Cell>.allocate(capacity: max(count, 1))
    cells = UnsafeMutableBufferPointer(start: start, count: max(count, 1))
    return start
  }

  /// Binds `value` to the parameter at `index`, counted from 1.
  func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }

  /// Binds `bytes`, a text that stays where it is, to the parameter at `index`.
  func bind(text bytes: UnsafeBufferPointer<UInt8>, at index: Int32) throws(StoreError) {
    let cell = __Cell(isText: true, address: bytes.baseAddress, count: bytes.count)
    try check(cell.bind(to: handle, at: index))
  }

  /// Binds all the parameters, of which the statement copies what it needs.
  func bind(_ values: [StoredValue]) throws(StoreError) {
    try checkCount(values.count)
    for (index, value) in values.enumerated() {
      try check(bind(value, at: Int32(truncatingIfNeeded: index + 1)))
    }
  }

  /// Binds the parameters from `first` on, and no others than `rest` more, to `cells`, whose bytes
  /// are read where they are until the statement is reset.
  func bind(
    _ cells: UnsafeBufferPointer<__Cell>, from first: Int, rest: Int = 0
  ) throws(StoreError) {
    try checkCount(cells.count + first - 1 + rest, header: first - 1 + rest)
    for index in cells.indices {
      let result = cells[index].bind(to: handle, at: Int32(truncatingIfNeeded: first + index))
      if result != SQLITE_OK { try check(result) }
    }
  }

  /// Binds a copy of `value` and returns SQLite's result.
  private func bind(_ value: StoredValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return __Cell.null.bind(to: handle, at: index)
    case .integer(let integer): return sqlite3_bind_int64(handle, index, integer)
    case .real(let real): return __Cell(real: real).bind(to: handle, at: index)
    case .text(var text):
      return text.withUTF8 { utf8 in
        guard let start = utf8.baseAddress else {
          return __Cell(isText: true, address: nil, count: 0).bind(to: handle, at: index)
        }
        return sqlite3_bind_text64(
          handle, index, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
          UInt64(utf8.count), Self.copied, UInt8(SQLITE_UTF8))
      }
    case .blob(let data):
      return data.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
          return __Cell(isText: false, address: nil, count: 0).bind(to: handle, at: index)
        }
        return sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), Self.copied)
      }
    }
  }

  /// Throws the error that SQLite reports with `result`, if it is one.
  private func check(_ result: Int32) throws(StoreError) {
    guard result == SQLITE_OK else { throw connection.error(result, sql: sql) }
  }

  /// Refuses `count` values where there are not as many parameters, `header` of which are not
  /// columns.
  private func checkCount(_ count: Int, header: Int = 0) throws(StoreError) {
    guard count == parameterCount else {
      throw StoreError(
        .invalidRequest,
        "\(count - header) values were written for \(parameterCount - header) columns", sql: sql)
    }
  }
}

import CSQLite

/// The rows that one statement adds or changes, each with values of its own, which it asks for as
/// it goes.
///
/// Preparing, running and ending a statement for each row takes SQLite as long as changing the row.
final class RowChanges {
  /// A row as it is to be, or as it is expected to be.
  typealias Row = (id: Int64, version: Int64)

  /// The rows by ascending id.
  private let rows: [Row]

  /// Writes the values of the row at a position in the order of the columns that the statement
  /// gives values.
  private let write: (_ row: Int, inout RowWriter) throws -> Void

  /// The values of the row at `written`.
  private let cells = RowCells()

  /// The position of the row whose values stand by, or nil.
  private var written: Int?

  /// Room for the bytes of one row.
  private let buffer: UnsafeMutableRawBufferPointer

  /// `true` for each row that the statement has met.
  private var isMet: [Bool]

  /// Where the row stands that was asked for last; the next one is asked for next.
  private var last = 0

  /// What `write` has thrown.
  private(set) var failure: (any Error)?

  /// Creates the changes of `rows`, which are in the order of their ids and not empty.
  init(
    _ rows: [Row], buffer: UnsafeMutableRawBufferPointer,
    _ write: @escaping (_ row: Int, inout RowWriter) throws -> Void
  ) {
    self.rows = rows
    self.buffer = buffer
    self.write = write
    isMet = Array(repeating: false, count: rows.count)
  }

  /// The positions of the rows that the statement has not met as they were expected to be.
  var missing: [Int] { isMet.indices.filter { !isMet[$0] } }

  /// Returns where the row `id` stands, or nil.
  private func position(of id: Int64) -> Int? {
    if rows[last].id > id { last = 0 }
    while rows[last].id < id, last + 1 < rows.count { last += 1 }
    return rows[last].id == id ? last : nil
  }

  /// `true` iff the row `id`, which is of `version`, is to be changed.
  fileprivate func takes(_ id: Int64, _ version: Int64) -> Bool {
    guard let position = position(of: id), rows[position].version == version else { return false }
    isMet[position] = true
    return true
  }

  /// Has the function that is called with `context` answer with the value of `column` of the row
  /// `id`.
  fileprivate func answer(_ context: OpaquePointer?, _ id: Int64, _ column: Int) {
    guard let position = position(of: id) else { return }
    if written != position {
      cells.removeAll()
      var row = RowWriter(cells, buffer: buffer)
      do {
        try write(position, &row)
      } catch {
        failure = error
        return sqlite3_result_error_code(context, SQLITE_ABORT)
      }
      written = position
    }
    cells.answer(context, column)
  }
}

/// Where a connection's functions find the changes that a statement is making.
struct RowChangesSlot {
  // It is lent to SQLite with the functions, until the connection is closed.
  private let place: UnsafeMutablePointer<RowChanges?>

  /// Creates an empty slot and makes the functions that ask it known to `connection`.
  init(_ connection: OpaquePointer) throws(StoreError) {
    let place = UnsafeMutablePointer<RowChanges?>.allocate(capacity: 1)
    place.initialize(to: nil)
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
    let results = [
      sqlite3_create_function_v2(
        connection, SQLiteDialect.takesFunction, 2, flags, place,
        { context, _, arguments in
          guard let arguments, let changes = RowChangesSlot.changes(context) else { return }
          let isTaken = changes.takes(
            sqlite3_value_int64(arguments[0]), sqlite3_value_int64(arguments[1]))
          sqlite3_result_int(context, isTaken ? 1 : 0)
        }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, SQLiteDialect.valueFunction, 2, flags, place,
        { context, _, arguments in
          guard let arguments, let changes = RowChangesSlot.changes(context) else { return }
          changes.answer(
            context, sqlite3_value_int64(arguments[0]), Int(sqlite3_value_int64(arguments[1])))
        }, nil, nil, nil),
    ]
    self.place = place
    for result in results where result != SQLITE_OK {
      throw StoreError(sqliteCode: result, String(cString: sqlite3_errstr(result)))
    }
  }

  /// Frees the slot of a connection that has been closed.
  func deallocate() {
    place.deinitialize(count: 1)
    place.deallocate()
  }

  /// Calls `body` while the functions answer for `changes`.
  ///
  /// - Throws: what writing a value has thrown, or what `body` throws.
  func with(_ changes: RowChanges, _ body: () throws -> Void) throws {
    place.pointee = changes
    defer { place.pointee = nil }
    do {
      try body()
    } catch {
      throw changes.failure ?? error
    }
  }

  /// Returns the changes for which the function that is called with `context` answers.
  private static func changes(_ context: OpaquePointer?) -> RowChanges? {
    sqlite3_user_data(context)?.assumingMemoryBound(to: RowChanges?.self).pointee
  }
}

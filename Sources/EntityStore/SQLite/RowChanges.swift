import CSQLite
import EntityModel

/// The rows that one statement changes, each to values of its own, which it asks for as it goes.
///
/// Preparing, running and ending a statement for each row takes SQLite as long as changing the row.
final class RowChanges {
  /// A row as it is expected to be.
  typealias Row = (id: Int64, version: Int64)

  /// The rows by ascending id.
  private let rows: [Row]

  /// Returns a value of the row at a position: of the first column that is changed, or the next.
  private let value: (_ row: Int, _ column: Int) -> StoredValue

  /// `true` for each row that the statement has met.
  private var isMet: [Bool]

  /// Where the row stands that was asked for last; the next one is asked for next.
  private var last = 0

  /// Creates the changes of `rows`, which are in the order of their ids.
  init(_ rows: [Row], _ value: @escaping (_ row: Int, _ column: Int) -> StoredValue) {
    self.rows = rows
    self.value = value
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

  /// The value of `column` of the row `id`.
  fileprivate func value(_ id: Int64, _ column: Int) -> StoredValue {
    position(of: id).map { value($0, column) } ?? .null
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
          SQLFunctions.answer(
            context,
            kept: changes.value(
              sqlite3_value_int64(arguments[0]), Int(sqlite3_value_int64(arguments[1]))))
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
  func with<Result>(_ changes: RowChanges, _ body: () throws(StoreError) -> Result)
    throws(StoreError) -> Result
  {
    place.pointee = changes
    defer { place.pointee = nil }
    return try body()
  }

  /// Returns the changes for which the function that is called with `context` answers.
  private static func changes(_ context: OpaquePointer?) -> RowChanges? {
    sqlite3_user_data(context)?.assumingMemoryBound(to: RowChanges?.self).pointee
  }
}

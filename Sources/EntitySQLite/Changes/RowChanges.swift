import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// The rows that one statement changes, each to values of its own, which it asks for as it goes.
///
/// Preparing, running and ending a statement for each row takes SQLite as long as changing the row.
final class RowChanges {
  /// A row as it is expected to be.
  typealias Row = (id: Int64, version: Int64)

  /// The rows by ascending id.
  private let rows: UnsafeMutableBufferPointer<Row>

  /// `true` for each row that the statement has met.
  private let isMet: UnsafeMutableBufferPointer<Bool>

  /// Returns the values of the row at a position in the order of the columns that are changed,
  /// valid until the next row is asked for.
  private let values: (_ row: Int) throws -> UnsafeBufferPointer<__Cell>

  // One statement at a time asks, and none of these is lent while others may ask for it. They are
  // asked for once for each value.

  /// The position of the row that has been written; -1 for none.
  @exclusivity(unchecked) private var written = -1

  /// The values of that row.
  @exclusivity(unchecked) private var cells = UnsafeBufferPointer<__Cell>(start: nil, count: 0)

  /// The position of the row that was asked for last; the next one is asked for next.
  @exclusivity(unchecked) private var last = 0

  /// What `values` has thrown.
  @exclusivity(unchecked) private(set) var failure: (any Error)?

  /// Creates the changes of `rows`, which are in the order of their ids and not empty.
  init(
    _ rows: [Row], _ values: @escaping (_ row: Int) throws -> UnsafeBufferPointer<__Cell>
  ) {
    self.rows = .allocate(capacity: rows.count)
    _ = self.rows.initialize(from: rows)
    isMet = .allocate(capacity: rows.count)
    isMet.initialize(repeating: false)
    self.values = values
  }

  deinit {
    rows.deallocate()
    isMet.deallocate()
  }

  /// The positions of the rows that the statement has not met as they were expected to be.
  var missing: [Int] { isMet.indices.filter { !isMet[$0] } }

  /// Returns the position of the row `id`, or `nil`.
  private func position(of id: Int64) -> Int? {
    var position = last
    if rows[position].id > id {
      // Most of what is not to be changed lies between two rows that are.
      if position == 0 || rows[position - 1].id < id { return nil }
      position = 0
    }
    while rows[position].id < id, position + 1 < rows.count { position += 1 }
    last = position
    return rows[position].id == id ? position : nil
  }

  /// `true` if the row `id`, which is of `version`, is to be changed.
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
      written = -1
      do {
        cells = try values(position)
        written = position
      } catch {
        failure = error
        return sqlite3_result_error_code(context, SQLITE_ABORT)
      }
    }
    if cells.indices.contains(column) { cells[column].answer(context) }
  }
}

extension FunctionSlot<RowChanges> {
  /// Registers the functions that ask the slot with `connection` and returns SQLite's results.
  func register(with connection: OpaquePointer) -> [Int32] {
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY
    return [
      sqlite3_create_function_v2(
        connection, RowStatements.takesFunction, 2, flags, pointer,
        { context, _, arguments in
          guard let arguments, let changes = FunctionSlot<RowChanges>.answering(context) else {
            return
          }
          let isTaken = changes._withUnsafeGuaranteedRef {
            $0.takes(sqlite3_value_int64(arguments[0]), sqlite3_value_int64(arguments[1]))
          }
          sqlite3_result_int(context, isTaken ? 1 : 0)
        }, nil, nil, nil),
      sqlite3_create_function_v2(
        connection, RowStatements.valueFunction, 2, flags, pointer,
        { context, _, arguments in
          guard let arguments, let changes = FunctionSlot<RowChanges>.answering(context) else {
            return
          }
          changes._withUnsafeGuaranteedRef {
            $0.answer(
              context, sqlite3_value_int64(arguments[0]), Int(sqlite3_value_int64(arguments[1])))
          }
        }, nil, nil, nil),
    ]
  }

  /// Calls `body`, which runs the statement that makes `changes`.
  ///
  /// - Throws: what writing a value has thrown, or what `body` throws.
  func make(_ changes: RowChanges, _ body: () throws -> Void) throws {
    do {
      try with(changes, body)
    } catch {
      throw changes.failure ?? error
    }
  }
}

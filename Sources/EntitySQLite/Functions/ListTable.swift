import EntityCSQLite
import EntitySQL
import EntityStore

/// A virtual table with a row for each value of a list, `entity_list(?1)`, whose column `value`
/// holds it. See <https://sqlite.org/vtab.html#epovtab>.
///
/// The values are read where they are, while JSON would have them written as text and read again.
enum ListTable {
  /// The columns, as they are declared; the argument of the table is the hidden one.
  private static let declaration = "CREATE TABLE list(value, list HIDDEN)"
  private static let valueColumn: Int32 = 0
  private static let listColumn: Int32 = 1

  /// Makes the table known to `connection` and returns SQLite's result.
  static func register(with connection: OpaquePointer) -> Int32 {
    sqlite3_create_module_v2(connection, SQLiteDialect.listTable, module, nil, nil)
  }

  /// A reader of the table.
  private struct Cursor {
    /// What SQLite has of it, which has to come first.
    var base = sqlite3_vtab_cursor()

    /// The list, a copy that the cursor owns.
    var list: OpaquePointer?

    var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    var position = 0

    /// The value of the row; `nil` after the last one.
    var value: ValueList.Element?

    /// The number of the row, counted from 0.
    var row: Int64 = 0

    /// Reads `list` from its beginning; without one, there are no rows.
    mutating func begin(_ list: OpaquePointer?) {
      sqlite3_value_free(self.list)
      self.list = list.flatMap { sqlite3_value_dup($0) }
      let address =
        sqlite3_value_type(self.list) == SQLITE_BLOB ? sqlite3_value_blob(self.list) : nil
      bytes = UnsafeRawBufferPointer(
        start: address, count: address == nil ? 0 : Int(sqlite3_value_bytes(self.list)))
      (position, row) = (0, 0)
      value = ValueList.next(in: bytes, at: &position)
    }

    mutating func moveOn() {
      row += 1
      value = ValueList.next(in: bytes, at: &position)
    }

    /// Makes the value of the row the answer to `context`.
    func answer(_ context: OpaquePointer?) {
      switch value {
      case nil, .null: sqlite3_result_null(context)
      case .integer(let integer): sqlite3_result_int64(context, integer)
      case .real(let real): __Cell(real: real).answer(context)
      case .text(let bytes):
        __Cell(isText: true, address: bytes.baseAddress, count: bytes.count).answer(context)
      case .blob(let bytes):
        __Cell(isText: false, address: bytes.baseAddress, count: bytes.count).answer(context)
      }
    }
  }

  /// Returns the reader that SQLite knows as `cursor`.
  private static func cursor(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  ) -> UnsafeMutablePointer<Cursor>? {
    UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self)
  }

  /// Chooses how the table is read: by the list that `constraints` give, if they give one.
  private static func plan(_ info: UnsafeMutablePointer<sqlite3_index_info>) -> Int32 {
    var isGiven = false
    for index in 0..<Int(info.pointee.nConstraint) {
      let constraint = info.pointee.aConstraint[index]
      guard constraint.iColumn == listColumn, constraint.op == SQLITE_INDEX_CONSTRAINT_EQ else {
        continue
      }
      guard constraint.usable != 0 else { return SQLITE_CONSTRAINT }
      guard !isGiven else { continue }
      isGiven = true
      info.pointee.aConstraintUsage[index].argvIndex = 1
      info.pointee.aConstraintUsage[index].omit = 1
    }
    // As SQLite's own `json_each` says.
    if isGiven { info.pointee.estimatedCost = 1 }
    return SQLITE_OK
  }

  // SQLite reads it, and nothing changes it.
  nonisolated(unsafe) private static let module: UnsafePointer<sqlite3_module> = {
    var module = sqlite3_module()
    module.xConnect = { connection, _, _, _, table, _ in
      let result = sqlite3_declare_vtab(connection, declaration)
      guard result == SQLITE_OK else { return result }
      let new = UnsafeMutablePointer<sqlite3_vtab>.allocate(capacity: 1)
      new.initialize(to: sqlite3_vtab())
      table?.pointee = new
      return SQLITE_OK
    }
    module.xDisconnect = { table in
      table?.deallocate()
      return SQLITE_OK
    }
    module.xBestIndex = { _, info in info.map { plan($0) } ?? SQLITE_ERROR }
    module.xOpen = { _, cursor in
      let new = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
      new.initialize(to: Cursor())
      cursor?.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(
        to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    module.xClose = { pointer in
      guard let cursor = cursor(pointer) else { return SQLITE_OK }
      sqlite3_value_free(cursor.pointee.list)
      cursor.deinitialize(count: 1)
      cursor.deallocate()
      return SQLITE_OK
    }
    module.xFilter = { pointer, _, _, count, arguments in
      cursor(pointer)?.pointee.begin(count > 0 ? arguments?[0] : nil)
      return SQLITE_OK
    }
    module.xNext = { pointer in
      cursor(pointer)?.pointee.moveOn()
      return SQLITE_OK
    }
    module.xEof = { pointer in cursor(pointer)?.pointee.value == nil ? 1 : 0 }
    module.xColumn = { pointer, context, column in
      guard let cursor = cursor(pointer) else { return SQLITE_ERROR }
      if column == valueColumn {
        cursor.pointee.answer(context)
      } else {
        sqlite3_result_value(context, cursor.pointee.list)
      }
      return SQLITE_OK
    }
    module.xRowid = { pointer, row in
      row?.pointee = cursor(pointer)?.pointee.row ?? 0
      return SQLITE_OK
    }
    let pointer = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    pointer.initialize(to: module)
    return UnsafePointer(pointer)
  }()
}

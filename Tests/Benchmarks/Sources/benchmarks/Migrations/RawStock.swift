import CSQLiteRaw

/// What the C interface does with stores of items in the measurements of migrations.
///
/// References are not checked, as SQLite's documentation has one change a table, and the indexes
/// are made when the table is full, which is faster.
struct RawStock {
  private let connection: RawConnection

  /// Creates the new table.
  private let table: String

  /// Create its indexes.
  private let indexes: [String]

  /// The columns.
  private let columns: [String]

  /// Opens the store at `path`, which is of the first snapshot, to make a table of it like that of
  /// the store at `model`, which is of the second.
  init(path: String, model: String) throws {
    connection = try RawConnection(path: path)
    try connection.run("PRAGMA foreign_keys = OFF")
    let schema = try RawConnection(path: model)
    var statements = try schema.texts(
      "SELECT sql FROM sqlite_schema WHERE tbl_name = 'Item' AND sql IS NOT NULL ORDER BY rowid"
    ).map {
      $0.replacing("\"Item\"", with: "\"NewItem\"").replacing("Item.", with: "NewItem.")
    }
    table = statements.removeFirst()
    indexes = statements
    columns = try schema.texts("SELECT name FROM pragma_table_info('Item')")
  }

  /// Fills a new table by one statement.
  func copy() throws {
    try making {
      let list = columns.joined(separator: ", ")
      try connection.run("INSERT INTO NewItem (\(list)) SELECT \(list) FROM Item")
    }
  }

  /// Fills a new table row by row.
  func copyRowByRow() throws {
    try making {
      let list = columns.joined(separator: ", ")
      let select = try connection.prepare("SELECT \(list) FROM Item ORDER BY _id")
      let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
      let insert = try connection.prepare("INSERT INTO NewItem (\(list)) VALUES (\(marks))")
      while sqlite3_step(select.handle) == SQLITE_ROW {
        for index in 0..<Int32(columns.count) {
          sqlite3_bind_value(insert.handle, index + 1, sqlite3_column_value(select.handle, index))
        }
        guard sqlite3_step(insert.handle) == SQLITE_DONE else { throw connection.failure }
        sqlite3_reset(insert.handle)
      }
    }
  }

  /// Makes the new table, which `fill` fills, in one transaction.
  private func making(_ fill: () throws -> Void) throws {
    try connection.transaction("BEGIN IMMEDIATE") {
      try connection.run(table)
      try fill()
      for index in indexes { try connection.run(index) }
    }
  }
}

extension RawConnection {
  /// Returns the first column of the rows of `sql`, texts.
  func texts(_ sql: String) throws -> [String] {
    let select = try prepare(sql)
    var texts: [String] = []
    while sqlite3_step(select.handle) == SQLITE_ROW {
      guard let text = sqlite3_column_text(select.handle, 0) else { throw failure }
      texts.append(String(cString: text))
    }
    return texts
  }

  /// Returns how many rows `table` has, and the sum of the weights in them.
  func items(_ table: String = "Item") throws -> Tally {
    let select = try prepare("SELECT count(*), total(weight) FROM \(table)")
    return try withExtendedLifetime(select) {
      guard sqlite3_step(select.handle) == SQLITE_ROW else { throw failure }
      return Tally(
        count: Int(sqlite3_column_int64(select.handle, 0)),
        sum: Int(sqlite3_column_double(select.handle, 1)))
    }
  }
}

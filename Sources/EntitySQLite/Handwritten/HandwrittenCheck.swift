import EntityCSQLite
import EntitySQL
import EntityStore

/// Accepts statements that a program has written by hand if they read, or change, the tables of
/// objects and do nothing else.
///
/// A statement is prepared on a copy of the tables without their rows, since SQLite prepares all
/// statements of a connection again that is given something to ask for permission.
final class HandwrittenCheck {
  /// What a statement that writes may change.
  struct Writes {
    /// The tables that may be given rows.
    var inserted: Set<String> = []

    /// The columns that may be given other values, by table.
    var updated: [String: Set<String>] = [:]

    /// The tables that may lose rows.
    var deleted: Set<String> = []

    /// All these tables.
    var tables: Set<String> { inserted.union(updated.keys).union(deleted) }
  }

  /// A statement that has been accepted.
  private struct Known {
    let parameterCount: Int

    /// What it may change; `nil` for one that reads.
    let writes: Writes?
  }

  /// What comes of preparing a statement.
  private struct Prepared {
    /// SQLite's result, and what it says of it.
    var (result, message) = (SQLITE_OK, "")

    /// `false` if there are only blanks and comments.
    var isStatement = false

    var isReadOnly = false
    var isExplanation = false
    var parameterCount = 0
    var columnCount = 0

    /// What follows the statement.
    var rest = ""
  }

  /// The most statements that are known.
  private static let capacity = 1_000

  private let connection: Connection

  /// What SQLite asks for permission.
  private let permission: Permission

  /// The statements that have been accepted, those that read apart from those that write.
  private var readers: [String: Known] = [:]
  private var writers: [String: Known] = [:]

  /// Creates a check of statements on the tables of `statements`.
  init(_ statements: RowStatements) throws(StoreError) {
    permission = Permission(statements.layout)
    connection = try Connection(
      ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busyTimeout: .zero, trace: nil)
    for sql in SchemaStatements(layout: statements.layout, dialect: statements.dialect).all {
      try connection.run(sql)
    }
    // SQLite asks for permission to create tables when it meets these for the first time.
    try connection.run(
      "SELECT 1 FROM json_each('[]'), json_tree('[]'), \(SQLiteDialect.listTable)(x'')")
    sqlite3_set_authorizer(
      connection.handle,
      { pointer, action, first, second, _, trigger in
        guard let pointer else { return SQLITE_DENY }
        return Unmanaged<Permission>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
          $0.allows(action, first, second, trigger) ? SQLITE_OK : SQLITE_DENY
        }
      }, Unmanaged.passUnretained(permission).toOpaque())
  }

  /// Accepts `sql`, which reads and has `count` values bound to it.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` that says what is not allowed.
  func checkReading(_ sql: String, _ count: Int) throws(StoreError) {
    if let known = readers[sql] { return try check(known, sql, count) }
    let known = try accept(sql, nil)
    if readers.count >= Self.capacity { readers = [:] }
    readers[sql] = known
    try check(known, sql, count)
  }

  /// Accepts `sql`, which writes and has `count` values bound to it, and returns what it may
  /// change.
  ///
  /// - Throws: a `StoreError` with the code `invalidRequest` that says what is not allowed.
  func checkWriting(_ sql: String, _ count: Int) throws(StoreError) -> Writes {
    let known: Known
    if let found = writers[sql] {
      known = found
    } else {
      known = try accept(sql, Writes())
      try refuseRollback(sql)
      if writers.count >= Self.capacity { writers = [:] }
      writers[sql] = known
    }
    try check(known, sql, count)
    return known.writes ?? Writes()
  }

  /// Refuses parameters that are not there for one of `count` values.
  private func check(_ known: Known, _ sql: String, _ count: Int) throws(StoreError) {
    guard known.parameterCount == count else {
      throw StoreError(
        .invalidRequest,
        "the statement has parameters of its own, such as '?' or ':name', which no value is bound "
          + "to; interpolate the values instead", sql: sql)
    }
  }

  /// Accepts `sql`, which writes no more than `writes`, to which what it may change is added, or
  /// reads where that is `nil`.
  private func accept(_ sql: String, _ writes: Writes?) throws(StoreError) -> Known {
    permission.begin(writes)
    let found = prepare(sql)
    if let refusal = permission.refusal { throw StoreError(.invalidRequest, refusal, sql: sql) }
    guard found.result == SQLITE_OK else {
      throw StoreError(
        .invalidRequest, "the statement cannot be read: \(found.message)",
        sqliteCode: found.result, sql: sql)
    }
    func refuse(_ reason: String) -> StoreError { StoreError(.invalidRequest, reason, sql: sql) }
    guard found.isStatement else { throw refuse("there is no statement, only blanks") }
    let changed = permission.writes
    if let changed {
      guard !found.isExplanation, !found.isReadOnly else {
        throw refuse("the statement reads; ask for its rows by 'context.sql'")
      }
      guard !changed.tables.isEmpty else { throw refuse(Permission.schema) }
      guard found.columnCount == 0 else {
        throw refuse(
          "RETURNING would return numbers and versions that are not yet given; leave it out and "
            + "read the rows by 'context.sql' afterwards")
      }
    } else if !found.isReadOnly {
      throw refuse(Permission.schema)
    }
    // What follows may be blanks, a comment or another semicolon.
    permission.begin(writes)
    let following = prepare(found.rest)
    guard following.result == SQLITE_OK, !following.isStatement, permission.refusal == nil else {
      throw refuse("one statement is run, and there are several; call for each")
    }
    return Known(parameterCount: found.parameterCount, writes: changed)
  }

  /// Refuses `sql`, which has been accepted otherwise, if SQLite would end the transaction where a
  /// constraint does not hold.
  private func refuseRollback(_ sql: String) throws(StoreError) {
    permission.begin(Writes())
    let statement = try Statement("EXPLAIN " + sql, connection)
    while try statement.step() {
      let operation = String(sqliteText: sqlite3_column_value(statement.handle, 1))
      // The second operand is what is to be done.
      guard operation == "Halt" || operation == "HaltIfNull",
        sqlite3_column_int(statement.handle, 3) == SQLITE_ROLLBACK
      else { continue }
      throw StoreError(
        .invalidRequest,
        "'OR ROLLBACK' would end the transaction, which is the library's; leave it out, since a "
          + "statement that fails changes nothing", sql: sql)
    }
  }

  /// Returns what comes of preparing the first statement of `sql`.
  private func prepare(_ sql: String) -> Prepared {
    var handle: OpaquePointer?
    defer { sqlite3_finalize(handle) }
    return sql.withCString { start in
      var found = Prepared()
      var tail: UnsafePointer<CChar>?
      found.result = sqlite3_prepare_v2(connection.handle, start, -1, &handle, &tail)
      found.message = String(cString: sqlite3_errmsg(connection.handle))
      found.rest = tail.map { String(cString: $0) } ?? ""
      guard let handle else { return found }
      found.isStatement = true
      found.isReadOnly = sqlite3_stmt_readonly(handle) != 0
      found.isExplanation = sqlite3_stmt_isexplain(handle) != 0
      found.parameterCount = Int(sqlite3_bind_parameter_count(handle))
      found.columnCount = Int(sqlite3_column_count(handle))
      return found
    }
  }
}

/// What a statement may do.
private final class Permission {
  /// Why the statement was refused, or `nil`.
  private(set) var refusal: String?

  /// What the statement may change, as far as it has asked; `nil` for one that reads.
  private(set) var writes: HandwrittenCheck.Writes?

  static let schema =
    "a statement by hand reads or changes rows of objects and does nothing else; tables and "
    + "indexes are made from the model"

  private static let reading =
    "the statement writes, and rows were asked for; run it by 'context.execute'"

  /// The tables that have values apart from their rows, and the columns of these, by their tables;
  /// all in lower case.
  private let externals: (tables: Set<String>, columns: [String: Set<String>])

  /// Creates the permission to use the tables of `layout`.
  init(_ layout: StoreLayout) {
    externals = (
      tables: Set(
        layout.tables.flatMap(\.externalColumns).compactMap { $0.valueTable?.lowercased() }),
      columns: Dictionary(
        layout.tables.map {
          ($0.name.lowercased(), Set($0.externalColumns.map { $0.name.lowercased() }))
        },
        uniquingKeysWith: { first, _ in first })
    )
  }

  /// Begins to ask for a statement that writes, or reads where `writes` is `nil`.
  func begin(_ writes: HandwrittenCheck.Writes?) {
    refusal = nil
    self.writes = writes
  }

  /// `true` if a statement may do what `action` is, with the names that SQLite gives for it, for
  /// itself or within `trigger`.
  func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    _ trigger: UnsafePointer<CChar>?
  ) -> Bool {
    let name = first.map { String(cString: $0) } ?? ""
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_READ:
      guard Self.isOwn(name), trigger == nil else { return true }
      refuse(
        "'\(name.lowercased())' is not a table of objects; a statement by hand reads these alone")
    case SQLITE_INSERT, SQLITE_DELETE, SQLITE_UPDATE:
      // Triggers keep the indexes of words, texts without case, and derived attributes.
      if trigger != nil { return true }
      let column = second.map { String(cString: $0) } ?? ""
      guard let refusal = refusalToWrite(action, name, column) else {
        note(action, name, column)
        return true
      }
      refuse(refusal)
    case SQLITE_FUNCTION:
      let function = second.map { String(cString: $0).lowercased() } ?? ""
      // Triggers call what folds texts.
      // A property of a storage is written as the call that finds it.
      guard trigger == nil, function != SQLiteDialect.memberFunction,
        function.hasPrefix("entity_") || Self.refusedFunctions.contains(function)
      else {
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
    default: refuse(Self.schema)
    }
    return false
  }

  /// Returns why a statement may not change `table`, or `nil` if it may.
  private func refusalToWrite(_ action: Int32, _ table: String, _ column: String) -> String? {
    if Self.isOfSchema(table) { return Self.schema }
    guard let writes else { return Self.reading }
    guard !Self.isOwn(table) else {
      return "'\(table.lowercased())' is not a table of objects; a statement by hand changes these "
        + "alone"
    }
    // Those of rows that are deleted or replaced go with them, for which SQLite asks after it has
    // asked for these.
    if action != SQLITE_DELETE || writes.tables.isEmpty,
      externals.tables.contains(table.lowercased())
    {
      return
        "'\(table)' has the values of an external attribute, which are changed with their rows; "
        + "assign the attribute of objects, or use 'update'"
    }
    guard action == SQLITE_UPDATE else { return nil }
    if externals.columns[table.lowercased()]?.contains(column.lowercased()) == true {
      return
        "'\(column)' is external, and its values are apart from the rows of '\(table)'; assign "
        + "the attribute of objects, or use 'update'"
    }
    if column.lowercased().hasPrefix(ColumnLayout.foldedPrefix) {
      return "'\(column)' holds what another column does, without case, and follows that by itself"
    }
    if column.lowercased().hasPrefix(DerivedLayout.prefix) {
      return "'\(column)' holds a derived attribute, which follows what it is derived of by itself"
    }
    // SQLite names the number so where it is given another of its names; a column that is called
    // so is named as it was declared.
    switch column == "ROWID" ? "_id" : column.lowercased() {
    case "_id": return "the number of an object, '_id', stays what it is"
    case "_version": return "the version of a row, '_version', is raised with each change"
    case "_entity": return "an object stays of the class that it is of, '_entity'"
    default: return nil
    }
  }

  /// Notes what the statement may change.
  private func note(_ action: Int32, _ table: String, _ column: String) {
    switch action {
    case SQLITE_INSERT: writes?.inserted.insert(table)
    case SQLITE_DELETE: writes?.deleted.insert(table)
    default: writes?.updated[table, default: []].insert(column)
    }
  }

  /// Notes the first reason.
  private func refuse(_ reason: String) { refusal = refusal ?? reason }

  /// `true` if `name` is that of a table of the library's or of SQLite's.
  private static func isOwn(_ name: String) -> Bool {
    let name = name.lowercased()
    return [
      "_store", "_ids", "_metadata", "_history", "_historyparts", SQLiteDialect.listTable,
    ].contains(name)
      || name.hasPrefix("sqlite_") || name.hasPrefix("pragma_") || name.hasPrefix("_search")
  }

  /// `true` if `name` is that of a table in which SQLite lists tables.
  private static func isOfSchema(_ name: String) -> Bool {
    [
      "sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema",
    ].contains(name.lowercased())
  }

  private static let refusedFunctions: Set<String> = [
    "load_extension", "fts3_tokenizer", "writefile", "readfile", "edit",
  ]
}

import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// What a statement changes, row by row, as SQLite's pre-update hook reports it.
final class RowWatch {
  /// What becomes of a row.
  struct Row {
    /// The name of the row's entity; `nil` where the statement adds none and so changes none.
    let entity: StoredValue?

    /// The values of the columns that are watched, in their order.
    let values: [StoredValue]
  }

  /// The rows of a table of objects that change.
  final class Table {
    /// The table.
    let layout: TableLayout

    /// The positions, in a row, of the columns that are watched.
    let positions: [Int]

    /// What becomes of the rows by id; `nil` for those that go.
    fileprivate(set) var rows: [Int64: Row?] = [:]

    /// The index of each of these columns as SQLite counts them, and whether it holds reals.
    fileprivate let columns: [(index: Int32, isReal: Bool)]

    /// The index of the column of the entity; `nil` where it is not watched.
    fileprivate let entityColumn: Int32?

    /// The index of the column of the version.
    fileprivate let versionColumn: Int32?

    /// The greatest id that a row has.
    fileprivate var lastID: Int64

    fileprivate init(
      _ layout: TableLayout, _ names: [String], watching watched: (String) -> Bool,
      entity: Bool, lastID: Int64
    ) {
      self.layout = layout
      self.lastID = lastID
      let indexes = Dictionary(
        names.enumerated().map { ($1, Int32(truncatingIfNeeded: $0)) },
        uniquingKeysWith: { first, _ in first })
      var (positions, columns): ([Int], [(Int32, Bool)]) = ([], [])
      for column in layout.columns where watched(column.name) {
        guard let index = indexes[column.name] else { continue }
        positions.append(column.position)
        columns.append((index, column.storageClass == .real))
      }
      self.positions = positions
      self.columns = columns
      entityColumn = entity ? indexes["_entity"] : nil
      versionColumn = indexes["_version"]
    }
  }

  /// The links of a relationship that come and go.
  final class Links {
    /// A pair of rows.
    struct Pair: Hashable {
      let first: Int64
      let second: Int64
    }

    /// The table.
    let layout: JoinTable

    /// Whether there was a link of each pair, and whether there is one afterwards.
    fileprivate(set) var pairs: [Pair: (before: Bool, after: Bool)] = [:]

    /// The index of either column as SQLite counts them.
    fileprivate let (firstColumn, secondColumn): (Int32, Int32)

    fileprivate init?(_ layout: JoinTable, _ names: [String]) {
      guard let first = names.firstIndex(of: JoinTable.firstColumn),
        let second = names.firstIndex(of: JoinTable.secondColumn)
      else { return nil }
      self.layout = layout
      firstColumn = Int32(truncatingIfNeeded: first)
      secondColumn = Int32(truncatingIfNeeded: second)
    }
  }

  private enum Subject {
    case rows(Table)
    case links(Links)
    case nothing
  }

  /// The tables of objects that the statement may change.
  private(set) var tables: [Table] = []

  /// The tables of links that the statement may change.
  private(set) var links: [Links] = []

  /// Why what the statement does is not possible, or `nil`.
  private(set) var failure: StoreError?

  private let connection: Connection
  private var subjects: [String: Subject] = [:]

  /// The table that the hook was called for last; SQLite has one name for all of its rows.
  private var last: (name: UnsafePointer<CChar>, subject: Subject)?

  /// `true` if the SQLite that the program runs with has the hook.
  static var isAvailable: Bool { entity_sqlite3_has_preupdate_hook() != 0 }

  /// Creates the watch of a statement on `connection` that may change `writes`.
  init(
    _ writes: HandwrittenCheck.Writes, _ layout: StoreLayout, _ connection: Connection
  ) throws(StoreError) {
    self.connection = connection
    let changed = writes.tables
    for table in layout.tables where changed.contains(table.name) {
      let inserts = writes.inserted.contains(table.name)
      let updated = writes.updated[table.name] ?? []
      // Columns may be in another order than those of a new table.
      let watched = Table(
        table, try connection.columnNames(of: table.name),
        watching: { inserts || updated.contains($0) }, entity: inserts && table.isPolymorphic,
        lastID: try connection.lastID(of: table))
      tables.append(watched)
      subjects[table.name] = .rows(watched)
    }
    for join in layout.joins where changed.contains(join.name) {
      guard let watched = Links(join, try connection.columnNames(of: join.name)) else { continue }
      links.append(watched)
      subjects[join.name] = .links(watched)
    }
  }

  /// Returns what `body` does, whose changes of rows are noted.
  ///
  /// - Throws: what `body` throws, or that what it does is not possible.
  func watching<Result>(_ body: () throws -> Result) throws -> Result {
    entity_sqlite3_set_preupdate_hook(
      connection.handle,
      { pointer, _, operation, _, table, old, new in
        guard let pointer, let table else { return }
        Unmanaged<RowWatch>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
          $0.note(operation, table, old, new)
        }
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { entity_sqlite3_set_preupdate_hook(connection.handle, nil, nil) }
    let result = try withExtendedLifetime(self, body)
    if let failure { throw failure }
    return result
  }

  /// Notes that a row of the table `name`, `old`, is about to become `new`.
  private func note(
    _ operation: Int32, _ name: UnsafePointer<CChar>, _ old: Int64, _ new: Int64
  ) {
    // Foreign keys remove the links of a row with it.
    guard failure == nil, entity_sqlite3_preupdate_depth(connection.handle) == 0 else { return }
    let subject: Subject
    if let last, last.name == name {
      subject = last.subject
    } else {
      subject = subjects[String(cString: name)] ?? .nothing
      last = (name, subject)
    }
    switch subject {
    case .rows(let table): note(operation, table, operation == SQLITE_INSERT ? new : old)
    case .links(let links):
      if operation != SQLITE_INSERT { noteLink(links, isNew: false) }
      if operation != SQLITE_DELETE { noteLink(links, isNew: true) }
    case .nothing: break
    }
  }

  private func note(_ operation: Int32, _ table: Table, _ id: Int64) {
    guard operation != SQLITE_DELETE else {
      table.rows[id] = .some(nil)
      return
    }
    if operation == SQLITE_INSERT {
      // What replaces a row has its id; all others have the next one, which SQLite has given.
      if table.rows[id] == nil, id != table.lastID &+ 1 {
        failure = StoreError(
          .invalidRequest,
          "the numbers of new objects are given by the store; leave '_id' of "
            + "'\(table.layout.name)' out", entity: table.layout.entityNames.first)
        return
      }
      table.lastID = max(table.lastID, id)
      guard hasFirstVersion(table) else {
        failure = StoreError(
          .invalidRequest,
          "the version of a new object is given by the store; leave '_version' of "
            + "'\(table.layout.name)' out", entity: table.layout.entityNames.first)
        return
      }
    }
    var values: [StoredValue] = []
    values.reserveCapacity(table.columns.count)
    for (index, isReal) in table.columns { values.append(value(index, isReal, isNew: true)) }
    let entity = table.entityColumn.map { value($0, false, isNew: true) }
    table.rows[id] = Row(entity: entity, values: values)
  }

  /// `true` if the row that is added to `table` has the version of a new one.
  private func hasFirstVersion(_ table: Table) -> Bool {
    guard let column = table.versionColumn else { return true }
    return value(column, false, isNew: true) == .integer(SchemaStatements.firstVersion)
  }

  private func noteLink(_ links: Links, isNew: Bool) {
    guard case .integer(let first) = value(links.firstColumn, false, isNew: isNew),
      case .integer(let second) = value(links.secondColumn, false, isNew: isNew)
    else {
      failure =
        failure
        ?? StoreError(
          .invalidRequest,
          "'\(links.layout.entity).\(links.layout.property)' links objects by their numbers",
          entity: links.layout.entity, properties: [links.layout.property])
      return
    }
    let pair = Links.Pair(first: first, second: second)
    links.pairs[pair] = (before: links.pairs[pair]?.before ?? !isNew, after: isNew)
  }

  /// Returns the value of the column at `index` after the change, or else before it.
  private func value(_ index: Int32, _ isReal: Bool, isNew: Bool) -> StoredValue {
    var value: OpaquePointer?
    let result =
      isNew
      ? entity_sqlite3_preupdate_new(connection.handle, index, &value)
      : entity_sqlite3_preupdate_old(connection.handle, index, &value)
    guard result == SQLITE_OK else {
      failure = failure ?? StoreError(sqliteCode: result, String(cString: sqlite3_errstr(result)))
      return .null
    }
    let stored = __Cell(value, isReal: isReal).storedValue
    // What is written as a whole number is meant as the real that it is.
    if isReal, case .integer(let whole) = stored { return .real(Double(whole)) }
    return stored
  }
}

extension Connection {
  /// Returns the names of the columns of `table`, in its own order.
  fileprivate func columnNames(of table: String) throws(StoreError) -> [String] {
    var names: [String] = []
    try forEachFirst("SELECT name FROM pragma_table_info(?1) ORDER BY cid", [.text(table)]) {
      names.append($0.text ?? "")
    }
    return names
  }

  /// Returns the greatest id of a row of `table`; 0 where there is none.
  func lastID(of table: TableLayout) throws(StoreError) -> Int64 {
    try integer("SELECT max(\"_id\") FROM \(SQLiteDialect().quoted(table.name))") ?? 0
  }
}

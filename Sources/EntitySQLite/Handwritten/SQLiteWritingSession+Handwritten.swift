import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// Statements by hand that write: they are run to see what they would change, and taken back, so
/// that what they change is written as a save writes it.
extension SQLiteWritingSession {
  /// Takes back what has been seen.
  private struct Seen: Error {}

  func changes(of statement: HandwrittenStatement) throws -> ChangeSet {
    let (text, writes) = try accepted(statement)
    guard seesRows else {
      throw StoreError(
        .invalidRequest,
        "the SQLite that this program runs with does not report which rows a statement changes, so "
          + "that versions, the history and objects would not follow it; make the change by "
          + "objects, or by 'update', 'deleteAll' and 'insertAll', use a libsqlite3 that was built "
          + "with SQLITE_ENABLE_PREUPDATE_HOOK, or pass 'unseen: true'", sql: text.sql)
    }
    let watch = try seen(text, writes)
    var changes = ChangeSet()
    for table in watch.tables { try add(table, to: &changes) }
    for links in watch.links { add(links, to: &changes) }
    return changes
  }

  /// Returns what `text` does to rows, which may be `writes`, once that has been taken back.
  private func seen(
    _ text: HandwrittenText, _ writes: HandwrittenCheck.Writes
  ) throws -> RowWatch {
    do {
      return try seen(text, writes, without: [])
    } catch let error as StoreError where error.code == .uniqueViolation {
      // SQLite compares each row with those that have not been changed yet, so that two could not
      // exchange values. What the rows come to is compared when it is written.
      let indexes = try uniqueIndexes(writes)
      guard !indexes.isEmpty else { throw error }
      do {
        return try seen(text, writes, without: indexes)
      } catch let other as StoreError {
        // Rows are being read, or the statement names the index that it is to be run by.
        let primary = other.sqliteCode.map { $0 & 0xFF }
        throw primary == SQLITE_LOCKED || primary == SQLITE_ERROR ? error : other
      }
    }
  }

  /// Returns what `text` does to rows, which may be `writes`, where there are no `indexes`.
  private func seen(
    _ text: HandwrittenText, _ writes: HandwrittenCheck.Writes, without indexes: [String]
  ) throws -> RowWatch {
    let watch = try RowWatch(writes, layout, connection)
    func run() throws {
      do {
        try withSavepoint {
          for index in indexes {
            try connection.run("DROP INDEX \(statements.dialect.quoted(index))")
          }
          _ = try watch.watching { try self.run(text) }
          throw Seen()
        }
      } catch is Seen {}
    }
    if indexes.isEmpty { try run() } else { try connection.withAnotherSchema(run) }
    return watch
  }

  /// Returns the names of the unique indexes that hinder a statement which may change `writes`, and
  /// does nothing by them.
  private func uniqueIndexes(_ writes: HandwrittenCheck.Writes) throws -> [String] {
    guard writes.inserted.isEmpty, writes.deleted.isEmpty else { return [] }
    return layout.tables.flatMap { table in
      let updated = writes.updated[table.name] ?? []
      return table.indexes.filter { index in
        // A leaf is computed of the column of its composition.
        index.isUnique
          && index.allColumns.contains { updated.contains(table.columns[$0.position].name) }
      }.map(\.name)
    }
  }

  func runUnseen(_ statement: HandwrittenStatement) throws -> Int {
    let (text, writes) = try accepted(statement)
    return try withSavepoint {
      let dangling = danglingReferences
      let missing = try missingValues(writes)
      let count = try removingWordsOfReplacedRows(writes) { try run(text) }
      guard danglingReferences <= dangling else {
        throw StoreError(
          .foreignKeyViolation,
          "the statement leaves a reference to an object that does not exist; change what refers "
            + "to an object before that is deleted", sql: text.sql)
      }
      for (column, number) in try missingValues(writes) where number > missing[column] ?? 0 {
        throw StoreError(
          .invalidRequest,
          "the statement adds rows with something in '\(column)', which is external, so that "
            + "its values are apart from the rows; leave it null, or run the statement without "
            + "'unseen'",
          sql: text.sql)
      }
      for table in layout.tables where writes.inserted.contains(table.name) {
        try reserveIDs(upTo: try connection.lastID(of: table), of: table)
      }
      return count
    }
  }

  /// Returns how many rows have something in the column of an external attribute without having a
  /// value apart, by the names of these columns, for all tables to which `writes` may add rows.
  private func missingValues(
    _ writes: HandwrittenCheck.Writes
  ) throws(StoreError) -> [String: Int64] {
    var counts: [String: Int64] = [:]
    let dialect = statements.dialect
    for table in layout.tables where writes.inserted.contains(table.name) {
      for column in table.externalColumns {
        guard let values = column.valueTable else { continue }
        counts["\(table.name).\(column.name)"] = try connection.integer(
          "SELECT count(*) FROM \(dialect.quoted(table.name))"
            + " WHERE \(dialect.quoted(column.name)) IS NOT NULL"
            + " AND \"_id\" NOT IN (SELECT \"_id\" FROM \(dialect.quoted(values)))", isTraced: false
        )
      }
    }
    return counts
  }

  /// Returns `statement` as SQL, which has been accepted, and what it may change.
  private func accepted(
    _ statement: HandwrittenStatement
  ) throws(StoreError) -> (text: HandwrittenText, writes: HandwrittenCheck.Writes) {
    let text = try HandwrittenText(statement, layout, statements.dialect)
    let writes = try connection.monitor.store.withHandwrittenCheck(statements) {
      check throws(StoreError) in try check.checkWriting(text.checked, text.bindings.count)
    }
    return (text, writes)
  }

  /// Runs `text` and returns how many rows it has changed.
  private func run(_ text: HandwrittenText) throws(StoreError) -> Int {
    isApplying = true
    // What is prepared while nobody watches rows may remove all of a table at once.
    let statement = try Statement(text.sql, connection)
    defer { statement.reset() }
    try statement.bind(text.bindings)
    connection.trace?(text.sql)
    do throws(StoreError) {
      while try statement.step() {}
    } catch {
      throw error.ofStatement(layout)
    }
    return connection.changes
  }

  /// Returns what `body` does, a statement that may change `writes`, where rows that are replaced
  /// leave no words in indexes, and count nowhere any more.
  private func removingWordsOfReplacedRows<Result>(
    _ writes: HandwrittenCheck.Writes, _ body: () throws -> Result
  ) throws -> Result {
    let isIndexed = layout.tables.contains {
      !$0.searchColumns.isEmpty && writes.tables.contains($0.name)
    }
    let isCounted = layout.derived.contains { derived in
      guard case .members(_, let location, let target) = derived.content else { return false }
      if case .join(let join, _) = location, writes.tables.contains(join.name) { return true }
      return writes.tables.contains(target.table.name)
    }
    // All statements of a connection are prepared again when this is set.
    guard isIndexed || isCounted else { return try body() }
    try connection.run("PRAGMA recursive_triggers = ON")
    defer { try? connection.run("PRAGMA recursive_triggers = OFF") }
    return try body()
  }

  /// How many references the transaction has left dangling, as far as SQLite counts them.
  private var danglingReferences: Int {
    var (count, greatest): (Int32, Int32) = (0, 0)
    let result = sqlite3_db_status(
      connection.handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &greatest, 0)
    return result == SQLITE_OK ? Int(count) : 0
  }

  /// Has no id up to `last` given to another row of `table`.
  private func reserveIDs(upTo last: Int64, of table: TableLayout) throws {
    let next = try connection.integer(statements.metadata.nextID, [.text(table.name)]) ?? 1
    guard next <= last else { return }
    // A number that leaves none for others to come would be the last.
    guard last < 1 << 48 else {
      throw StoreError(
        .invalidRequest,
        "the numbers of new objects are given by the store; leave '_id' of '\(table.name)' out",
        entity: table.entityNames.first)
    }
    _ = try reserveIDs(Int(last - next + 1), of: table)
  }

  // MARK: What is different

  /// Adds to `changes` in what the rows that `watched` has seen differ from those that there are.
  private func add(_ watched: RowWatch.Table, to changes: inout ChangeSet) throws {
    let table = watched.layout
    guard !watched.rows.isEmpty,
      let root = layout.entities.first(where: { $0.table === table })
    else { return }
    var new = watched.rows
    var properties: [Int: [Int?]] = [:]
    try rows(ids: watched.rows.keys.sorted(), of: root) { row in
      guard let becomes = new.removeValue(forKey: row.id) else { return }
      guard let index = row.entity else {
        throw StoreError(
          .unreadableValue,
          "the row \(row.id) of '\(table.name)' names an entity that the model does not have",
          entity: table.entityNames.first)
      }
      let entity = layout.entities[index]
      let version = row.version ?? -1
      guard let becomes else {
        changes.deletes.append(.init(entity: index, id: row.id, version: version))
        return
      }
      if let name = becomes.entity, name != .text(entity.name) {
        throw StoreError(
          .invalidRequest,
          "the object \(row.id) of '\(table.name)' is of '\(entity.name)' and stays so; '_entity' "
            + "names another class", entity: entity.name)
      }
      let own = properties[index] ?? watched.properties(of: entity)
      properties[index] = own
      var changed: [(property: Int, value: StoredValue, base: StoredValue)] = []
      for (slot, position) in watched.positions.enumerated() {
        let old = row[position].storedValue
        if old == becomes.values[slot] { continue }
        guard let property = own[slot] else { throw entity.lacks(table.columns[position]) }
        // A row that is replaced has been given the number of another value.
        if table.columns[position].isExternal, case .integer = becomes.values[slot] {
          throw entity.versionAsValue(of: table.columns[position])
        }
        changed.append((property, becomes.values[slot], old))
      }
      guard !changed.isEmpty else { return }
      changed.sort { $0.property < $1.property }
      changes.updates.append(
        .init(
          entity: index, id: row.id, version: version, properties: changed.map(\.property),
          values: changed.map(\.value), base: changed.map(\.base)))
    }
    for (id, becomes) in new.sorted(by: { $0.key < $1.key }) {
      guard let becomes else { continue }
      changes.inserts.append(try insert(id, becomes, watched, root))
    }
  }

  /// Returns the insert of a row that is to be `row`, in the tree of `root`.
  private func insert(
    _ id: Int64, _ row: RowWatch.Row, _ watched: RowWatch.Table, _ root: EntityLayout
  ) throws(StoreError) -> ChangeSet.Insert {
    var entity = root
    if let name = row.entity {
      guard case .text(let text) = name, let found = layout.entity(text),
        found.table === root.table
      else {
        throw StoreError(
          .invalidRequest,
          "'_entity' of a row of '\(root.table.name)' names one of its classes, "
            + root.table.entityNames.map { "'\($0)'" }.joined(separator: ", "),
          entity: root.table.entityNames.first)
      }
      entity = found
    }
    let own = watched.properties(of: entity)
    var values = [StoredValue?](repeating: nil, count: entity.properties.count)
    for (slot, position) in watched.positions.enumerated() {
      if let property = own[slot] {
        if root.table.columns[position].isExternal, case .integer = row.values[slot] {
          throw entity.versionAsValue(of: root.table.columns[position])
        }
        values[property] = row.values[slot]
      } else if !row.values[slot].isNull {
        throw entity.lacks(root.table.columns[position])
      }
    }
    return ChangeSet.Insert(
      entity: entity.index, id: id, values: entity.columnIndexes.map { values[$0] ?? .null })
  }

  /// Adds to `changes` which links that `watched` has seen come and go.
  private func add(_ watched: RowWatch.Links, to changes: inout ChangeSet) {
    let join = watched.layout
    guard let entity = layout.entity(join.entity),
      let property = entity.propertyIndex(join.property)
    else { return }
    // Both directions of a relationship that is its own inverse are one link.
    var pairs: [RowWatch.Links.Pair: Bool] = [:]
    for (pair, change) in watched.pairs where change.before != change.after {
      let isReversed = join.isSymmetric && pair.second < pair.first
      let key = isReversed ? .init(first: pair.second, second: pair.first) : pair
      pairs[key] = pairs[key] == true || change.after
    }
    let ordered = pairs.sorted {
      ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second)
    }
    for (pair, isNew) in ordered {
      let link = ChangeSet.Link(
        entity: entity.index, property: property, owner: pair.first, other: pair.second)
      if isNew { changes.links.append(link) } else { changes.unlinks.append(link) }
    }
  }
}

extension RowWatch.Table {
  /// Returns the property of `entity` that each watched column holds; `nil` where it has none.
  fileprivate func properties(of entity: EntityLayout) -> [Int?] {
    let known = Dictionary(
      entity.columnIndexes.compactMap { index in entity.columns[index].map { ($0.position, index) }
      },
      uniquingKeysWith: { first, _ in first })
    return positions.map { known[$0] }
  }
}

extension EntityLayout {
  /// Returns the error that rows of the entity hold nothing in `column`.
  fileprivate func lacks(_ column: ColumnLayout) -> StoreError {
    StoreError(
      .invalidRequest,
      "an object of '\(name)' has no '\(column.property)', which is a property of "
        + "'\(column.entity)'", entity: name, properties: [column.property])
  }
}

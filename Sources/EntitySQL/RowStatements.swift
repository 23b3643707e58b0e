import EntityModel
package import EntityStore

/// What is read of a row.
package enum RowPart: Hashable, Sendable {
  /// All columns.
  case all

  /// The id, the version and, where the table has several, the entity.
  case header
}

/// The statements on rows whose ids are known.
package final class RowStatements: Sendable {
  /// The tables.
  package let layout: StoreLayout

  /// The way to spell SQL.
  package let dialect: any Dialect

  /// `true` if rows are read with the values of external columns in their places.
  private let readsExternalValues: Bool

  /// The statements on the store's metadata.
  package var metadata: MetadataStatements { MetadataStatements(dialect: dialect) }

  /// The statements on the store's history.
  package var history: HistoryStatements { HistoryStatements(dialect: dialect) }

  /// The statements on the order of members.
  package var orders: OrderStatements { OrderStatements(dialect: dialect) }

  /// The columns of a row called t0, as selected, by table, and those of its header.
  private let columns: [String: String]
  private let headers: [String: String]

  /// The columns of each entity's properties by property index, quoted, by the entity's index.
  private let names: [[String]]

  /// The columns of the texts without case of each entity's properties by property index, quoted,
  /// by the entity's index; empty where there is none.
  private let foldedNames: [[String]]

  /// Creates the statements for the tables of `layout`.
  ///
  /// With `readsExternalValues`, rows are read with the values of external columns in their places.
  package init(
    _ layout: StoreLayout, _ dialect: any Dialect, readsExternalValues: Bool = false
  ) {
    self.layout = layout
    self.dialect = dialect
    self.readsExternalValues = readsExternalValues
    columns = Dictionary(
      layout.tables.map { table in
        let header = Self.header(of: table)
        let columns = table.columns.map { column in
          guard readsExternalValues, let values = column.valueTable else {
            return dialect.column(column.name, of: "t0")
          }
          return dialect.externalValue(in: values, ofRow: dialect.column("_id", of: "t0"))
        }
        return (
          table.name,
          (header.map { dialect.column($0, of: "t0") } + columns).joined(separator: ", ")
        )
      }, uniquingKeysWith: { first, _ in first })
    headers = Dictionary(
      layout.tables.map { table in
        let names = Self.header(of: table).map { dialect.column($0, of: "t0") }
        return (table.name, names.joined(separator: ", "))
      }, uniquingKeysWith: { first, _ in first })
    names = layout.entities.map { entity in
      entity.columns.map { $0.map { dialect.quoted($0.name) } ?? "" }
    }
    foldedNames = layout.entities.map { entity in
      entity.columns.map { $0.flatMap { $0.isFolded ? dialect.quoted($0.foldedName) : nil } ?? "" }
    }
  }

  /// Returns the statements in which sums of whole numbers are exact whatever the order in which
  /// they are added.
  package func addingExactly() -> RowStatements {
    RowStatements(
      layout, dialect.addingExactly, readsExternalValues: readsExternalValues)
  }

  /// Returns the column of the property `index` of the row `alias`, an object of `entity`.
  package func column(_ index: Int, _ entity: EntityLayout, of alias: String) -> String {
    alias + "." + names[entity.index][index]
  }

  /// Returns the column that holds the text of the property `index` of the row `alias`, an object
  /// of `entity`, without case; `nil` where there is none.
  func foldedColumn(_ index: Int, _ entity: EntityLayout, of alias: String) -> String? {
    let name = foldedNames[entity.index][index]
    return name.isEmpty ? nil : alias + "." + name
  }

  /// Returns the expression of the value of `column`, an external one, of the row `alias`; `nil`
  /// for another column.
  func externalValue(_ column: ColumnLayout, of alias: String) -> String? {
    column.valueTable.map { dialect.externalValue(in: $0, ofRow: dialect.column("_id", of: alias)) }
  }

  /// Returns the statement that reads the value of `column`, an external one, of the row of `table`
  /// whose id is parameter 1.
  package func externalLookup(_ column: ColumnLayout, _ table: TableLayout) -> String {
    let value = externalValue(column, of: "t0") ?? dialect.column(column.name, of: "t0")
    return "SELECT \(value) FROM \(dialect.quoted(table.name)) AS t0"
      + " WHERE \(id("t0")) = \(dialect.parameter(1))"
  }

  /// Returns the statement that stores the value, parameter 2, of `column`, an external one, of the
  /// row whose id is parameter 1.
  package func storeValue(of column: ColumnLayout) -> String {
    "INSERT OR REPLACE INTO \(dialect.quoted(column.valueTable ?? ""))"
      + " (\(dialect.quoted("_id")), \(dialect.quoted(ColumnLayout.valueColumn)))"
      + " VALUES (\(dialect.parameter(1)), \(dialect.parameter(2)))"
  }

  /// Returns the statement that removes the value of `column`, an external one, of the row whose id
  /// is parameter 1.
  package func removeValue(of column: ColumnLayout) -> String {
    "DELETE FROM \(dialect.quoted(column.valueTable ?? ""))"
      + " WHERE \(dialect.quoted("_id")) = \(dialect.parameter(1))"
  }

  /// Returns the statement that finds the ids of the first rows of `table` that say that they have
  /// a value of `column`, an external one, which is not there.
  package func missingValues(of column: ColumnLayout, _ table: TableLayout, limit: Int) -> String {
    "SELECT \(id("t0")) FROM \(dialect.quoted(table.name)) AS t0"
      + " WHERE \(dialect.column(column.name, of: "t0")) IS NOT NULL AND \(id("t0")) NOT IN"
      + " (SELECT \(dialect.quoted("_id")) FROM \(dialect.quoted(column.valueTable ?? "")))"
      + " ORDER BY \(id("t0")) LIMIT \(limit)"
  }

  /// Returns the statement that finds the ids of the first rows of `table` that say that they have
  /// no value of `column`, an external one, while one is there.
  package func strayValues(of column: ColumnLayout, _ table: TableLayout, limit: Int) -> String {
    "SELECT \(id("t0")) FROM \(dialect.quoted(table.name)) AS t0"
      + " WHERE \(dialect.column(column.name, of: "t0")) IS NULL AND \(id("t0")) IN"
      + " (SELECT \(dialect.quoted("_id")) FROM \(dialect.quoted(column.valueTable ?? "")))"
      + " ORDER BY \(id("t0")) LIMIT \(limit)"
  }

  /// Returns the columns of the row of `table` that is called t0: those of `part`.
  package func columns(of table: TableLayout, _ part: RowPart = .all) -> String {
    (part == .all ? columns : headers)[table.name] ?? ""
  }

  /// Returns the columns that a row of `table` has before those of properties.
  private static func header(of table: TableLayout) -> [String] {
    ["_id", "_version"] + (table.isPolymorphic ? ["_entity"] : [])
  }

  /// Returns the statement that reads the row whose id is parameter 1.
  package func lookup(_ table: TableLayout) -> String {
    "SELECT \(columns(of: table)) FROM \(dialect.quoted(table.name)) AS t0"
      + " WHERE \(id("t0")) = \(dialect.parameter(1))"
  }

  /// Returns the statement that reads the rows whose ids are in the list that parameter 1 is.
  package func lookups(_ table: TableLayout) -> String {
    "SELECT \(columns(of: table)) FROM \(dialect.quoted(table.name)) AS t0"
      + " WHERE \(dialect.isAmong(id("t0"), dialect.parameter(1))) ORDER BY \(id("t0"))"
  }

  /// Returns the statement that reads `part` of the rows that a to-many to `target` holds of the
  /// owners whose ids are in the list that parameter 1 is; the owner's id is the last column.
  /// A place is the column after that where the to-many is ordered, by which the rows are not.
  package func members(
    _ location: RelationshipLayout.Location, _ target: TableLayout, _ part: RowPart = .all
  ) -> String? {
    guard let (source, owner, other) = pairs(location, target) else { return nil }
    let place = place(location, target)
    return "SELECT \(columns(of: target, part)), \(owner)\(place.map { ", \($0)" } ?? "")"
      + " FROM \(source)"
      + " WHERE \(dialect.isAmong(owner, dialect.parameter(1)))"
      + (place == nil ? " ORDER BY \(owner), \(other)" : "")
  }

  /// The function that returns the id that it is given of a row, or NULL where that need not be
  /// read.
  package static let unreadFunction = "entity_unread"

  /// Returns the statement that reads the rows that `join` links to the owners whose ids are in the
  /// list that parameter 1 is, rows of `target`, as far as they need be read; the owner's id is in
  /// the second column where `join` is `isReversed`.
  ///
  /// After the columns of a row, which are NULL where it is not read, come the owner's id, the
  /// place where the to-many is ordered, by which the rows are not, and the row's id.
  package func linkedMembers(
    _ join: JoinTable, isReversed: Bool, _ target: TableLayout
  ) -> String {
    let (own, other) = join.columns(isReversed: isReversed)
    let (owner, member) = (dialect.column(own, of: "t1"), dialect.column(other, of: "t1"))
    let place = join.position(isReversed: isReversed).map { dialect.column($0, of: "t1") }
    let known = [owner] + (place.map { [$0] } ?? []) + [member]
    return "SELECT \(columns(of: target)), \(known.joined(separator: ", "))"
      + " FROM \(dialect.quoted(join.name)) AS t1"
      + " LEFT JOIN \(dialect.quoted(target.name)) AS t0"
      + " ON \(id("t0")) = \(Self.unreadFunction)(\(member))"
      + " WHERE \(dialect.isAmong(owner, dialect.parameter(1)))"
      + (place == nil ? " ORDER BY \(owner), \(member)" : "")
  }

  /// Returns the statement that has a row if `join` links the row whose id parameter 1 is to the
  /// one of parameter 2; the first one's is in the second column where `join` is `isReversed`.
  package func isLinked(_ join: JoinTable, isReversed: Bool) -> String {
    let (own, other) = join.columns(isReversed: isReversed)
    return "SELECT 1 FROM \(dialect.quoted(join.name))"
      + " WHERE \(dialect.quoted(own)) = \(dialect.parameter(1))"
      + " AND \(dialect.quoted(other)) = \(dialect.parameter(2))"
  }

  /// Returns the expression of the place of a member of a to-many to `target`, where that is
  /// ordered; the object's row is called t0.
  private func place(
    _ location: RelationshipLayout.Location, _ target: TableLayout
  ) -> String? {
    switch location {
    case .column: nil
    case .inverseColumn(let name):
      target.orderedColumns.first { $0.name == name }.map {
        dialect.column($0.positionName, of: "t0")
      }
    case .join(let join, let isReversed):
      join.position(isReversed: isReversed).map { dialect.column($0, of: "t1") }
    }
  }

  /// Returns the statement that reads rows as `members(_:_:_:)` does, for many owners, in no order
  /// and maybe with others, where they refer to their owners by `column`; parameter 2 is an empty
  /// list.
  ///
  /// Where a quarter of the table is wanted, reading all of it in its own order takes less time
  /// than finding row by row by the index, which takes eight times what passing over a row does.
  package func membersOfMany(
    _ column: String, _ target: TableLayout, _ part: RowPart = .all
  ) -> String {
    let table = dialect.quoted(target.name)
    let owner = dialect.column(column, of: "t0")
    let place = place(.inverseColumn(column), target).map { ", \($0)" } ?? ""
    let rows = "SELECT \(columns(of: target, part)), \(owner)\(place) FROM \(table) AS t0"
    let isOwned = dialect.isAmong(owner, dialect.parameter(1))
    // The last id is known at once, the number of rows is not; no more are counted than needed. A
    // table without rows has no last id, and a limit must be a number.
    let quarter = "(SELECT coalesce(max(\(id("t1"))) / 4, 0) FROM \(table) AS t1)"
    // The index is left alone only where the list itself is empty.
    let list =
      "CASE WHEN (SELECT is_all FROM decision) THEN \(dialect.parameter(2))"
      + " ELSE \(dialect.parameter(1)) END"
    return "WITH decision(is_all) AS (SELECT count(*) >= \(quarter)"
      + " FROM (SELECT 1 FROM \(table) AS t0 WHERE \(isOwned) LIMIT \(quarter)) AS t2)"
      + " \(rows) WHERE (SELECT is_all FROM decision)"
      + " UNION ALL \(rows) WHERE \(dialect.isAmong(owner, list))"
  }

  /// Returns where the pairs of owners and objects of a to-many are, and the expressions of their
  /// ids; the object's row is called t0.
  private func pairs(
    _ location: RelationshipLayout.Location, _ target: TableLayout
  ) -> (source: String, owner: String, other: String)? {
    let table = "\(dialect.quoted(target.name)) AS t0"
    switch location {
    case .column: return nil
    case .inverseColumn(let column):
      return (table, dialect.column(column, of: "t0"), id("t0"))
    case .join(let join, let isReversed):
      let (own, other) = join.columns(isReversed: isReversed)
      let (owner, object) = (dialect.column(own, of: "t1"), dialect.column(other, of: "t1"))
      let links = "\(dialect.quoted(join.name)) AS t1"
      return ("\(links) JOIN \(table) ON \(id("t0")) = \(object)", owner, object)
    }
  }

  /// Returns the statement that adds a row of `entity`: id, version, where needed the entity's
  /// name, then the columns of its properties in their order.
  package func insert(_ entity: EntityLayout) -> String {
    let header = Self.header(of: entity.table)
    let columns = entity.columns.compactMap(\.self)
    var names = header + columns.map(\.name)
    var values = (1...names.count).map { dialect.parameter($0) }
    for (index, column) in columns.enumerated() where column.isFolded {
      names.append(column.foldedName)
      values.append(dialect.folded(values[header.count + index]))
    }
    for (index, column) in columns.enumerated() where column.isOrdered {
      names.append(column.positionName)
      let list = OrderedList(column, of: entity.table)
      values.append(orders.end(of: list, owner: values[header.count + index]))
    }
    return "INSERT INTO \(dialect.quoted(entity.table.name))"
      + " (\(names.map { dialect.quoted($0) }.joined(separator: ", ")))"
      + " VALUES (\(values.joined(separator: ", ")))"
  }

  /// Returns the statement that changes `columns` of a row of `table`: their values, then the new
  /// version, the id and the old version.
  package func update(_ table: TableLayout, _ columns: [ColumnLayout]) -> String {
    let count = columns.count
    let changes =
      columns.enumerated().flatMap { self.changes(of: $1, to: dialect.parameter($0 + 1)) }
      + ["\(dialect.quoted("_version")) = \(dialect.parameter(count + 1))"]
    return "UPDATE \(dialect.quoted(table.name)) SET \(changes.joined(separator: ", "))"
      + " WHERE \(dialect.quoted("_id")) = \(dialect.parameter(count + 2))"
      + " AND \(dialect.quoted("_version")) = \(dialect.parameter(count + 3))"
  }

  /// Returns the assignments that give `column` the value `sql`, and with it the column of its
  /// texts without case or that of places, where there is one.
  package func changes(of column: ColumnLayout, to sql: String) -> [String] {
    let change = "\(dialect.quoted(column.name)) = \(sql)"
    if column.isOrdered {
      let place = dialect.quoted(column.positionName)
      // A member of another owner comes after those that are there, until it is put elsewhere.
      return [
        change,
        "\(place) = CASE WHEN \(dialect.quoted(column.name)) IS \(sql) THEN \(place)"
          + " ELSE \(MemberPlace.unplaced) END",
      ]
    }
    guard column.isFolded else { return [change] }
    return [change, "\(dialect.quoted(column.foldedName)) = \(dialect.folded(sql))"]
  }

  /// Returns the statement that removes the row whose id is parameter 1 and whose version is
  /// parameter 2.
  package func delete(_ table: TableLayout) -> String {
    "DELETE FROM \(dialect.quoted(table.name))"
      + " WHERE \(dialect.quoted("_id")) = \(dialect.parameter(1))"
      + " AND \(dialect.quoted("_version")) = \(dialect.parameter(2))"
  }

  /// Returns the statement that reads the id of the row of `table` whose columns of `index`, which
  /// is unique, hold the parameters, or what is the same where it ignores case.
  package func holder(_ table: TableLayout, _ index: IndexLayout) -> String {
    let conditions = index.columnNames.enumerated().map { position, name in
      let value = dialect.parameter(position + 1)
      return "\(dialect.column(name, of: "t0")) = "
        + (index.folded.contains(position) ? dialect.folded(value) : value)
    }
    let limits = index.conditions.map {
      "\(dialect.column($0.column.name, of: "t0")) IS \($0.isAbsent ? "" : "NOT ")NULL"
    }
    return "SELECT \(id("t0")) FROM \(dialect.quoted(table.name)) AS t0"
      + " WHERE \((conditions + limits).joined(separator: " AND "))"
  }

  /// Returns the statement that links an owner and an object, parameters 1 and 2.
  package func link(_ join: JoinTable, isReversed: Bool) -> String {
    let (own, other) = join.columns(isReversed: isReversed)
    let (first, second) = (dialect.parameter(1), dialect.parameter(2))
    let names = [own, other] + join.orders.map(\.position)
    func row(_ first: String, _ second: String) -> String {
      let places = join.orders.map { column, position in
        orders.end(
          of: OrderedList(join, isReversed: column == JoinTable.secondColumn, position),
          owner: column == own ? first : second)
      }
      return "(\(([first, second] + places).joined(separator: ", ")))"
    }
    return "INSERT INTO \(dialect.quoted(join.name))"
      + " (\(names.map { dialect.quoted($0) }.joined(separator: ", ")))"
      + " VALUES \(row(first, second))"
      + (join.isSymmetric ? ", \(row(second, first))" : "") + " ON CONFLICT DO NOTHING"
  }

  /// Returns the statement that unlinks an owner and an object, parameters 1 and 2.
  package func unlink(_ join: JoinTable, isReversed: Bool) -> String {
    let (own, other) = join.columns(isReversed: isReversed)
    let (first, second) = (dialect.parameter(1), dialect.parameter(2))
    let pair = "\(dialect.quoted(own)) = \(first) AND \(dialect.quoted(other)) = \(second)"
    let mirrored = "\(dialect.quoted(own)) = \(second) AND \(dialect.quoted(other)) = \(first)"
    return "DELETE FROM \(dialect.quoted(join.name)) WHERE "
      + (join.isSymmetric ? "(\(pair)) OR (\(mirrored))" : pair)
  }

  /// Returns the expression of the id of the row called `alias`.
  private func id(_ alias: String) -> String { dialect.column("_id", of: alias) }
}

package import EntityStore

/// The statements that create the tables of a store.
package struct SchemaStatements {
  /// The version of a row that has just been inserted.
  // The numbers 0 and 1 take no byte in a row of SQLite, so that going from 1 to 2 would make every
  // row grow at its first change: it would be taken out of its page and put in again.
  package static let firstVersion: Int64 = 2

  /// The tables.
  let layout: StoreLayout

  /// The way to spell SQL.
  let dialect: any Dialect

  /// Creates the statements for `layout` in `dialect`.
  package init(layout: StoreLayout, dialect: any Dialect) {
    self.layout = layout
    self.dialect = dialect
  }

  /// The statements, each table before those of its
  /// external values, its indexes, its triggers and its index of words: those of
  /// entities, of relationships that are to-many at both ends, and of the metadata.
  package var all: [String] {
    var statements: [String] = []
    for table in layout.tables {
      statements.append(creation(of: table))
      statements += externals(of: table) + indexes(of: table)
      statements += folding(in: table).triggers + search(in: table).creation
    }
    for join in layout.joins { statements += [creation(of: join)] + indexes(of: join) }
    return statements + MetadataStatements(dialect: dialect).tables
  }

  /// Returns the statement that creates `table`.
  package func creation(of table: TableLayout) -> String {
    create(
      table.name,
      header(of: table) + table.columns.map(definition) + folding(in: table).definitions
        + table.orderedColumns.map { place($0.positionName) }
        + table.columns.flatMap(leafDefinitions))
  }

  /// Returns the statements that create the tables of the external values of `table`.
  package func externals(of table: TableLayout) -> [String] {
    externals(of: table, table.externalColumns)
  }

  /// Returns the statements that create the tables of the values of `columns`, external ones of
  /// `table`.
  func externals(of table: TableLayout, _ columns: [ColumnLayout]) -> [String] {
    columns.compactMap { column in
      guard let name = column.valueTable else { return nil }
      var value = column
      value.valueTable = nil
      let type = dialect.type(of: value)
      return create(
        name,
        [
          "\(quoted("_id")) \(dialect.keyType)\(reference(to: table.name, cascades: true))",
          "\(quoted(ColumnLayout.valueColumn)) \(type.isEmpty ? "" : "\(type) ")NOT NULL",
        ])
    }
  }

  /// Returns the definition of the column `name`, which holds places of members.
  package func place(_ name: String) -> String {
    // A statement by hand that inserts rows leaves the place out.
    "\(quoted(name)) INTEGER NOT NULL DEFAULT \(MemberPlace.unplaced)"
  }

  /// Returns the statements that create the indexes of `table`.
  package func indexes(of table: TableLayout) -> [String] {
    table.indexes.map { creation(of: $0, of: table) }
  }

  /// Returns the statement that creates `index` of `table`.
  package func creation(of index: IndexLayout, of table: TableLayout) -> String {
    "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(quoted(index.name))"
      + " ON \(quoted(table.name)) (\(columns(of: index)))\(condition(index.conditions))"
  }

  /// Returns the clause that an index is of the rows that `conditions` say; empty for all.
  func condition(_ conditions: [IndexLayout.Condition]) -> String {
    if conditions.isEmpty { return "" }
    let terms = conditions.map {
      "\(term(of: $0.column)) IS \($0.isAbsent ? "" : "NOT ")NULL"
    }
    return " WHERE \(terms.joined(separator: " AND "))"
  }

  /// Returns `column`, or what it is computed as, where an index has it.
  package func term(of column: ColumnLayout) -> String {
    column.member.map { dialect.member(quoted($0.column), $0.member) } ?? quoted(column.name)
  }

  /// Returns the columns of `index`, as its creation lists them.
  package func columns(of index: IndexLayout) -> String {
    var terms = index.columnNames.enumerated().map { position, name in
      let column = position < index.columns.count ? index.columns[position] : nil
      let term = column?.member == nil ? quoted(name) : column.map(term) ?? ""
      return term + (index.descending.contains(position) ? " DESC" : "")
    }
    // Rows that are equal by the last term of an order follow by id in its direction.
    if index.descending.contains(terms.count - 1) { terms.append("\(quoted("_id")) DESC") }
    return terms.joined(separator: ", ")
  }

  /// Returns the statements about the columns of `table` that hold texts without case.
  package func folding(in table: TableLayout) -> FoldedStatements {
    FoldedStatements(table, dialect)
  }

  /// Returns the statements about the index of the words of `table`.
  package func search(in table: TableLayout) -> SearchStatements {
    SearchStatements(table, dialect)
  }

  /// Returns the definitions of the columns of `table` that hold no property.
  package func header(of table: TableLayout) -> [String] {
    // A statement by hand that inserts rows leaves the version out.
    var columns = [
      "\(quoted("_id")) \(dialect.keyType)",
      "\(quoted("_version")) INTEGER NOT NULL DEFAULT \(Self.firstVersion)",
    ]
    if table.isPolymorphic { columns.append("\(quoted("_entity")) TEXT NOT NULL") }
    return columns
  }

  /// Returns the definition of `column`.
  package func definition(of column: ColumnLayout) -> String {
    quoted(column.name) + traits(of: column)
  }

  /// Returns the definitions of the columns of the leaves of `column`.
  package func leafDefinitions(of column: ColumnLayout) -> [String] {
    column.leaves.compactMap { leaf in
      guard let path = leaf.leafPath, case .value(let type) = leaf.kind else { return nil }
      return definition(of: leaf)
        + " GENERATED ALWAYS AS (\(dialect.leaf(quoted(column.name), path, type))) STORED"
    }
  }

  /// Returns what follows the name of `column` in its definition.
  package func traits(of column: ColumnLayout) -> String {
    let type = dialect.type(of: column)
    var text = type.isEmpty ? "" : " \(type)"
    if !column.isNullable { text += " NOT NULL" }
    if case .reference(let target) = column.kind { text += reference(to: target, cascades: false) }
    return text
  }

  /// Returns the statement that creates `join`.
  package func creation(of join: JoinTable) -> String {
    let (first, second) = (quoted(JoinTable.firstColumn), quoted(JoinTable.secondColumn))
    let table = create(
      join.name,
      [
        "\(first) INTEGER NOT NULL\(reference(to: join.firstTable, cascades: true))",
        "\(second) INTEGER NOT NULL\(reference(to: join.secondTable, cascades: true))",
      ] + join.orders.map { place($0.position) } + ["PRIMARY KEY (\(first), \(second))"])
    return table + dialect.keyedTableSuffix
  }

  /// Returns the names of the indexes of `join`.
  package func indexNames(of join: JoinTable) -> [String] {
    let name = "_index.\(join.name)"
    return join.isFirstOrdered ? [name, "\(name).\(JoinTable.firstPosition)"] : [name]
  }

  /// Returns the statements that create the indexes of `join`: of what is linked to a row of the
  /// second table, and, where that has an order, of what is linked to one of the first.
  package func indexes(of join: JoinTable) -> [String] {
    let (first, second) = (JoinTable.firstColumn, JoinTable.secondColumn)
    let columns = [
      join.isSecondOrdered ? [second, JoinTable.secondPosition, first] : [second, first],
      [first, JoinTable.firstPosition, second],
    ]
    return zip(indexNames(of: join), columns).map { name, columns in
      "CREATE INDEX \(quoted(name)) ON \(quoted(join.name))"
        + " (\(columns.map(quoted).joined(separator: ", ")))"
    }
  }

  /// Returns the statement that creates the table `name` of `columns`.
  private func create(_ name: String, _ columns: [String]) -> String {
    "CREATE TABLE \(quoted(name)) (\n  \(columns.joined(separator: ",\n  "))\n)"
  }

  /// Returns the clause that a column refers to rows of `table`, which is checked at the end of a
  /// transaction.
  private func reference(to table: String, cascades: Bool) -> String {
    " REFERENCES \(quoted(table)) (\(quoted("_id")))" + (cascades ? " ON DELETE CASCADE" : "")
      + " DEFERRABLE INITIALLY DEFERRED"
  }

  /// Returns `name` as an identifier.
  private func quoted(_ name: String) -> String { dialect.quoted(name) }
}

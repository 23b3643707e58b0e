import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// Tries which index that a store does not have would be used by a statement, on a copy of its
/// tables without their rows.
struct IndexTrial {
  /// The most indexes that are tried for one statement.
  private static let limit = 24

  /// The copy.
  private let connection: Connection

  /// The tables.
  private let statements: RowStatements

  /// Copies the tables of `statements`, with what has been counted of those of `original`.
  init(_ statements: RowStatements, of original: Connection) throws {
    self.statements = statements
    connection = try Connection(
      ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busyTimeout: .zero, trace: nil)
    for sql in schema.all { try connection.run(sql) }
    try copyCounts(of: original)
  }

  private var schema: SchemaStatements {
    SchemaStatements(layout: statements.layout, dialect: statements.dialect)
  }

  /// Takes over what `ANALYZE` has counted in `original`, which the choice of an index depends on.
  private func copyCounts(of original: Connection) throws {
    let exists = "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'"
    guard try original.integer(exists, isTraced: false) != nil else { return }
    try connection.run("ANALYZE")
    let statement = try Statement("SELECT tbl, idx, stat FROM sqlite_stat1", original)
    statement.mute()
    while try statement.step() {
      let values = (0..<3).map { column in
        __Cell(sqlite3_column_value(statement.handle, column), isReal: false).storedValue
      }
      try connection.run("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?1, ?2, ?3)", values)
    }
    try connection.run("ANALYZE sqlite_schema")
  }

  /// Returns the titles of the indexes of properties named in `question`, whose statement is `sql`,
  /// that would help, in the order in which the properties are named.
  func missingIndexes(for question: StoreQuestion, _ sql: String) throws -> [String] {
    let reading = PlanReading(sql, statements.layout, statements.dialect)
    let sorts = steps(of: sql, reading).count { $0.kind == .sort }
    var missing: [String] = []
    let dialect = statements.dialect
    for (table, candidate) in try candidates(question, sql).prefix(Self.limit) {
      let name = candidate.title
      let index = dialect.quoted(candidate.name)
      let schema = SchemaStatements(layout: statements.layout, dialect: dialect)
      let column = schema.term(of: candidate.column)
      // The statement computes what a column would hold.
      try connection.run(
        "CREATE INDEX \(index) ON \(dialect.quoted(table.name)) "
          + "(\(candidate.ignoresCase ? dialect.folded(column) : column))")
      let steps = steps(of: sql, reading)
      let isUsed = steps.contains { $0.index == name && $0.kind == .search }
      let isOrder = steps.contains { $0.index == name && $0.kind == .scan }
      if isUsed || (isOrder && steps.count { $0.kind == .sort } < sorts) { missing.append(name) }
      try connection.run("DROP INDEX \(index)")
    }
    return missing
  }

  private func steps(of sql: String, _ reading: PlanReading) -> [RequestExplanation.Step] {
    QueryPlan(of: sql, on: connection.handle).steps.map(reading.meaning)
  }

  /// Returns the indexes that there are not of columns that `question`, whose statement is `sql`,
  /// compares, sorts or groups by, each once.
  private func candidates(
    _ question: StoreQuestion, _ sql: String
  ) throws -> [(table: TableLayout, index: IndexLayout)] {
    let layout = statements.layout
    let folds = sql.contains(statements.dialect.folded("").dropLast())
    var found: [(table: TableLayout, index: IndexLayout)] = []
    for part in question.parts {
      let entity = try layout.requiredEntity(question.base.entity)
      try part.visit(from: entity) { kind, owner throws(StoreError) in
        if let scope = kind.scope { return try layout.requiredEntity(scope.entity) }
        guard let path = kind.path else { return nil }
        if kind.isAboutOthers {
          return try layout.entity(at: path.names[...], from: owner)
        }
        guard case .attribute = kind, let name = path.names.last,
          let holder = try layout.entity(at: path.names.dropLast(), from: owner),
          let column = holder.column(named: name), column.kind != .value(.json),
          holder.ownerIndex(name).flatMap({ holder.columns[$0] })?.isExternal != true,
          // Nearly all rows have not been deleted: what is asked for beside that finds them.
          holder.propertyIndex(name).flatMap({ holder.properties[$0].attribute })?.marksDeletion
            != true
        else { return nil }
        let table = holder.table
        let hasFolds = folds && column.member == nil && column.kind == .value(.string)
        for ignoresCase in hasFolds ? [false, true] : [false] {
          let index = IndexLayout(column, ofTable: table.name, ignoresCase: ignoresCase)
          // One of several columns serves its first one too.
          guard
            !(table.indexes + table.memberIndexes).contains(where: {
              $0.columnNames[0] == index.columnNames[0] && $0.conditions.isEmpty
            }),
            !layout.derivedIndexes.contains(where: {
              $0.entity.table.name == table.name && $0.conditions.isEmpty
                && $0.firstColumn == index.columnNames[0]
            }), !found.contains(where: { $0.index == index })
          else { continue }
          found.append((table, index))
        }
        return nil
      }
    }
    return found
  }
}

extension StoreLayout {
  /// Returns the entity that the relationships `names`, and steps that take an object for one of
  /// another entity, lead to from `entity`; `nil` where one of them is none.
  fileprivate func entity(
    at names: ArraySlice<String>, from entity: EntityLayout
  ) throws(StoreError) -> EntityLayout? {
    var owner = entity
    for name in names {
      guard name.castEntity == nil else {
        owner = try toOneTarget(name, of: owner)
        continue
      }
      guard let index = owner.relationshipIndex(name),
        let relationship = owner.relationships[index]?.relationship
      else { return nil }
      owner = try requiredEntity(relationship.target)
    }
    return owner
  }
}

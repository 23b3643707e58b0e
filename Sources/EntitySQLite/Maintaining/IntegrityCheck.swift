import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// Looks for what is wrong in the database of one connection.
struct IntegrityCheck {
  /// The most problems of each kind.
  private static let limit = 100

  private let connection: Connection
  private let statements: RowStatements
  private let isQuick: Bool

  /// Prepares a check through `connection`; a quick one does not compare indexes with their rows.
  init(_ connection: Connection, _ statements: RowStatements, isQuick: Bool) {
    self.connection = connection
    self.statements = statements
    self.isQuick = isQuick
  }

  /// Returns what is wrong in one state of the store.
  ///
  /// Indexes of words are compared with the rows one by one, beside that.
  func report() throws -> IntegrityReport {
    let report = try reportWithoutSearch()
    guard !isQuick, report.isSound, sqlite3_db_readonly(connection.handle, "main") == 0 else {
      return report
    }
    return IntegrityReport(problems: try searchProblems())
  }

  /// Returns the indexes of words that do not agree with their rows.
  ///
  /// SQLite looks as if it wrote, so that writers wait meanwhile.
  private func searchProblems() throws(StoreError) -> [IntegrityReport.Problem] {
    var problems: [IntegrityReport.Problem] = []
    for table in statements.layout.tables where !table.searchColumns.isEmpty {
      do throws(StoreError) {
        try connection.run(SearchStatements(table, statements.dialect).check)
      } catch {
        guard error.code == .corrupt else { throw error }
        problems.append(
          IntegrityReport.Problem(
            .searchIndex,
            "the index of the words of '\(table.name)' does not agree with its rows; make it again "
              + "by 'rebuildSearchIndex()'", entity: table.entityNames.first))
      }
    }
    return problems
  }

  /// Returns what else is wrong in one state of the store.
  private func reportWithoutSearch() throws -> IntegrityReport {
    // What is damaged so badly that it cannot be read is in the report too.
    do {
      return try connection.withTransaction("BEGIN", self) { check in
        var problems = try check.fileProblems() + check.danglingReferences()
        problems += try check.metadataProblems() + check.externalProblems()
        problems += try check.foldingProblems() + check.derivedProblems()
        return IntegrityReport(problems: problems)
      }
    } catch let error as StoreError where error.code == .corrupt {
      let known = (try? fileProblems()) ?? []
      return IntegrityReport(
        problems: known.isEmpty ? [IntegrityReport.Problem(.file, error.message)] : known)
    }
  }

  /// Returns what SQLite finds wrong with the file.
  private func fileProblems() throws(StoreError) -> [IntegrityReport.Problem] {
    try connection.damage(isQuick: isQuick, limit: Self.limit).map {
      IntegrityReport.Problem(.file, $0)
    }
  }

  /// Returns the references to rows that do not exist.
  private func danglingReferences() throws -> [IntegrityReport.Problem] {
    var problems: [IntegrityReport.Problem] = []
    try connection.withStatement("PRAGMA foreign_key_check") { statement in
      while problems.count < Self.limit, try statement.step() {
        problems.append(try connection.danglingReference(at: statement))
      }
    }
    return problems
  }

  /// Returns the rows whose external values are not there, and the external values of rows that say
  /// they have none.
  private func externalProblems() throws(StoreError) -> [IntegrityReport.Problem] {
    var problems: [IntegrityReport.Problem] = []
    for table in statements.layout.tables {
      for column in table.externalColumns {
        let name = "'\(column.entity).\(column.property)'"
        problems += try rows(
          statements.missingValues(of: column, table, limit: Self.limit), .externalValue,
          column.entity, column.property
        ) {
          "the store does not have the value of \(name) of the object \($0); give it another, or "
            + "restore the store from a copy"
        }
        problems += try rows(
          statements.strayValues(of: column, table, limit: Self.limit), .externalValue,
          column.entity, column.property
        ) {
          "the store has a value of \(name) of the object \($0), whose row says that it has none; "
            + "give it another"
        }
      }
    }
    return Array(problems.prefix(Self.limit))
  }

  /// Returns the rows that do not hold a text without case as they should.
  private func foldingProblems() throws(StoreError) -> [IntegrityReport.Problem] {
    if isQuick { return [] }
    var problems: [IntegrityReport.Problem] = []
    for table in statements.layout.tables {
      let folding = FoldedStatements(table, statements.dialect)
      for column in table.foldedColumns {
        problems += try rows(
          folding.stale(column, limit: Self.limit), .foldedText, column.entity, column.property
        ) {
          "the row \($0) of '\(table.name)' does not hold '\(column.property)' without case as it "
            + "is; make it again by 'rebuildFoldedText()'"
        }
      }
    }
    return Array(problems.prefix(Self.limit))
  }

  /// Returns the rows that do not hold a derived attribute as it is.
  private func derivedProblems() throws(StoreError) -> [IntegrityReport.Problem] {
    if isQuick { return [] }
    var problems: [IntegrityReport.Problem] = []
    for (derived, sql) in try DerivedStatements(statements).stale(limit: Self.limit) {
      problems += try rows(sql, .derivedValue, derived.entity.name, derived.property) {
        "the row \($0) of '\(derived.entity.table.name)' does not hold '\(derived.property)' as it "
          + "is; make it again by 'rebuildDerivedValues()'"
      }
    }
    return Array(problems.prefix(Self.limit))
  }

  /// Returns a problem of `kind`, with the text that `message` makes of a row's id, for each row
  /// that `sql` finds wrong about `property` of `entity`.
  private func rows(
    _ sql: String, _ kind: IntegrityReport.Problem.Kind, _ entity: String, _ property: String,
    _ message: (Int64) -> String
  ) throws(StoreError) -> [IntegrityReport.Problem] {
    try connection.integers(sql).map {
      IntegrityReport.Problem(kind, message($0), entity: entity, property: property, rowID: $0)
    }
  }

  /// Returns where what the store records about itself does not agree with its rows.
  private func metadataProblems() throws(StoreError) -> [IntegrityReport.Problem] {
    var problems: [IntegrityReport.Problem] = []
    for table in statements.layout.tables {
      let name = statements.dialect.quoted(table.name)
      let entity = table.entityNames.first
      let last = try connection.integer("SELECT max(\"_id\") FROM \(name)") ?? 0
      guard let next = try connection.integer(statements.metadata.nextID, [.text(table.name)])
      else {
        problems.append(
          IntegrityReport.Problem(
            .metadata, "the store does not know the next id of '\(table.name)'", entity: entity))
        continue
      }
      if next <= last {
        problems.append(
          IntegrityReport.Problem(
            .metadata,
            "the next id of '\(table.name)' is \(next), and there is a row with the id \(last)",
            entity: entity, rowID: last))
      }
      let unversioned = try connection.integers(
        "SELECT \"_id\" FROM \(name) WHERE typeof(\"_version\") <> 'integer' LIMIT \(Self.limit)")
      problems += unversioned.map {
        IntegrityReport.Problem(
          .metadata, "the row \($0) of '\(table.name)' has no version", entity: entity, rowID: $0)
      }
    }
    return problems
  }
}

extension Connection {
  /// Returns what SQLite finds wrong with the database, at most `limit` sentences; none where it is
  /// sound. A quick look does not compare indexes with their rows.
  func damage(isQuick: Bool, limit: Int) throws(StoreError) -> [String] {
    let sql = "PRAGMA \(isQuick ? "quick_check" : "integrity_check")(\(limit))"
    var texts: [String] = []
    try forEachFirst(sql) { cell in cell.text.map { texts.append($0) } }
    return texts == ["ok"] ? [] : texts
  }
}

import EntityModel
package import EntityStore

/// The statements about what a store holds of derived attributes.
///
/// A count is a column of the owner's row, which triggers keep whoever changes rows. They change no
/// other column of it, so that no version is raised. What is computed of attributes has an index at
/// most.
package struct DerivedStatements {
  /// The statements on rows, which know the tables and the dialect.
  let statements: RowStatements

  /// Creates the statements about the derived attributes of what `statements` are on.
  package init(_ statements: RowStatements) { self.statements = statements }

  var dialect: any Dialect { statements.dialect }

  /// The columns that there are to be, with their tables.
  package var columns: [(table: String, name: String)] {
    statements.layout.derived.compactMap { derived in
      guard case .count = derived.content else { return nil }
      return (derived.entity.table.name, derived.name)
    }
  }

  /// Returns the statement that adds the column `name` to `table`.
  package func addition(of name: String, to table: String) -> String {
    "ALTER TABLE \(quoted(table)) ADD COLUMN \(quoted(name)) INTEGER NOT NULL DEFAULT 0"
  }

  /// Returns the statement that removes the column `name` of `table`.
  package func removal(of name: String, from table: String) -> String {
    "ALTER TABLE \(quoted(table)) DROP COLUMN \(quoted(name))"
  }

  /// The statements that make the columns what they should be.
  package func filling() throws(StoreError) -> [String] {
    var all: [String] = []
    for derived in statements.layout.derived {
      guard let count = try count(of: derived) else { continue }
      let table = quoted(derived.entity.table.name)
      let column = quoted(derived.name)
      all.append(
        "UPDATE \(table) SET \(column) = \(count) WHERE "
          + dialect.different(column, count))
    }
    return all
  }

  /// The derived attributes that have a column, and the statements that find the ids of the first
  /// rows that do not hold what they should.
  package func stale(limit: Int) throws(StoreError) -> [(derived: DerivedLayout, sql: String)] {
    var all: [(DerivedLayout, String)] = []
    for derived in statements.layout.derived {
      guard let count = try count(of: derived) else { continue }
      all.append(
        (
          derived,
          "SELECT \(quoted("_id")) FROM \(quoted(derived.entity.table.name)) WHERE "
            + dialect.different(quoted(derived.name), count)
            + " ORDER BY \(quoted("_id")) LIMIT \(limit)"
        ))
    }
    return all
  }

  /// The statements that create the triggers and the indexes.
  package func creation() throws(StoreError) -> [String] {
    var all: [String] = []
    for derived in statements.layout.derived {
      switch derived.content {
      case .count:
        all += try DerivedTriggers(self, derived).creation()
        if derived.isIndexed { all.append(index(of: derived, quoted(derived.name))) }
      case .expression(let operand):
        let lowering = lowering()
        let row = "new"
        let scope = SelectScope(row, derived.entity)
        let value = try lowering.value(operand, scope)
        // An index names columns of its own table alone, by no other name.
        let sql = value.sql.replacing(dialect.column("", of: row).dropLast(2), with: "")
        all.append(index(of: derived, sql))
      }
    }
    return all
  }

  /// What a store records of what it holds; empty where it holds nothing.
  ///
  /// An index of texts without case is another one where the tables of Unicode are.
  package func text() throws(StoreError) -> String {
    let parts = try columns.map { "\($0.table) \($0.name)" } + creation()
    let isComputed = statements.layout.derived.contains {
      if case .expression = $0.content { true } else { false }
    }
    return (parts + (isComputed ? [StoredValue.foldVersion] : [])).joined(separator: "\n")
  }

  /// Returns the expression of how many members there are of the object of a row of the table of
  /// `derived`, or `nil` where it is no count.
  func count(of derived: DerivedLayout) throws(StoreError) -> String? {
    guard case .count(let relationship, _, _, let condition) = derived.content else { return nil }
    let lowering = lowering()
    let scope = SelectScope(quoted(derived.entity.table.name), derived.entity)
    let operand = PredicateOperand.count(PropertyPath([relationship]), condition)
    return try lowering.value(operand, scope).sql
  }

  /// Returns the condition `condition` on the row `alias` of `entity`.
  func condition(
    _ condition: PredicateTree, on alias: String, _ entity: EntityLayout
  ) throws(StoreError) -> Condition {
    try lowering().condition(condition, SelectScope(alias, entity), negated: false)
  }

  private func lowering() -> QueryLowering {
    let lowering = QueryLowering(statements, source: nil)
    lowering.writesValues = true
    lowering.usesDerived = false
    return lowering
  }

  private func index(of derived: DerivedLayout, _ sql: String) -> String {
    "CREATE INDEX \(quoted(derived.name)) ON \(quoted(derived.entity.table.name)) (\(sql))"
  }

  func quoted(_ name: String) -> String { dialect.quoted(name) }
}

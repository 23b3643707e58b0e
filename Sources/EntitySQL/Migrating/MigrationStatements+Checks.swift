package import EntityStore

/// The statements that find what breaks a rule: references that lead to no row, and values that
/// are not unique.
extension MigrationStatements {
  /// A statement that finds a row if a reference of `table` leads to none.
  package typealias ReferenceCheck = (table: String, sql: String)

  /// The checks of the references that the statements may have changed: those of tables that are
  /// made again, and those to rows of such tables.
  package var referenceChecks: [ReferenceCheck] {
    checks { table, target in
      !isAltered(table) || !isAltered(target)
    } joins: { join in
      !keptJoins.contains(join.name) || !isAltered(join.firstTable) || !isAltered(join.secondTable)
    }
  }

  /// The checks of all references of the newer model.
  package var allReferenceChecks: [ReferenceCheck] {
    checks { _, _ in
      true
    } joins: { _ in
      true
    }
  }

  /// Returns the checks of the references from one table to another, and of the pairs of joins,
  /// that may have changed.
  private func checks(
    _ isWanted: (_ table: String, _ target: String) -> Bool, joins: (JoinTable) -> Bool
  ) -> [ReferenceCheck] {
    var checks: [ReferenceCheck] = []
    for table in mapping.new.tables {
      for column in table.columns {
        guard case .reference(let target) = column.kind, isWanted(table.name, target) else {
          continue
        }
        checks.append(check(column.name, of: table.name, target))
      }
    }
    for join in mapping.new.joins where joins(join) {
      checks.append(check(JoinTable.firstColumn, of: join.name, join.firstTable))
      checks.append(check(JoinTable.secondColumn, of: join.name, join.secondTable))
    }
    return checks
  }

  private func check(_ column: String, of table: String, _ target: String) -> ReferenceCheck {
    (table, dangling(column, of: table, to: target, selecting: "1", limit: 1))
  }

  /// Returns the statement that finds the ids of the first rows of `table`, a newer one, that refer
  /// by `column` to rows of `target` that do not exist.
  package func dangling(
    _ column: ColumnLayout, of table: TableLayout, to target: String, limit: Int
  ) -> String {
    dangling(
      column.name, of: table.name, to: target, selecting: quoted("_id"), limit: limit)
  }

  // The index of the column, which is read in its order, looks up each target once; the pragma of
  // SQLite reads the table.
  private func dangling(
    _ column: String, of table: String, to target: String, selecting result: String, limit: Int
  ) -> String {
    let name = quoted(column)
    return "SELECT \(result) FROM \(quoted(table)) WHERE \(name) IS NOT NULL"
      + " AND \(name) NOT IN (SELECT \(quoted("_id")) FROM \(quoted(target))) LIMIT \(limit)"
  }

  /// Returns the statement that finds the ids of the first rows of `table` that share the values of
  /// `columns`, expressions of which there is one at least.
  package static func duplicates(
    of columns: [String], in table: String, limit: Int, _ dialect: any Dialect
  ) -> String {
    let table = dialect.quoted(table)
    let id = dialect.quoted("_id")
    let list = columns.joined(separator: ", ")
    let row = columns.count > 1 ? "(\(list))" : list
    return "SELECT \(id) FROM \(table) WHERE \(row) IN (SELECT \(list) FROM \(table)"
      + " WHERE \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND "))"
      + " GROUP BY \(list) HAVING count(*) > 1)"
      + " ORDER BY \(list), \(id) LIMIT \(limit)"
  }
}

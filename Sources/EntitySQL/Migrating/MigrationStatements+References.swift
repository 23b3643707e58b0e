import EntityStore

/// The statements that make sure that every reference leads to a row.
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

  // The index of the column, which is read in its order, looks up each target once; the pragma of
  // SQLite reads the table.
  private func check(_ column: String, of table: String, _ target: String) -> ReferenceCheck {
    let name = quoted(column)
    return (
      table,
      "SELECT 1 FROM \(quoted(table)) WHERE \(name) IS NOT NULL"
        + " AND \(name) NOT IN (SELECT \(quoted("_id")) FROM \(quoted(target))) LIMIT 1"
    )
  }
}

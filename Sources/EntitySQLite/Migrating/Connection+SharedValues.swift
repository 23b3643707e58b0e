import EntitySQL
import EntityStore

extension Connection {
  /// Returns the error that rows of `table` have the same values in the columns of `index`, a
  /// unique one that is to be created; it names the first of them.
  func sharedValues(_ index: IndexLayout, of table: TableLayout) throws(StoreError) -> StoreError {
    let ids = try integers(
      MigrationStatements.duplicates(
        of: index.columnNames.map { SQLiteDialect().quoted($0) }
          + index.conditions.map { condition in
            "CASE WHEN \(SQLiteDialect().quoted(condition.column.name))"
              + " IS \(condition.isAbsent ? "" : "NOT ")NULL THEN 1 END"
          }, in: table.name, limit: Migrator.namedRows, SQLiteDialect()))
    let names = index.columns.map { "'\($0.entity).\($0.property)'" }.joined(separator: " and ")
    let (values, rule) =
      index.columns.count > 1 ? ("values", "are unique together") : ("value", "is unique")
    return StoreError(
      .uniqueViolation,
      "objects would have the same \(values) of \(names), "
        + "which \(rule)\(index.ignoresCase ? " ignoring case" : ""): rows "
        + "\(ids.map { String($0) }.joined(separator: ", "))",
      entity: index.column.entity, properties: index.columns.map(\.property))
  }
}

import EntityModel
package import EntityStore

/// The statements about values that are apart from their rows, or were.
extension MigrationStatements {
  /// Returns the statements that fill the tables of the external values of `table`, a newer one,
  /// for each entity that there was before.
  func externalCopies(to table: TableLayout) -> [Statement] {
    table.entityNames.compactMap { mapping.new.entity($0) }.flatMap(externalCopies)
  }

  /// Returns the statements that fill the tables of the external values of `entity`, a newer one.
  package func externalCopies(of entity: EntityLayout) -> [Statement] {
    guard let before = mapping.source(of: entity) else { return [] }
    let id = increased("t0.\(quoted("_id"))", by: offset(entity.table.name, before.table.name))
    return entity.externalColumns.compactMap { index in
      guard let name = entity.columns[index]?.valueTable else { return nil }
      var parameters = MigrationParameters(dialect)
      let value = value(of: index, entity, &parameters)
      // Nothing has been there, and nothing is given.
      if value == "NULL" { return nil }
      let names = "\(quoted("_id")), \(quoted(ColumnLayout.valueColumn))"
      let filter =
        before.isPolymorphic
        ? " WHERE t0.\(quoted("_entity")) = \(parameters.add(.text(before.name)))" : ""
      return Statement(
        "INSERT INTO \(quoted(name)) (\(names)) SELECT \(names) FROM"
          + " (SELECT \(id) AS \(quoted("_id")), \(value) AS \(quoted(ColumnLayout.valueColumn))"
          + " FROM \(current(before.table)) AS t0\(filter))"
          + " WHERE \(quoted(ColumnLayout.valueColumn)) IS NOT NULL", parameters.values)
    }
  }

  /// Returns the expression of the version at which `value` is to count as written, that of the
  /// external property `index` of `entity` in the older row called t0; NULL where there is none.
  func versionOfValue(_ value: String, of index: Int, _ entity: EntityLayout) -> String {
    if let source = mapping.source(of: index, entity),
      let column = source.entity.columns[source.index], column.isExternal,
      value == storedValue(column, of: source.entity.table)
    {
      return "t0.\(quoted(column.name))"
    }
    return "CASE WHEN \(value) IS NOT NULL THEN t0.\(quoted("_version")) END"
  }

  /// Returns the statements that remove the external values of the row of `table` whose id is
  /// parameter 1.
  package func externalDeletions(_ table: TableLayout) -> [String] {
    table.externalColumns.map { RowStatements(mapping.new, dialect).removeValue(of: $0) }
  }
}

extension TableLayout {
  /// The names of the table and of those that have its external values.
  package var allNames: [String] { [name] + externalColumns.compactMap(\.valueTable) }
}

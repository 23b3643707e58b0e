import EntityModel
package import EntityStore

/// The statements about the columns of a table that hold texts without case.
///
/// The statements of a save write them with the texts. Triggers write them for everyone else, and
/// fail where whoever writes does not know how texts are folded.
package struct FoldedStatements {
  /// The table.
  private let table: TableLayout

  /// The way to spell SQL.
  private let dialect: any Dialect

  /// Creates the statements about the columns of `table`.
  package init(_ table: TableLayout, _ dialect: any Dialect) {
    self.table = table
    self.dialect = dialect
  }

  /// The definitions of the columns.
  package var definitions: [String] { table.foldedColumns.map(definition) }

  /// Returns the definition of the column that holds the texts of `column` without case.
  package func definition(of column: ColumnLayout) -> String { "\(folded(column)) TEXT" }

  /// The statements that create the triggers; none where there is no such column.
  package var triggers: [String] {
    table.foldedColumns.isEmpty ? [] : Event.allCases.map(creation)
  }

  /// The statements that remove the triggers; none where there are none.
  package var removal: [String] {
    table.foldedColumns.isEmpty ? [] : Event.allCases.map { "DROP TRIGGER \(name(of: $0))" }
  }

  /// The statements that make the columns agree with their texts. A unique one is emptied first
  /// where it does not, so that no row is in the way of another.
  package var refreshing: [String] {
    table.foldedColumns.flatMap { column in
      column.isUniqueIgnoringCase ? [clearing(column), filling(column)] : [filling(column)]
    }
  }

  /// Returns the statement that fills the column of the texts of `column` without case.
  package func filling(_ column: ColumnLayout) -> String {
    "UPDATE \(quoted(table.name)) SET \(folded(column)) = \(dialect.folded(quoted(column.name)))"
      + " WHERE \(isStale(column))"
  }

  /// Returns the statement that finds the ids of the first rows in which the column of the texts of
  /// `column` without case does not hold what it should.
  package func stale(_ column: ColumnLayout, limit: Int) -> String {
    "SELECT \(quoted("_id")) FROM \(quoted(table.name)) WHERE \(isStale(column))"
      + " ORDER BY \(quoted("_id")) LIMIT \(limit)"
  }

  /// What is done to a row.
  private enum Event: String, CaseIterable {
    case insert, update
  }

  private func creation(of event: Event) -> String {
    let columns = table.foldedColumns
    let names = columns.map { quoted($0.name) }
    let conditions = columns.map { isStale($0, of: "new") }
    let changes = columns.map {
      "\(folded($0)) = \(dialect.folded("new.\(quoted($0.name))"))"
    }
    var sql = "CREATE TRIGGER \(name(of: event)) AFTER \(event.rawValue.uppercased())"
    if event == .update { sql += " OF \(names.joined(separator: ", "))" }
    sql += " ON \(quoted(table.name)) WHEN \(conditions.joined(separator: " OR "))"
    sql += " BEGIN UPDATE \(quoted(table.name)) SET \(changes.joined(separator: ", "))"
    sql += " WHERE \(quoted("_id")) = new.\(quoted("_id")); "
    for column in columns where column.isUniqueIgnoringCase { sql += refusal(of: column) + "; " }
    return sql + "END"
  }

  /// Returns the statement of a trigger that fails where a row that is the same without case has
  /// kept its place: with OR IGNORE, the trigger's statements leave out what is not possible too.
  private func refusal(of column: ColumnLayout) -> String {
    let message = "\(Self.violation)\(table.name).\(column.foldedName)"
    return "SELECT RAISE(ABORT, \(StoredValue.text(message).literal)) FROM \(quoted(table.name))"
      + " WHERE \(quoted("_id")) = new.\(quoted("_id")) AND \(isStale(column))"
  }

  /// How SQLite's message begins that two rows would hold what is unique, before the column.
  package static let violation = "UNIQUE constraint failed: "

  /// Returns the statement that takes away what the column of the texts of `column` without case
  /// should not hold.
  private func clearing(_ column: ColumnLayout) -> String {
    "UPDATE \(quoted(table.name)) SET \(folded(column)) = NULL WHERE \(folded(column)) IS NOT NULL"
      + " AND \(isStale(column))"
  }

  /// Returns the condition that the row `alias`, or the only one, does not hold the text of
  /// `column` without case.
  private func isStale(_ column: ColumnLayout, of alias: String? = nil) -> String {
    let prefix = alias.map { "\($0)." } ?? ""
    return dialect.different(
      prefix + folded(column), dialect.folded(prefix + quoted(column.name)))
  }

  private func folded(_ column: ColumnLayout) -> String { quoted(column.foldedName) }

  private func name(of event: Event) -> String {
    quoted("_folded.\(table.name).\(event.rawValue)")
  }

  private func quoted(_ name: String) -> String { dialect.quoted(name) }
}

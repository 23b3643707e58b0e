import EntityModel
import EntitySQL
import EntityStore

extension RowStatements {
  /// The function that says whether a row is among those that the statement is to change.
  static let takesFunction = "entity_takes"

  /// The function that returns the value that the statement is to give a column of a row.
  static let valueFunction = "entity_value"

  /// Returns the statement that changes `columns` of rows of `table` whose ids are between
  /// parameters 1 and 2, and asks which of them and to what.
  // A row that cannot be changed ends the transaction in any case; with `FAIL`, SQLite copies no
  // page for taking the others back alone.
  func updateTogether(_ table: TableLayout, _ columns: [ColumnLayout]) -> String {
    let id = dialect.quoted("_id")
    let version = dialect.quoted("_version")
    let changes =
      columns.enumerated().flatMap {
        self.changes(of: $1, to: "\(Self.valueFunction)(\(id), \($0))")
      } + ["\(version) = \(version) + 1"]
    return "UPDATE OR FAIL \(dialect.quoted(table.name)) SET \(changes.joined(separator: ", "))"
      + " WHERE \(id) BETWEEN \(dialect.parameter(1)) AND \(dialect.parameter(2))"
      + " AND \(Self.takesFunction)(\(id), \(version))"
  }

  /// Returns the statement that removes rows of `table` and asks which: of those whose ids are
  /// between parameters 1 and 2 if these `areClose` together, or else of those whose ids are in the
  /// list that parameter 1 is.
  func deleteTogether(_ table: TableLayout, areClose: Bool) -> String {
    let id = dialect.quoted("_id")
    let rows =
      areClose
      ? "\(id) BETWEEN \(dialect.parameter(1)) AND \(dialect.parameter(2))"
      : dialect.isAmong(id, dialect.parameter(1))
    return "DELETE FROM \(dialect.quoted(table.name)) WHERE \(rows)"
      + " AND \(Self.takesFunction)(\(id), \(dialect.quoted("_version")))"
  }

  /// `true` if so many rows, whose ids are between `first` and `last`, are so close together that
  /// it takes less to pass over those between them than to look for each.
  // Passing over a row takes a tenth of what running a statement for one takes.
  static func areClose(_ count: Int, from first: Int64, through last: Int64) -> Bool {
    let distance = last.subtractingReportingOverflow(first)
    return !distance.overflow && distance.partialValue / 4 < count
  }
}

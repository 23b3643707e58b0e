import EntityModel
package import EntityStore

/// The statements about the index of the words of a table.
///
/// The index has no texts of its own but reads those of the table. Triggers keep it as the table
/// is, whoever writes it.
package struct SearchStatements {
  /// The table.
  private let table: TableLayout

  /// The way to spell SQL.
  private let dialect: any Dialect

  /// Creates the statements about the index of `table`.
  package init(_ table: TableLayout, _ dialect: any Dialect) {
    self.table = table
    self.dialect = dialect
  }

  /// The statements that create the index of a table that has no rows yet; none where nothing is
  /// searchable.
  package var creation: [String] {
    table.searchColumns.isEmpty ? [] : [creationOfIndex] + creationOfTriggers
  }

  /// The statements that create the index, and fill it with the words of the rows that there are.
  package var creationAndFilling: [String] {
    table.searchColumns.isEmpty ? [] : [creationOfIndex, rebuilding] + creationOfTriggers
  }

  /// The statements that remove the index; none where nothing is searchable.
  package var removal: [String] {
    if table.searchColumns.isEmpty { return [] }
    return Event.allCases.map { "DROP TRIGGER \(name(of: $0))" } + ["DROP TABLE \(index)"]
  }

  /// The statement that makes the index again of the rows that there are.
  package var rebuilding: String { "INSERT INTO \(index) (\(index)) VALUES ('rebuild')" }

  /// The statement that fails if the index does not agree with the rows.
  package var check: String {
    "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)"
  }

  /// Returns the statement that creates an index called `name` with texts of its own, for one row.
  package func creationOfCopy(_ name: String) -> String {
    "CREATE VIRTUAL TABLE \(quoted(name)) USING fts5 (\(columns), \(tokenizer))"
  }

  /// What is done to a row.
  private enum Event: String, CaseIterable {
    case insert, update, delete
  }

  private var creationOfIndex: String {
    let content = "content=\(StoredValue.text(table.name).literal), content_rowid='_id'"
    return "CREATE VIRTUAL TABLE \(index) USING fts5 (\(columns), \(content), \(tokenizer))"
  }

  private var creationOfTriggers: [String] {
    let names = table.searchColumns.map { quoted($0.name) }
    let changed = (["\"_id\""] + names).map { "old.\($0) IS NOT new.\($0)" }
    return Event.allCases.map { event in
      var sql = "CREATE TRIGGER \(name(of: event)) AFTER \(event.rawValue.uppercased())"
      if event == .update { sql += " OF \((["\"_id\""] + names).joined(separator: ", "))" }
      sql += " ON \(quoted(table.name))"
      if event == .update { sql += " WHEN \(changed.joined(separator: " OR "))" }
      sql += " BEGIN "
      if event != .insert {
        let old = (["old.\"_id\""] + names.map { "old.\($0)" }).joined(separator: ", ")
        sql += "INSERT INTO \(index) (\(index), rowid, \(columns)) VALUES ('delete', \(old)); "
      }
      if event != .delete {
        let new = (["new.\"_id\""] + names.map { "new.\($0)" }).joined(separator: ", ")
        sql += "INSERT INTO \(index) (rowid, \(columns)) VALUES (\(new)); "
      }
      return sql + "END"
    }
  }

  private var columns: String {
    table.searchColumns.map { quoted($0.name) }.joined(separator: ", ")
  }

  private var tokenizer: String {
    let name =
      switch table.tokenizer {
      case .unicode: "unicode61 remove_diacritics 2"
      case .ascii: "ascii"
      case .porter: "porter unicode61 remove_diacritics 2"
      case .trigram: "trigram"
      }
    return "tokenize=\(StoredValue.text(name).literal)"
  }

  private var index: String { quoted(table.searchTable) }

  private func name(of event: Event) -> String { quoted("\(table.searchTable).\(event.rawValue)") }

  private func quoted(_ name: String) -> String { dialect.quoted(name) }
}

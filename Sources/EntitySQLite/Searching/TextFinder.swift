import EntityCSQLite
package import EntityModel
import EntitySQL
package import EntityStore

/// Searches texts that are not stored, by the same code as those that are: in a database in memory,
/// in whose index one object is at a time.
final class TextFinder {
  private let connection: Connection

  /// The names of the tables whose indexes have been made, by the tables' names.
  private var made: [String: String] = [:]

  init() throws(StoreError) {
    connection = try Connection(
      ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY,
      busyTimeout: .zero, trace: nil)
  }

  /// Returns the texts that `excerpts` ask for if `search` finds an object of `table` that has
  /// `texts`; `nil` if not.
  func find(
    _ search: TextSearch, in texts: [String?], of table: TableLayout,
    excerpts: [(column: Int, form: TextExcerpt)]
  ) throws(StoreError) -> [String?]? {
    let index = try index(of: table)
    let dialect = SQLiteDialect()
    let values = texts.indices.map { dialect.parameter($0 + 1) }
    var bindings = [StoredValue.text(search.expression(in: table))]
    let columns = excerpts.map { column, form in
      func bind(_ value: StoredValue) -> String {
        bindings.append(value)
        return dialect.parameter(bindings.count)
      }
      return dialect.excerpt(
        index, column, [form.start, form.end].map { bind(.text($0)) },
        words: form.words.map { (bind(.text(form.ellipsis)), bind(.integer(Int64($0)))) })
    }
    // What is written in a transaction that is rolled back stays in memory alone.
    try connection.run("BEGIN")
    defer { try? connection.run("ROLLBACK") }
    try connection.run(
      "INSERT INTO \(index) VALUES (\(values.joined(separator: ", ")))",
      texts.map { $0.map { .text($0) } ?? .null })
    let statement = try connection.statement(
      "SELECT \((["1"] + columns).joined(separator: ", ")) FROM \(index)"
        + " WHERE \(index) MATCH ?1")
    defer { statement.reset() }
    try statement.bind(bindings)
    guard try statement.step() else { return nil }
    return columns.indices.map { column in
      let value = sqlite3_column_value(statement.handle, Int32(column + 1))
      return sqlite3_value_type(value) == SQLITE_TEXT ? String(sqliteText: value) : nil
    }
  }

  /// Returns the name, as SQL has it, of the index of `table`, which it makes if there is none.
  private func index(of table: TableLayout) throws(StoreError) -> String {
    if let name = made[table.name] { return name }
    let name = SQLiteDialect().quoted(table.searchTable)
    try connection.run(
      SearchStatements(table, SQLiteDialect()).creationOfCopy(table.searchTable))
    made[table.name] = name
    return name
  }
}

extension SQLiteStore {
  package func find(
    _ search: TextSearch, in texts: [String?], of entity: EntityLayout,
    excerpts: [(column: Int, form: TextExcerpt)]
  ) throws(StoreError) -> [String?]? {
    do {
      return try searches.withSession {
        try $0.find(search, in: texts, of: entity.table, excerpts: excerpts)
      }
    } catch {
      throw error as? StoreError
        ?? StoreError(.other, "texts cannot be searched", entity: entity.name, underlying: error)
    }
  }
}

package import EntityStore

/// The statements on a store's history: an entry for each commit.
package struct HistoryStatements: Sendable {
  /// The table of entries, by number.
  package static let table = "_history"

  /// The table of what entries have that are too large for one row: the first parts of their
  /// changes, by the entry's number and the part's.
  package static let partTable = "_historyParts"

  /// How many parts an entry may have.
  package static let mostParts: Int64 = 1 << 20

  /// The way to spell SQL.
  let dialect: any Dialect

  /// Creates the statements in `dialect`.
  package init(dialect: any Dialect) { self.dialect = dialect }

  /// The statements that create the tables unless there are any.
  package var create: [String] {
    [
      "CREATE TABLE IF NOT EXISTS \(entries) (\n  \(number) \(dialect.keyType),\n"
        + "  \(time) INTEGER NOT NULL,\n  \(author) TEXT,\n  \(parts) INTEGER NOT NULL,\n"
        + "  \(changes) BLOB NOT NULL\n)",
      "CREATE TABLE IF NOT EXISTS \(entryParts) (\n  \(part) \(dialect.keyType),\n"
        + "  \(changes) BLOB NOT NULL\n)",
    ]
  }

  /// The statements that remove the tables.
  package var remove: [String] {
    ["DROP TABLE IF EXISTS \(entries)", "DROP TABLE IF EXISTS \(entryParts)"]
  }

  /// The statement that adds an entry: number, time, author, number of parts, changes.
  package var add: String {
    "INSERT INTO \(entries) (\(number), \(time), \(author), \(parts), \(changes)) VALUES ("
      + (1...5).map { dialect.parameter($0) }.joined(separator: ", ") + ")"
  }

  /// The statement that adds the part whose number and changes are parameters 1 and 2; it takes the
  /// place of one whose entry has never been written.
  package var addPart: String {
    "INSERT INTO \(entryParts) (\(part), \(changes))"
      + " VALUES (\(dialect.parameter(1)), \(dialect.parameter(2)))"
      + " ON CONFLICT (\(part)) DO UPDATE SET \(changes) = excluded.\(changes)"
  }

  /// The statement that reads the number and the time of the newest entry.
  package var newest: String {
    "SELECT \(number), \(time) FROM \(entries) ORDER BY \(number) DESC LIMIT 1"
  }

  /// The statement that reads the number and the time of the oldest entry that is not older than
  /// parameter 1.
  package var oldest: String {
    "SELECT \(number), \(time) FROM \(entries) WHERE \(time) >= \(dialect.parameter(1))"
      + " ORDER BY \(number) LIMIT 1"
  }

  /// The statement that reads number and time of the last entry up to the number parameter 1.
  package var last: String {
    "SELECT \(number), \(time) FROM \(entries) WHERE \(number) <= \(dialect.parameter(1))"
      + " ORDER BY \(number) DESC LIMIT 1"
  }

  /// The statement that reads the entries after the number parameter 1, in order: number, time,
  /// author, number of parts, changes.
  package var following: String {
    "SELECT \(number), \(time), \(author), \(parts), \(changes) FROM \(entries)"
      + " WHERE \(number) > \(dialect.parameter(1)) ORDER BY \(number)"
  }

  /// The statement that reads the parts between the numbers parameters 1 and 2, in order.
  package var partsBetween: String {
    "SELECT \(changes) FROM \(entryParts) WHERE \(part) BETWEEN \(dialect.parameter(1))"
      + " AND \(dialect.parameter(2)) ORDER BY \(part)"
  }

  /// The statement that removes the entries up to the number parameter 1.
  package var prune: String {
    "DELETE FROM \(entries) WHERE \(number) <= \(dialect.parameter(1))"
  }

  /// The statement that removes the parts up to the number parameter 1.
  package var pruneParts: String {
    "DELETE FROM \(entryParts) WHERE \(part) <= \(dialect.parameter(1))"
  }

  /// Returns the statement that reads what the row parameter 1 is linked to.
  package func linked(_ join: JoinTable, isReversed: Bool) -> String {
    let (own, other) = join.columns(isReversed: isReversed)
    return "SELECT \(dialect.quoted(other)) FROM \(dialect.quoted(join.name))"
      + " WHERE \(dialect.quoted(own)) = \(dialect.parameter(1)) ORDER BY \(dialect.quoted(other))"
  }

  private var entries: String { dialect.quoted(Self.table) }
  private var entryParts: String { dialect.quoted(Self.partTable) }
  private var number: String { dialect.quoted("number") }
  private var part: String { dialect.quoted("part") }
  private var time: String { dialect.quoted("time") }
  private var author: String { dialect.quoted("author") }
  private var parts: String { dialect.quoted("parts") }
  private var changes: String { dialect.quoted("changes") }
}

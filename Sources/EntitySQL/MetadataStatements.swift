/// The statements on a store's metadata: facts of the store, the ids that are free, and what a
/// program has the store hold beside its objects.
package struct MetadataStatements {
  /// The table of facts, by name.
  package static let factTable = "_store"

  /// The table of the first id of each table that has not been reserved.
  package static let idTable = "_ids"

  /// The table of a program's own metadata, by key; it is created when it is first needed.
  package static let metadataTable = "_metadata"

  /// The way to spell SQL.
  let dialect: any Dialect

  /// Creates the statements in `dialect`.
  package init(dialect: any Dialect) { self.dialect = dialect }

  /// The statements that create the tables.
  var tables: [String] {
    [
      "CREATE TABLE \(facts) (\n  \(name) TEXT PRIMARY KEY,\n  \(value) TEXT NOT NULL\n)"
        + dialect.keyedTableSuffix,
      "CREATE TABLE \(ids) (\n  \(table) TEXT PRIMARY KEY,\n  \(next) INTEGER NOT NULL\n)"
        + dialect.keyedTableSuffix,
    ]
  }

  /// The statement that adds the fact whose name and value are parameters 1 and 2.
  package var addFact: String {
    "INSERT INTO \(facts) (\(name), \(value))"
      + " VALUES (\(dialect.parameter(1)), \(dialect.parameter(2)))"
  }

  /// The statement that reads the fact whose name is parameter 1.
  package var fact: String {
    "SELECT \(value) FROM \(facts) WHERE \(name) = \(dialect.parameter(1))"
  }

  /// The statement that starts counting the ids of the table whose name is parameter 1.
  package var countIDs: String {
    "INSERT INTO \(ids) (\(table), \(next)) VALUES (\(dialect.parameter(1)), 1)"
  }

  /// The statement that reserves ids: as many as parameter 1 says, in the table whose name is
  /// parameter 2; `nextID` reads the first id after them.
  package var reserveIDs: String {
    "UPDATE \(ids) SET \(next) = \(next) + \(dialect.parameter(1))"
      + " WHERE \(table) = \(dialect.parameter(2))"
  }

  /// The statement that reads the first free id of the table whose name is parameter 1.
  package var nextID: String {
    "SELECT \(next) FROM \(ids) WHERE \(table) = \(dialect.parameter(1))"
  }

  /// The statement that forgets the ids of all tables.
  package var forgetIDs: String { "DELETE FROM \(ids)" }

  /// The statement that adds or changes the fact whose name and value are parameters 1 and 2.
  package var setFact: String {
    addFact + " ON CONFLICT (\(name)) DO UPDATE SET \(value) = excluded.\(value)"
  }

  /// The statement that removes the fact whose name is parameter 1.
  package var removeFact: String {
    "DELETE FROM \(facts) WHERE \(name) = \(dialect.parameter(1))"
  }

  /// The statement that creates the table of a program's metadata unless there is one.
  package var createMetadata: String {
    // A column without a type stores every value as it is.
    "CREATE TABLE IF NOT EXISTS \(metadata) (\n  \(key) TEXT PRIMARY KEY,\n  \(value) NOT NULL\n)"
      + dialect.keyedTableSuffix
  }

  /// The statement that adds or changes the metadata whose key and value are parameters 1 and 2.
  package var setMetadata: String {
    "INSERT INTO \(metadata) (\(key), \(value))"
      + " VALUES (\(dialect.parameter(1)), \(dialect.parameter(2)))"
      + " ON CONFLICT (\(key)) DO UPDATE SET \(value) = excluded.\(value)"
  }

  /// The statement that removes the metadata whose key is parameter 1.
  package var removeMetadata: String {
    "DELETE FROM \(metadata) WHERE \(key) = \(dialect.parameter(1))"
  }

  /// The statement that reads the metadata whose key is parameter 1.
  package var readMetadata: String {
    "SELECT \(value) FROM \(metadata) WHERE \(key) = \(dialect.parameter(1))"
  }

  /// The statement that reads the keys of all metadata, in their order.
  package var metadataKeys: String { "SELECT \(key) FROM \(metadata) ORDER BY \(key)" }

  private var metadata: String { dialect.quoted(Self.metadataTable) }
  private var key: String { dialect.quoted("key") }
  private var facts: String { dialect.quoted(Self.factTable) }
  private var ids: String { dialect.quoted(Self.idTable) }
  private var name: String { dialect.quoted("name") }
  private var value: String { dialect.quoted("value") }
  private var table: String { dialect.quoted("table") }
  private var next: String { dialect.quoted("next") }
}

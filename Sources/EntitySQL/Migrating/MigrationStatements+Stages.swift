import EntityModel
package import EntityStore

/// The statements of a stage: all older tables are put aside first, and the newer ones are made one
/// by one.
extension MigrationStatements {
  /// The statements that put the older tables aside, with their indexes but without triggers.
  package var puttingAside: [String] {
    removingTriggers
      + (mapping.old.tables.flatMap(\.allNames) + mapping.old.joins.map(\.name)).map { name in
        "ALTER TABLE \(quoted(name)) RENAME TO \(quoted(Self.asidePrefix + name))"
      }
  }

  /// Returns the statements that create `table`, a newer one, without its indexes, and the tables
  /// of its external values.
  package func creation(of table: TableLayout) -> [String] {
    [newSchema.creation(of: table)] + newSchema.externals(of: table)
  }

  /// Returns the statement that creates `join`, a newer one, without its index.
  package func creation(of join: JoinTable) -> String { newSchema.creation(of: join) }

  /// Returns the statement that copies the older rows of `entity`, a newer one; `nil` if it is new.
  package func copy(of entity: EntityLayout) -> Statement? {
    copies(to: entity.table).first { $0.copiedEntity == entity.name }
  }

  /// Returns the statements that fill `join`.
  package func filling(of join: JoinTable) -> [Statement] { copies(to: join) }

  /// Returns the statements that make the older table that is aside `table`, the newer one of its
  /// name, without touching a row; `nil` if it has to be made.
  package func restoring(_ table: TableLayout) -> [String]? {
    alterations[table.name].map { alterations in
      let before = mapping.old.tables.first { $0.name == table.name }
      return (before?.allNames ?? [table.name]).map(restoring) + alterations
    }
  }

  /// The names of the older join tables that hold the pairs of the newer model as they are.
  package var keptJoins: Set<String> { Set(mapping.old.joins.filter(isSame).map(\.name)) }

  /// Returns the statement that gives the older table `name` its name back.
  package func restoring(_ name: String) -> String {
    "ALTER TABLE \(quoted(Self.asidePrefix + name)) RENAME TO \(quoted(name))"
  }

  /// Returns the statement that removes the older table `name`, which is aside.
  package func dropping(_ name: String) -> String {
    "DROP TABLE \(quoted(Self.asidePrefix + name))"
  }

  /// Returns the statements that create indexes of `table`, a newer one, for a stage to find rows
  /// by: under other names, since those of the older table have theirs still.
  package func stageIndexes(of table: TableLayout) -> [String] {
    table.indexes.map { index in
      "CREATE INDEX \(quoted(stageIndexName(of: index, table))) ON \(quoted(table.name))"
        + " (\(newSchema.columns(of: index)))"
    }
  }

  /// Returns the statements that remove the indexes that `stageIndexes` creates.
  package func droppingStageIndexes(of table: TableLayout) -> [String] {
    table.indexes.map {
      "DROP INDEX \(quoted(stageIndexName(of: $0, table)))"
    }
  }

  private func stageIndexName(of index: IndexLayout, _ table: TableLayout) -> String {
    index.isOfList
      ? "_stage.\(index.name)" : "_stage.\(table.name).\(index.columnNames.joined(separator: ","))"
  }

  /// Returns the statement that creates `index` of `table`, a newer one.
  package func creation(of index: IndexLayout, of table: TableLayout) -> String {
    newSchema.creation(of: index, of: table)
  }

  /// Returns the statements that create the indexes of `join`, a newer one.
  package func indexes(of join: JoinTable) -> [String] { newSchema.indexes(of: join) }

  /// The statement that creates the table of what ids of older rows have become: the older and the
  /// newer table, the older and the newer id.
  package var creationOfIDs: String {
    "CREATE TABLE \(ids) (\(quoted("old")) TEXT, \(quoted("new")) TEXT, \(quoted("id")) INTEGER,"
      + " \(quoted("became")) INTEGER NOT NULL,"
      + " PRIMARY KEY (\(quoted("old")), \(quoted("new")), \(quoted("id"))))"
      + dialect.keyedTableSuffix
  }

  /// The statement that notes what an id has become; its parameters are the columns in their order.
  package var notingID: String {
    "INSERT OR REPLACE INTO \(ids) VALUES (\(dialect.parameter(1)), \(dialect.parameter(2)),"
      + " \(dialect.parameter(3)), \(dialect.parameter(4)))"
  }

  /// The statement that reads what the id that is parameter 3 has become, an id of the older table
  /// that is parameter 1, in the newer table that is parameter 2.
  package var notedID: String {
    "SELECT \(quoted("became")) FROM \(ids) WHERE \(quoted("old")) = \(dialect.parameter(1))"
      + " AND \(quoted("new")) = \(dialect.parameter(2))"
      + " AND \(quoted("id")) = \(dialect.parameter(3))"
  }

  /// The statement that removes the table of ids.
  package var droppingIDs: String { "DROP TABLE \(ids)" }

  private var ids: String { quoted("_stage.ids") }

  /// Returns the statement that reads at most as many rows of `table` as the last parameter says
  /// whose ids are greater than the first one; of `entity` alone, where the table has several.
  package func page(of entity: EntityLayout, columns: String) -> String {
    let id = "t0.\(quoted("_id"))"
    let isOfEntity =
      entity.isPolymorphic ? " AND t0.\(quoted("_entity")) = \(dialect.parameter(3))" : ""
    return "SELECT \(columns) FROM \(quoted(entity.table.name)) AS t0"
      + " WHERE \(id) > \(dialect.parameter(1))\(isOfEntity) ORDER BY \(id)"
      + " LIMIT \(dialect.parameter(2))"
  }

  /// Returns the statement that changes all columns of a row of `entity` and adds one to its
  /// version: the values of the columns, then the id. A value that is to be apart from the row is
  /// the version then.
  package func update(_ entity: EntityLayout) -> String {
    let columns = entity.columnIndexes.compactMap { entity.columns[$0] }
    let rows = RowStatements(mapping.new, dialect)
    let changes = columns.enumerated().flatMap {
      rows.changes(of: $1, to: dialect.parameter($0 + 1))
    }
    let version = quoted("_version")
    return "UPDATE \(quoted(entity.table.name)) SET"
      + " \((changes + ["\(version) = \(version) + 1"]).joined(separator: ", "))"
      + " WHERE \(quoted("_id")) = \(dialect.parameter(columns.count + 1))"
  }

  /// Returns the statement that removes the row of `table` whose id is parameter 1.
  package func delete(_ table: TableLayout) -> String {
    "DELETE FROM \(quoted(table.name)) WHERE \(quoted("_id")) = \(dialect.parameter(1))"
  }
}

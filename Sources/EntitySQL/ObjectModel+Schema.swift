package import EntityModel
import EntityStore

extension ObjectModel {
  /// The statements that create the tables of a store for the model, in order.
  package var schemaStatements: [String] {
    SchemaStatements(layout: StoreLayout(self), dialect: SQLiteDialect()).all
  }

  /// Returns the statements that make a store for `old` one for the model, in order; ids of rows
  /// that come to share a table with others are not increased in them.
  package func migrationStatements(from old: ObjectModel) -> [String] {
    MigrationStatements(ModelMapping(from: old, to: self), ids: [:], dialect: SQLiteDialect())
      .all.map(\.sql)
  }
}

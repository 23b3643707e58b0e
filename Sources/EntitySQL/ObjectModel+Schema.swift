package import EntityModel
import EntityStore

extension ObjectModel {
  /// The statements that create the tables of a store for the model, in order.
  package var schemaStatements: [String] {
    SchemaStatements(layout: StoreLayout(self), dialect: SQLiteDialect()).all
  }
}

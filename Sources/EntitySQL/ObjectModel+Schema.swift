package import EntityModel

extension ObjectModel {
  /// The statements that create the tables of a store for the model, in order.
  package var schemaStatements: [String] {
    SchemaTexts(layout: StoreLayout(self), dialect: SQLiteDialect()).statements
  }
}

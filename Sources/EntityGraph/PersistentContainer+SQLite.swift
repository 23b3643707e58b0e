public import EntityModel
public import EntityRuntime
public import EntitySQLite

extension PersistentContainer {
  /// Opens the store at `location`, creating it when there is none.
  ///
  /// - Throws: a `ModelError` if no class implements an entity; a `StoreError` if the store cannot
  ///   be opened or was made for another model. Nothing has been changed then.
  public convenience init(
    model: ObjectModel, at location: StoreLocation, options: StoreOptions = StoreOptions()
  ) throws {
    try model.check()
    try self.init(
      model: model, store: try SQLiteStore(model: model, at: location, options: options))
  }
}

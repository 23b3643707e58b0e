public import EntityModel
public import EntityRuntime
public import EntitySQLite
public import EntityStore

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
      model: model,
      store: try SQLiteStore(model: model, at: location, options: options) {
        // What a class computes is known to its objects alone, which need a store to be made.
        let store = try SQLiteStore(model: model, at: .memory)
        return try PersistentContainer(model: model, store: store).computedDefaults()
      })
  }

  /// Returns what opening the store at `location` for `model` would do to it, without opening it;
  /// `nil` for a store that fits the model, or that does not exist.
  ///
  /// What `options` allow to be lost is automatic in the plan.
  ///
  /// - Throws: a `ModelError` if the model breaks a rule, a `StoreError` if the store cannot be
  ///   read.
  public static func migrationPlan(
    for model: ObjectModel, at location: StoreLocation, options: StoreOptions = StoreOptions()
  ) throws -> MigrationPlan? {
    try model.check()
    return try SQLiteStore.migrationPlan(for: model, at: location, options: options)
  }
}

public import EntityModel
public import EntityRuntime
public import EntitySQLite
public import EntityStore

extension PersistentContainer {
  /// Opens the store at `location`, creating it when there is none, and migrating it when it was
  /// made for another model.
  ///
  /// A store that was made for one of the model's snapshots is taken along those of `migrations`
  /// that lead on from there, and automatically between them.
  ///
  /// - Throws: a `ModelError` if no class implements an entity; a `StoreError` if the store cannot
  ///   be opened or was made for another model. Nothing has been changed then.
  public convenience init(
    model: ObjectModel, at location: StoreLocation, options: StoreOptions = StoreOptions(),
    migrations: [Migration] = []
  ) throws {
    try model.check()
    // Snapshots are read only where a store is created or migrated; what is wrong with a migration
    // is wrong with every store.
    let history = migrations.isEmpty ? nil : try model.history(migrations)
    try self.init(
      model: model,
      store: try SQLiteStore(
        model: model, at: location, options: options,
        history: { try history ?? model.history([]) }
      ) { try Self.computedDefaults(of: model) })
  }

  /// Returns the default values that the classes of `model` compute.
  private static func computedDefaults(
    of model: ObjectModel
  ) throws -> [String: [String: StoredValue]] {
    // What a class computes is known to its objects alone, which need a store to be made.
    let store = try SQLiteStore(model: model, at: .memory)
    return try PersistentContainer(model: model, store: store).computedDefaults()
  }

  /// Returns what opening the store at `location` for `model` would do to it, without opening it;
  /// `nil` for a store that fits the model, or that does not exist.
  ///
  /// What `options` allow to be lost is `allowed` in the plan. Of a store in the middle of a
  /// migration in batches, it is the plan of the rest.
  ///
  /// - Throws: a `ModelError` if the model breaks a rule, a `StoreError` if the store cannot be
  ///   read.
  public static func migrationPlan(
    for model: ObjectModel, at location: StoreLocation, options: StoreOptions = StoreOptions(),
    migrations: [Migration] = []
  ) throws -> MigrationPlan? {
    try model.check()
    return try SQLiteStore.migrationPlan(
      for: model, at: location, options: options, history: { try model.history(migrations) }
    ) { try computedDefaults(of: model) }
  }
}

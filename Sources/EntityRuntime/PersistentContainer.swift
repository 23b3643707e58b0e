public import EntityModel
public import EntityStore

/// A store and the contexts over it.
///
/// A container is Sendable: make one for a database, share it, and make a context for each unit of
/// work.
public final class PersistentContainer: Sendable {
  /// The model that the container was opened with.
  public let model: ObjectModel

  /// Where the rows are kept.
  let store: Store

  /// The model's entities with their classes.
  let entities: ManagedModel

  /// Opens the store at `location`, creating it when there is none.
  ///
  /// - Throws: a `ModelError` when no class stands for an entity; a `StoreError` when the store
  ///   cannot be opened or was made for another model. Nothing has been changed then.
  public init(
    model: ObjectModel, at location: StoreLocation, options: StoreOptions = StoreOptions()
  ) throws {
    // What was resolved when the program was built has been checked then.
    if model.classes.links == nil { try model.validate() }
    let store = try Store(model: model, at: location, options: options)
    self.model = model
    self.store = store
    entities = try ManagedModel(model, store.layout)
  }

  /// Returns a new context, which knows no objects yet.
  ///
  /// A context is cheap: it opens nothing, and borrows a connection while it reads or saves.
  public func newContext() -> ManagedObjectContext { ManagedObjectContext(container: self) }

  /// Waits for what is going on to end and closes the store; contexts can read and save no more.
  public func close() { store.close() }
}

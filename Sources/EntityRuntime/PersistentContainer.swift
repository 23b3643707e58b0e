public import EntityModel
package import EntityStore

/// A store and the contexts over it.
///
/// A container is Sendable: make one for a database, share it, and make a context for each unit of
/// work.
public final class PersistentContainer: Sendable {
  /// The model that the container was opened with.
  public let model: ObjectModel

  /// Where the rows are.
  let store: any Store

  /// The model's entities with their classes.
  let entities: ManagedModel

  /// Creates a container over `store`, which is open for `model`.
  ///
  /// - Throws: a `ModelError` if no class implements an entity; the store is closed then.
  package init(model: ObjectModel, store: any Store) throws {
    self.model = model
    self.store = store
    do {
      entities = try ManagedModel(model, store.layout)
    } catch {
      store.close()
      throw error
    }
  }

  /// Returns a new context, which knows no objects yet.
  ///
  /// A context is cheap: it opens nothing, and borrows a connection while it reads or saves.
  public func newContext() -> ManagedObjectContext { ManagedObjectContext(container: self) }

  /// Waits for what is going on to end and closes the store; contexts can read and save no more.
  public func close() { store.close() }
}

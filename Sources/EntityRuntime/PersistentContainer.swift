public import EntityModel
package import EntityStore
import Synchronization

/// A store and the contexts over it.
///
/// A container is Sendable: make one for a database, share it, and make a context for each unit of
/// work.
public final class PersistentContainer: Sendable {
  /// The model that the container was opened with.
  public let model: ObjectModel

  /// Where the rows are.
  package let store: any Store

  /// The tag of the store.
  let storeTag: StoreTag

  /// The model's entities with their classes.
  let entities: ManagedModel

  /// Who is informed of commits.
  let feed: CommitFeed

  /// What is found again when it may have changed.
  let liveQueries: LiveQueries

  /// Where `read` runs.
  let readLane: Lane

  /// Where `write` runs.
  let writeLane: Lane

  /// Which objects the requests of new contexts find.
  let defaultVisibility: Mutex<Visibility>

  /// Is called with what no error can report, if the program has said so.
  private let misuseHandler = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Creates a container over `store`, which is open for `model`.
  ///
  /// - Throws: a `ModelError` if no class implements an entity; the store is closed then.
  package init(model: ObjectModel, store: any Store) throws {
    self.model = model
    self.store = store
    storeTag = StoreTag(storeID: store.id)
    feed = CommitFeed(store)
    liveQueries = LiveQueries(feed, store.layout)
    let observer = store.observer.flatMap { $0.observed.waits ? $0 : nil }
    readLane = Lane(width: store.readerCount, didWait: observer.map { $0.reporting(.reader) })
    writeLane = Lane(width: 1, didWait: observer.map { $0.reporting(.writer) })
    do {
      entities = try ManagedModel(model, store.layout, checksFetches: !(store is ProbeStore))
      defaultVisibility = Mutex(Visibility(entities))
    } catch {
      store.close()
      throw error
    }
  }

  /// Returns a new context, which knows no objects yet.
  ///
  /// A context is cheap: it opens nothing, and borrows a connection while it reads or saves.
  ///
  /// - Parameters:
  ///   - fileID: The file of the caller, as `StoreEvent.RepeatedRead` names it; a function that
  ///     makes contexts for others takes theirs, with the same default, and passes it on.
  ///   - line: The line of the caller.
  public func newContext(
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> ManagedObjectContext {
    ManagedObjectContext(container: self, for: Caller(fileID: fileID, line: line))
  }

  deinit { feed.finish() }

  /// Has `handler` called with each mistake of the program that no call can throw and no save will
  /// report: a change of an object whose context has been released.
  ///
  /// Without a handler the sentence is written to the standard error. The handler is called on the
  /// thread of the mistake; let it end the process where that is wanted, as in tests.
  public func onMisuse(_ handler: @escaping @Sendable (String) -> Void) {
    misuseHandler.withLock { $0 = handler }
  }

  /// Reports `message`, a mistake of the program.
  func report(_ message: String) {
    if let handler = misuseHandler.withLock({ $0 }) { return handler(message) }
    Misuses.show(message)
  }

  /// Closes the store: refuses everything from now on and waits for what is going on to end, for as
  /// long as `StoreOptions.waitTimeout` says.
  ///
  /// It may be called more than once and from anywhere; what the calling thread itself does with
  /// the store is not waited for. Feeds and live queries end. What still goes on when the time is
  /// over may end; the store is released then.
  public func close() {
    feed.finish()
    store.close()
  }

  /// Closes the store as `close()` does, and waits for at most `timeout`.
  ///
  /// - Throws: a `StoreError` of the code `timedOut` if something still goes on then. The store is
  ///   closed, and released when that ends.
  public func close(timeout: Duration) throws {
    feed.finish()
    try store.close(within: timeout)
  }

  /// Closes the store as `close()` does, and lets other tasks go on while it waits for at most
  /// `timeout`, or for as long as `StoreOptions.waitTimeout` says.
  ///
  /// - Throws: a `StoreError` of the code `timedOut` if something still goes on then. The store is
  ///   closed, and released when that ends.
  public func shutDown(timeout: Duration? = nil) async throws {
    feed.finish()
    let store = store
    try await Lane().perform { () throws in
      try store.close(within: timeout ?? store.waitTimeout)
    }
  }
}

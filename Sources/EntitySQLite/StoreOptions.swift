public import EntityStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How a store is opened and used.
public struct StoreOptions: Sendable {
  /// `true` if the store refuses to be written and its file must exist.
  public var isReadOnly: Bool

  /// How long an operation waits for another process to release the file.
  public var busyTimeout: Duration

  /// How long an operation waits for others of this program: for a reader to become free, for
  /// another save to end, for what goes on to end before the store is closed. Then it throws a
  /// `StoreError` of the code `timedOut`.
  public var waitTimeout: Duration

  /// How many reads can go on at once, at least 1; a store in memory has one connection for all.
  public var readerCount: Int

  /// What happens to a store that was made for another model.
  public var migration: MigrationPolicy

  /// Is called with every SQL statement that is run, without the values bound to it, from any
  /// thread.
  public var trace: (@Sendable (String) -> Void)?

  /// Is called, from the thread that opens the store, while rows are copied or visited for a
  /// migration.
  public var migrationProgress: (@Sendable (MigrationProgress) -> Void)?

  /// How much history of its commits the store keeps, or `nil` to begin none.
  ///
  /// A store that has a history once keeps it, whoever opens it; `nil` leaves the pruning to
  /// others. `container.removeHistory()` ends it.
  public var history: HistoryPolicy?

  /// `true` if live queries and contexts that follow commits take note of what other processes, and
  /// other containers of this one, commit to the file; `false` unless set.
  ///
  /// They learn that something has been committed, not what: each live query finds its result
  /// again, and each context that follows looks at the rows of all its objects. As long as there
  /// are any, a watch looks at the file whenever its log is written, and twice a second. The
  /// commits themselves are in the history: `container.commits(after:)`.
  public var followsOtherProcesses: Bool

  /// Returns the time that commits are dated by, and that attributes marked `.createdAt` and
  /// `.updatedAt` are given.
  public var now: @Sendable () -> Date

  /// `false` if statements by hand are run as if SQLite had no pre-update hook.
  package var usesPreUpdateHook = true

  /// `false` if what the store holds of derived attributes stays as it is, whatever the model says:
  /// for who opens a store for the model that it has itself, which says nothing of them.
  package var keepsDerived = true

  /// What a commit survives.
  public var durability: Durability

  /// How many bytes of its file a connection maps to memory to read them; 0, the usual, for none.
  ///
  /// It saves the copying of pages that no cache has. A file that is made shorter by others while
  /// it is mapped ends the process, where it is a `StoreError` otherwise.
  public var mappedBytes: Int

  /// How many bytes of pages each connection may hold in memory, 16 MiB as a rule; a container has
  /// up to `readerCount` connections and three more.
  public var cacheBytes: Int

  /// The permissions of files that are made, such as `0o600`: a new store, those beside it, and
  /// copies of it. `nil` for `0o644` without what the process's umask takes away.
  ///
  /// Files that are there already stay as they are.
  public var filePermissions: Int?

  /// What a fetch may cost in contexts that do not say otherwise.
  public var budget: FetchBudget

  /// Which events the observer receives.
  public var observed: ObservedEvents

  /// Receives what happens in the store, on the thread that it happens on, which waits meanwhile.
  ///
  /// It is to return soon, and must not use the container. Without an observer nothing is measured.
  public var observer: (@Sendable (StoreEvent) -> Void)?

  /// What counts the queries of a test; `nil` for a store that is no test's.
  package var queryLog: QueryLog?

  /// What a commit survives.
  public enum Durability: Hashable, Sendable {
    /// The end of the process at any moment. When the system itself goes down, or the power, the
    /// last commits may be gone, each of them whole; the store is sound.
    case normal

    /// The end of the system too: a commit waits until the disk has it.
    case full
  }

  /// Creates options.
  public init(
    isReadOnly: Bool = false, busyTimeout: Duration = .seconds(5),
    waitTimeout: Duration = .seconds(30), readerCount: Int = 4,
    migration: MigrationPolicy = .automatic,
    trace: (@Sendable (String) -> Void)? = nil,
    migrationProgress: (@Sendable (MigrationProgress) -> Void)? = nil,
    durability: Durability = .normal, mappedBytes: Int = 0, cacheBytes: Int = 16 << 20,
    filePermissions: Int? = nil, budget: FetchBudget = .unlimited,
    observed: ObservedEvents = ObservedEvents(),
    observer: (@Sendable (StoreEvent) -> Void)? = nil,
    history: HistoryPolicy? = nil, followsOtherProcesses: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.isReadOnly = isReadOnly
    self.busyTimeout = busyTimeout
    self.waitTimeout = waitTimeout
    self.readerCount = readerCount
    self.migration = migration
    self.trace = trace
    self.migrationProgress = migrationProgress
    self.durability = durability
    self.mappedBytes = mappedBytes
    self.cacheBytes = cacheBytes
    self.filePermissions = filePermissions
    self.budget = budget
    self.observed = observed
    self.observer = observer
    self.history = history
    self.followsOtherProcesses = followsOtherProcesses
    self.now = now
  }
}

extension StoreOptions {
  /// The options that migrate a store, losing no more than `permissions` say; with `backup`, the
  /// file is copied beforehand.
  public static func migrating(
    allowing permissions: MigrationPolicy.Permission..., backup: Bool = false
  ) -> StoreOptions {
    StoreOptions(migration: MigrationPolicy(allowing: permissions, backup: backup))
  }

  /// The options that remove everything from a store that was made for another model, is damaged or
  /// of a later format; for what can be made again, such as a cache.
  ///
  /// A file is removed from only if its header says that it is a store, and never because it is
  /// locked or cannot be read. Damage that is found once rows are read is an error as always.
  public static var recreatingOnMismatch: StoreOptions { StoreOptions(migration: .recreate) }
}

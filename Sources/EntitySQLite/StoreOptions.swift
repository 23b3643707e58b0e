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

  /// Returns the time that commits are dated by.
  public var now: @Sendable () -> Date = { Date() }

  /// Creates options.
  public init(
    isReadOnly: Bool = false, busyTimeout: Duration = .seconds(5),
    waitTimeout: Duration = .seconds(30), readerCount: Int = 4,
    migration: MigrationPolicy = .automatic,
    trace: (@Sendable (String) -> Void)? = nil,
    migrationProgress: (@Sendable (MigrationProgress) -> Void)? = nil
  ) {
    self.isReadOnly = isReadOnly
    self.busyTimeout = busyTimeout
    self.waitTimeout = waitTimeout
    self.readerCount = readerCount
    self.migration = migration
    self.trace = trace
    self.migrationProgress = migrationProgress
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

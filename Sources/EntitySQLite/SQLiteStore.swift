package import EntityModel
import EntitySQL
package import EntityStore
import Synchronization

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps the rows of a model's objects in a SQLite database.
package final class SQLiteStore: Store {
  /// The model.
  package let model: ObjectModel

  /// How objects are stored.
  package let layout: StoreLayout

  /// Where the rows are.
  package let location: StoreLocation

  /// How the store is used.
  package let options: StoreOptions

  /// The one session that writes; in memory it is also the one that reads.
  let writers: ConnectionPool<SQLiteWritingSession>

  /// What shortens the log; `nil` for a store that has none.
  private let checkpointer: Checkpointer?

  /// The sessions that read a file.
  let readers: ConnectionPool<SQLiteSession>

  /// The connection that looks after a file: one that is neither read nor written with.
  let keeper: ConnectionPool<Connection>

  /// The databases in memory in which texts are searched that are not stored.
  let searches: ConnectionPool<TextFinder>

  /// The thread that has that connection, or 0.
  let keepingThread = Atomic<UInt>(0)

  /// The thread that has written, as long as it is one alone; 0 for none, `several` for more.
  private let writingThread = Atomic<UInt>(0)

  private static let several = UInt.max

  /// How connections are opened.
  let opening: StoreOpening

  /// The version of the model that the store was for when it was opened, or of a later one that
  /// only adds to it.
  private let version: Mutex<String?>

  /// The description of that model.
  let description: String?

  /// Opens the store at `location`, or creates it.
  ///
  /// - Parameters:
  ///   - history: returns the models that the program had before, and the stages between them.
  ///   - computedDefaults: returns the default values that `model` does not know, for rows
  ///     of a store that is migrated.
  /// - Requires: `model` obeys the rules of models.
  /// - Throws: what is wrong with the file, which has not been changed then.
  package init(
    model: ObjectModel, at location: StoreLocation, options: StoreOptions = StoreOptions(),
    history: @escaping @Sendable () throws -> ModelHistory = { ModelHistory() },
    computedDefaults: @escaping StoreOpening.ComputedDefaults = { [:] }
  ) throws(StoreError) {
    let layout = StoreLayout(model)
    let statements = RowStatements(layout, SQLiteDialect())
    let opening = StoreOpening(
      model: model, location: location, options: options, statements: statements,
      computedDefaults: computedDefaults, knownHistory: history, monitor: StoreMonitor(options))
    let connection = try opening.first()
    self.opening = opening
    version = Mutex(try StoreMetadata.version(statements, in: connection))
    let description = try StoreMetadata.description(statements, in: connection)
    self.description = description
    opening.monitor.storeID.withLock { [id = try? StoreMetadata.id(statements, in: connection)] in
      $0 = id
    }
    _ = try opening.watched(connection, description)
    self.model = model
    self.layout = layout
    self.location = location
    self.options = options
    let observer = opening.monitor.waits
    writers = ConnectionPool(
      for: "writing", capacity: 1, timeout: options.waitTimeout,
      didWait: observer.map { $0.reporting(.writer) }
    ) { () throws(StoreError) in
      // The only session was added when the store was opened and is released only by closing.
      throw StoreError(.closed, "the store has been closed; open it again")
    }
    if location == .memory || options.isReadOnly {
      checkpointer = nil
    } else {
      connection.countLog()
      checkpointer = Checkpointer { () throws(StoreError) in try opening.reader() }
    }
    writers.add(
      SQLiteWritingSession(
        connection, statements, isAlone: location == .memory, options: options))
    readers = ConnectionPool(
      for: "reading", capacity: options.readerCount, timeout: options.waitTimeout,
      didWait: observer.map { $0.reporting(.reader) }
    ) { () throws(StoreError) in
      SQLiteSession(try opening.watched(opening.reader(), description), statements)
    }
    searches = ConnectionPool(
      for: "searching", capacity: options.readerCount, timeout: options.waitTimeout
    ) { () throws(StoreError) in try TextFinder() }
    keeper = ConnectionPool(for: "maintenance", capacity: 1, timeout: options.waitTimeout) {
      () throws(StoreError) in
      try opening.watched(opening.another(), description)
    }
  }

  /// The id of the store; empty for a store without one, which cannot be written.
  package var id: String { opening.monitor.storeID.withLock { $0 } ?? "" }

  /// The version that a row has once it has been inserted.
  package var firstVersion: Int64 { SQLiteWritingSession.firstVersion }

  /// How long an operation waits for others of this process.
  package var waitTimeout: Duration { options.waitTimeout }

  /// Returns the time that commits are dated by.
  package var now: @Sendable () -> Date { options.now }

  /// How many reads can go on at once.
  package var readerCount: Int { location == .memory ? 1 : readers.capacity }

  /// Returns what `body` makes of one state of the store; waits while all readers are busy.
  ///
  /// As long as one thread alone has written, it reads through the connection that it writes with:
  /// a commit empties the page caches of all the others. A store in memory has one session. A
  /// thread that reads already goes on with what it has.
  package func read<Result>(
    _ lease: Lease?, _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    if let session = try sharedSession() { return try body(session) }
    if location == .memory {
      return try writers.withSession(lease) { try read($0, lease, body) }
    }
    if writingThread.load(ordering: .relaxed) == Self.currentThread,
      let result = try writers.withFreeSession({ try read($0, lease, body) })
    {
      return result
    }
    return try readers.withSession(lease) { try read($0, lease, body) }
  }

  /// Returns what `body` makes of one state of the store through `session`.
  private func read<Result>(
    _ session: SQLiteSession, _ lease: Lease?, _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    try session.connection.withLease(lease) {
      try session.lend(by: self, isWriting: false) {
        try session.connection.withTransaction("BEGIN", session, body)
      }
    }
  }

  /// Returns the session that the current thread reads with already and may go on with, or `nil`.
  private func sharedSession() throws -> SQLiteSession? {
    guard ThreadSessions.innermost != nil else { return nil }
    var found: SQLiteSession?
    ThreadSessions.forEach(of: self) { session in
      // What a thread reads while it writes is the state before, which another session sees.
      guard let lent = session.lent, location == .memory || !lent.isWriting, !lent.isStale else {
        return true
      }
      found = session
      return false
    }
    if let session = found as? SQLiteWritingSession, session.isApplying {
      throw StoreError(
        .busy,
        "a store in memory cannot be read by what a save of the same thread calls while it writes; "
          + "read before the save, or use a store in a file")
    }
    return found
  }

  /// Returns what `body` does in one transaction; waits while somebody else writes.
  ///
  /// - Throws: `busy` if this thread writes already, or reads a store in memory, which ends no
  ///   sooner than this returns.
  package func write<Result>(
    _ lease: Lease?, _ body: (any WritingSession) throws -> Result, committed: (Result) -> Void
  ) throws -> Result {
    try requireWritable()
    if try readsThroughWriter() {
      // The thread reads through the connection that would write, in a transaction that goes on.
      let connection = try opening.watched(opening.another(), description)
      let session = SQLiteWritingSession(
        connection, opening.statements, options: options)
      return try write(session, lease, body, committed)
    }
    return try writers.withSession(lease) { session in
      let result = try write(session, lease, body, committed)
      let (known, thread) = (writingThread.load(ordering: .relaxed), Self.currentThread)
      if known != thread {
        writingThread.store(known == 0 ? thread : Self.several, ordering: .relaxed)
      }
      return result
    }
  }

  /// Returns `true` if the current thread reads through the connection that writes.
  ///
  /// - Throws: that the thread cannot write before what it does has ended.
  private func readsThroughWriter() throws(StoreError) -> Bool {
    var (readsThroughWriter, isWriting, isReading) = (false, false, false)
    ThreadSessions.forEach(of: self) { session in
      isReading = true
      if session is SQLiteWritingSession { readsThroughWriter = true }
      if session.lent?.isWriting == true { isWriting = true }
      return true
    }
    if isWriting {
      throw StoreError(
        .busy, "this thread is saving to the store already; save after that save has returned")
    }
    if isReading, location == .memory {
      throw StoreError(
        .busy,
        "a store in memory cannot be written while the same thread reads it; save after the read "
          + "has returned, or use a store in a file")
    }
    return readsThroughWriter
  }

  /// Returns what `body` does in one transaction of `session`.
  private func write<Result>(
    _ session: SQLiteWritingSession, _ lease: Lease?,
    _ body: (any WritingSession) throws -> Result, _ committed: (Result) -> Void
  ) throws -> Result {
    let result = try session.connection.withLease(lease) {
      try session.lend(by: self, isWriting: true) {
        defer { session.isApplying = false }
        return try session.connection.withTransaction("BEGIN IMMEDIATE", session) { session in
          try checkVersion(session.connection)
          session.history.begin()
          let result = try body(session)
          // What is committed is in the history, whoever has forgotten to say who made it.
          _ = try session.history.finish(by: nil)
          return result
        }
      }
    }
    ThreadSessions.forEach(of: self) { session in
      session.noteStale()
      return true
    }
    committed(result)
    checkpointer?.noteLog(ofPages: session.connection.pagesInLog)
    return result
  }

  /// Refuses to write a store that another program has migrated since it was opened, unless all
  /// that has been added leaves what this one writes as right as before.
  private func checkVersion(_ connection: Connection) throws(StoreError) {
    guard location != .memory else { return }
    let found = try StoreMetadata.version(opening.statements, in: connection)
    if version.withLock({ $0 == found }) { return }
    do throws(StoreError) {
      try StoreMetadata.checkFit(description, opening.statements, in: connection)
    } catch {
      throw error.located(at: "\(location)")
    }
    version.withLock { $0 = found }
  }

  /// A number that no other thread that runs has.
  static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Returns what making the store at `location` fit `model` would do; `nil` for a store that fits,
  /// or that does not exist.
  ///
  /// - Throws: why the store cannot be read. Nothing is changed.
  package static func migrationPlan(
    for model: ObjectModel, at location: StoreLocation, options: StoreOptions,
    history: @escaping @Sendable () throws -> ModelHistory = { ModelHistory() },
    computedDefaults: @escaping StoreOpening.ComputedDefaults = { [:] }
  ) throws(StoreError) -> MigrationPlan? {
    let statements = RowStatements(StoreLayout(model), SQLiteDialect())
    return try StoreOpening(
      model: model, location: location, options: options, statements: statements,
      computedDefaults: computedDefaults, knownHistory: history
    ).migrationPlan()
  }

  /// Calls `notice` when another process may have committed to the file.
  package func watchCommits(_ notice: @escaping @Sendable (Int64) -> Void) -> (any CommitWatch)? {
    guard case .file(let path)? = try? location.resolved() else { return nil }
    return FileCommitWatch(path, notice) { [opening] () throws(StoreError) in
      try opening.reader()
    }
  }

  /// Calls `notice` when somebody else may have committed to the file, if the options ask for it.
  package func watchOthers(_ notice: @escaping @Sendable () -> Void) -> (any CommitWatch)? {
    guard options.followsOtherProcesses, case .file(let path)? = try? location.resolved() else {
      return nil
    }
    // SQLite counts for a connection what others than it have committed; this store commits through
    // the one that writes.
    return FileCommitWatch(path) { _ in
      notice()
    } othersVersion: { [writers] in
      try writers.withFreeSession {
        try $0.connection.integer("PRAGMA data_version", isTraced: false)
      } ?? nil
    }
  }

  /// Refuses everything from now on, waits for what is going on to end and closes the database.
  package func close(within timeout: Duration) throws(StoreError) {
    var (readers, writers) = (0, 0)
    ThreadSessions.forEach(of: self) { session in
      if session is SQLiteWritingSession { writers += 1 } else { readers += 1 }
      return true
    }
    checkpointer?.close()
    keeper.refuse()
    searches.refuse()
    self.readers.refuse()
    self.writers.refuse()
    let end = ContinuousClock.now + timeout.bounded
    try self.writers.waitForEnd(within: timeout, own: writers)
    try self.readers.waitForEnd(within: max(end - .now, .zero), own: readers)
    let isKeeping = keepingThread.load(ordering: .relaxed) == Self.currentThread
    try keeper.waitForEnd(within: max(end - .now, .zero), own: isKeeping ? 1 : 0)
  }
}

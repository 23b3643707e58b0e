package import EntityModel
import EntitySQL
package import EntityStore
import Synchronization

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
  private let writers: ConnectionPool<SQLiteWritingSession>

  /// What shortens the log; `nil` for a store that has none.
  private let checkpointer: Checkpointer?

  /// The sessions that read a file.
  private let readers: ConnectionPool<SQLiteSession>

  /// The thread that has written, as long as it is one alone; 0 for none, `several` for more.
  private let writingThread = Atomic<UInt>(0)

  /// What is done with the connection that writes, or `nil` while nobody has it.
  private let writerUse = Mutex<WriterUse?>(nil)

  private static let several = UInt.max

  /// How connections are opened.
  private let opening: StoreOpening

  /// The version of the model that the store was for when it was opened, or of a later one that
  /// only adds to it.
  private let version: Mutex<String?>

  /// The description of that model.
  private let description: String?

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
      computedDefaults: computedDefaults, knownHistory: history)
    let connection = try opening.first()
    self.opening = opening
    version = Mutex(try StoreMetadata.version(statements, in: connection))
    let description = try StoreMetadata.description(statements, in: connection)
    self.description = description
    _ = try opening.watched(connection, description)
    self.model = model
    self.layout = layout
    self.location = location
    self.options = options
    writers = ConnectionPool(capacity: 1) { () throws(StoreError) in
      // The only session was added when the store was opened and is released only by closing.
      throw StoreError(.closed, "the store has been closed; open it again")
    }
    if location == .memory || options.isReadOnly {
      checkpointer = nil
    } else {
      connection.countLog()
      checkpointer = Checkpointer { () throws(StoreError) in try opening.reader() }
    }
    writers.add(SQLiteWritingSession(connection, statements, isAlone: location == .memory))
    readers = ConnectionPool(capacity: options.readerCount) { () throws(StoreError) in
      SQLiteSession(try opening.watched(opening.reader(), description), statements)
    }
  }

  /// The version that a row has once it has been inserted.
  package var firstVersion: Int64 { SQLiteWritingSession.firstVersion }

  /// Returns what `body` makes of one state of the store; waits while all readers are busy.
  ///
  /// As long as one thread alone has written, it reads through the connection that it writes with:
  /// a commit empties the page caches of all the others. A store in memory has one session, through
  /// which a thread that has it already goes on to read.
  package func read<Result>(_ body: (any StoreSession) throws -> Result) throws -> Result {
    let thread = Self.currentThread
    if location == .memory {
      if let use = writerUse(of: thread) { return try read(within: use, body) }
      return try writers.withSession { try read($0, thread, body) }
    }
    if writingThread.load(ordering: .relaxed) == thread,
      let result = try writers.withFreeSession({ try read($0, thread, body) })
    {
      return result
    }
    return try readers.withSession { try $0.connection.withTransaction("BEGIN", $0, body) }
  }

  /// Returns what `body` makes of one state of the store through `session`, which writes.
  private func read<Result>(
    _ session: SQLiteWritingSession, _ thread: UInt, _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    try withUse(WriterUse(thread: thread, session: session, isWriting: false)) {
      try session.connection.withTransaction("BEGIN", session, body)
    }
  }

  /// Returns what `body` makes of the state that the transaction of `use` began with.
  private func read<Result>(
    within use: WriterUse, _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    guard !use.session.isApplying else {
      throw StoreError(
        .busy,
        "a store in memory cannot be read by what a save of the same thread calls while it writes; "
          + "read before the save, or use a store in a file")
    }
    return try body(use.session)
  }

  /// Returns what `body` does in one transaction; waits while somebody else writes.
  ///
  /// - Throws: `busy` if this thread writes already, or reads a store in memory, which ends no
  ///   sooner than this returns.
  package func write<Result>(_ body: (any WritingSession) throws -> Result) throws -> Result {
    if options.isReadOnly {
      throw StoreError(.readOnly, "'\(location)' was opened as read only, so it cannot be written")
    }
    let thread = Self.currentThread
    if let use = writerUse(of: thread) {
      if use.isWriting {
        throw StoreError(
          .busy, "this thread is saving to the store already; save after that save has returned")
      }
      if location == .memory {
        throw StoreError(
          .busy,
          "a store in memory cannot be written while the same thread reads it; save after the read "
            + "has returned, or use a store in a file")
      }
      // The thread reads through the connection that would write, in a transaction that goes on.
      let connection = try opening.watched(opening.another(), description)
      let session = SQLiteWritingSession(connection, opening.statements)
      return try write(session, thread, body)
    }
    return try writers.withSession { session in
      let result = try write(session, thread, body)
      let known = writingThread.load(ordering: .relaxed)
      if known != thread {
        writingThread.store(known == 0 ? thread : Self.several, ordering: .relaxed)
      }
      return result
    }
  }

  /// Returns what `body` does in one transaction of `session`.
  private func write<Result>(
    _ session: SQLiteWritingSession, _ thread: UInt, _ body: (any WritingSession) throws -> Result
  ) throws -> Result {
    let result = try withUse(WriterUse(thread: thread, session: session, isWriting: true)) {
      defer { session.isApplying = false }
      return try session.connection.withTransaction("BEGIN IMMEDIATE", session) { session in
        try checkVersion(session.connection)
        return try body(session)
      }
    }
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

  /// Returns what `body` does while `use` is what is done with the connection that writes.
  private func withUse<Result>(_ use: WriterUse, _ body: () throws -> Result) rethrows -> Result {
    let outer = writerUse.withLock { current in
      defer { current = use }
      return current
    }
    defer { writerUse.withLock { $0 = outer } }
    return try body()
  }

  /// Returns what `thread` does with the connection that writes, or `nil` if it does not have it.
  private func writerUse(of thread: UInt) -> WriterUse? {
    writerUse.withLock { $0?.thread == thread ? $0 : nil }
  }

  /// A number that no other thread that runs has.
  private static var currentThread: UInt {
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

  /// Waits for what is going on to end and closes the database; everything throws from then on.
  package func close() {
    checkpointer?.close()
    readers.close()
    writers.close()
  }
}

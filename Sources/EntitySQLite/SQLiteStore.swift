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

  /// The thread that has written last, and the one that reads through the connection that writes;
  /// 0 for none.
  private let lastWriter = Atomic<UInt>(0)
  private let readingWriter = Atomic<UInt>(0)

  /// Opens the store at `location`, or creates it.
  ///
  /// - Requires: `model` obeys the rules of models.
  /// - Throws: what is wrong with the file, which has not been changed then.
  package init(
    model: ObjectModel, at location: StoreLocation, options: StoreOptions = StoreOptions()
  ) throws(StoreError) {
    let layout = StoreLayout(model)
    let statements = RowStatements(layout, SQLiteDialect())
    let opening = StoreOpening(
      model: model, location: location, options: options, statements: statements)
    let connection = try opening.first()
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
    writers.add(SQLiteWritingSession(connection, statements))
    readers = ConnectionPool(capacity: options.readerCount) { () throws(StoreError) in
      SQLiteSession(try opening.reader(), statements)
    }
  }

  /// The version that a row has once it has been inserted.
  package var firstVersion: Int64 { SQLiteWritingSession.firstVersion }

  /// Returns what `body` makes of one state of the store; waits while all readers are busy.
  ///
  /// A store in memory has one session, so that `body` must not read or write it otherwise.
  package func read<Result>(_ body: (any StoreSession) throws -> Result) throws -> Result {
    if location == .memory {
      return try writers.withSession { try $0.connection.withTransaction("BEGIN", $0, body) }
    }
    return try readers.withSession { try $0.connection.withTransaction("BEGIN", $0, body) }
  }

  /// Returns what `body` makes of one state of the store, as `read` does.
  ///
  /// A thread that has just written reads through the connection that it wrote with, if nobody else
  /// writes: a commit empties the page caches of all the other connections.
  package func readBriefly<Result>(
    _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    let thread = Self.currentThread
    guard location != .memory, lastWriter.load(ordering: .relaxed) == thread else {
      return try read(body)
    }
    let result = try writers.withFreeSession { session in
      readingWriter.store(thread, ordering: .relaxed)
      defer { readingWriter.store(0, ordering: .relaxed) }
      return try session.connection.withTransaction("BEGIN", session, body)
    }
    return try result ?? read(body)
  }

  /// A number that no other thread that runs has.
  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Returns what `body` does in one transaction; waits while somebody else writes.
  package func write<Result>(_ body: (any WritingSession) throws -> Result) throws -> Result {
    if options.isReadOnly {
      throw StoreError(.readOnly, "'\(location)' was opened as read only, so it cannot be written")
    }
    let thread = Self.currentThread
    if readingWriter.load(ordering: .relaxed) == thread {
      throw StoreError(
        .invalidRequest, "a store cannot be written by code that makes a value of one of its rows")
    }
    return try writers.withSession {
      let result = try $0.connection.withTransaction("BEGIN IMMEDIATE", $0, body)
      lastWriter.store(thread, ordering: .relaxed)
      checkpointer?.noteLog(ofPages: $0.connection.pagesInLog)
      return result
    }
  }

  /// Waits for what is going on to end and closes the database; everything throws from then on.
  package func close() {
    checkpointer?.close()
    readers.close()
    writers.close()
  }
}

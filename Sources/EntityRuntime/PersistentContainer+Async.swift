import EntityModel
import EntityStore

extension PersistentContainer {
  /// Returns what `body` makes of one state of the store, whatever others write meanwhile.
  ///
  ///     let titles = try await container.read { context in
  ///       try context.fetch(Book.sorted(by: \.title).limit(20)).map(\.title)
  ///     }
  ///
  /// `body` runs on a thread of the container, beside other reads, as many as
  /// `StoreOptions.readerCount` says, and is a piece of the task all the same, with its task-local
  /// values; Swift's own threads are not blocked. Its context and objects
  /// are of no use once it has returned: return values, ids, or values of `@Entity(.values)`.
  ///
  /// - Parameters:
  ///   - timeout: How long the call may take in all; `nil` for as long as it takes.
  ///   - fileID: The file of the caller, as `StoreEvent.RepeatedRead` names it; a function that
  ///     passes a closure on takes that of its own caller, with the same default.
  ///   - line: The line of the caller.
  ///   - body: Reads, and changes nothing.
  /// - Throws: `CancellationError` if the task is cancelled, which ends the SQL statement that
  ///   runs; a `StoreError`: `timedOut` if the call takes longer than `timeout` or its turn has not
  ///   come within `StoreOptions.waitTimeout`, `closed`, `invalidRequest` if `body` has changed
  ///   objects; what `body` throws; a `ReadError` with everything that could not be read.
  public func read<Result>(
    timeout: Duration? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> sending Result
  ) async throws -> sending Result {
    let sent = try await readLane.perform(timeout: timeout, waitTimeout: store.waitTimeout) {
      lease in
      try self.store.read(lease) { session in
        let context = self.newContext(fileID: fileID, line: line)
        return try context.unit.session.use(session, lease) {
          let result = Sent(try body(context))
          try lease.check()
          try context.unit.problems.report()
          guard !context.unit.tracker.hasChanges else {
            throw StoreError(
              .invalidRequest,
              "objects have been changed in `read`, which saves nothing; change them in `write`")
          }
          return result
        }
      }
    }
    return sent.value
  }

  /// Returns what `body` does in one transaction, and saves what it has changed.
  ///
  ///     try await container.write { context in
  ///       guard let book = try context.object(Book.self, with: id) else { throw NotFound() }
  ///       book.title = title
  ///     }
  ///
  /// The transaction begins before `body`, so that what it reads cannot change: one write after the
  /// other, on a thread of the container; Swift's own threads are not blocked. New objects have
  /// their permanent ids at once. What `body` has changed is saved when it returns; it may call
  /// `save()` itself, which becomes a part of the transaction, and go on if that throws. When
  /// `body` throws, nothing has happened.
  ///
  /// `body` may run more than once: from the beginning, with a new context, where another process
  /// has kept the file busy. Do what concerns others than the store in `afterCommit`.
  ///
  /// - Parameters:
  ///   - author: Who makes the changes, as commits say it.
  ///   - timeout: How long the call may take in all; `nil` for as long as it takes.
  ///   - fileID: The file of the caller, as `StoreEvent.RepeatedRead` names it; a function that
  ///     passes a closure on takes that of its own caller, with the same default.
  ///   - line: The line of the caller.
  ///   - body: Reads and changes objects of its context.
  /// - Throws: `CancellationError` if the task is cancelled: everything is taken back, unless the
  ///   commit has begun, which then counts. A `StoreError`: `timedOut` if the call takes longer
  ///   than `timeout` or its turn has not come within `StoreOptions.waitTimeout`, `busy`, `closed`,
  ///   `readOnly`; what `body` and `save()` throw. Nothing has been saved then.
  @discardableResult
  public func write<Result>(
    author: String? = nil, timeout: Duration? = nil, fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> sending Result
  ) async throws -> sending Result {
    let written = try await writeLane.perform(
      timeout: timeout, waitTimeout: store.waitTimeout
    ) { lease in
      let caller = Caller(fileID: fileID, line: line)
      return try WriteAttempts(container: self, author: author, lease: lease, caller: caller)
        .run(body)
    }
    for action in written.actions { await action() }
    return written.result.value
  }

  /// Returns what `body` does on a thread of the container, for work that blocks: a backup, a
  /// check, a context of your own.
  ///
  ///     try await container.perform { try $0.backUp(to: path) }
  ///
  /// It waits for no turn and no other work waits for it; what it asks of the store does, as ever.
  ///
  /// - Throws: what `body` throws; `CancellationError` if the task is cancelled before it begins.
  @discardableResult
  public func perform<Result>(
    _ body: @escaping @Sendable (PersistentContainer) throws -> sending Result
  ) async throws -> sending Result {
    let sent = try await Lane().perform { [self] in Sent(try body(self)) }
    return sent.value
  }
}

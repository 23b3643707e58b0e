import EntityModel
import EntityStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What `container.write` returns, and what is to be done now that it is committed.
struct Written<Result>: Sendable {
  let result: Sent<Result>
  let actions: [@Sendable () async -> Void]
}

/// One `container.write`: a transaction, begun again where another process keeps the file busy.
struct WriteAttempts {
  let container: PersistentContainer
  let author: String?
  let lease: Lease
  let caller: Caller

  /// How often the closure may run again.
  private static var mostAttempts: Int { 8 }

  /// Returns what `body` does in the transaction that is committed.
  func run<Result>(
    _ body: (ManagedObjectContext) throws -> sending Result
  ) throws -> Written<Result> {
    let start = ContinuousClock.now
    var attempt = 1
    while true {
      do {
        return try runOnce(body)
      } catch let error as BusyFile {
        let error = error.underlying
        guard attempt < Self.mostAttempts, .now - start < container.store.waitTimeout else {
          container.feed.publish(failure: error, author: author)
          throw error
        }
        try lease.check()
        // Longer each time, and not as long as others, who wait for the same.
        usleep(UInt32.random(in: 500...1000) << UInt32(attempt))
        attempt += 1
      }
    }
  }

  /// Returns what `body` does in one transaction.
  ///
  /// - Throws: `BusyFile` where another process has kept the store's file busy; what `body` throws
  ///   is as it is, also where that is about another store.
  private func runOnce<Result>(
    _ body: (ManagedObjectContext) throws -> sending Result
  ) throws -> Written<Result> {
    var isInBody = false
    do {
      let context = ManagedObjectContext(container: container, for: caller)
      context.author = author
      context.unit.tracker.registerNewObjects()
      let (result, _) = try container.store.write(lease) { session in
        try context.unit.session.use(session, lease) {
          isInBody = true
          let result = Sent(try body(context))
          isInBody = false
          try context.save()
          guard !context.unit.saved.isEmpty else { return (result, nil as HistoryPosition?) }
          return (result, try session.recordCommit(by: context.author))
        }
      } committed: { _, position in
        let saved = context.unit.saved
        if saved.isEmpty { return }
        container.feed.publish(author: context.author, at: position) { saved.changes }
      }
      return Written(result: result, actions: context.unit.commitActions)
    } catch {
      if !isInBody, let error = error as? StoreError, error.code == .busy, error.sqliteCode != nil {
        throw BusyFile(underlying: error)
      }
      container.feed.publish(failure: error, author: author)
      throw error
    }
  }

  /// Another process has kept the file busy.
  private struct BusyFile: Error {
    let underlying: StoreError
  }
}

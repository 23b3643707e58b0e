import Dispatch
package import Foundation
package import EntityModel
package import EntityStore
import Synchronization

/// A store that has its rows in dictionaries and answers with the evaluation in memory: the oracle
/// of others, as simple as it can be.
package final class MemoryStore: Store {
  /// How objects are stored.
  package let layout: StoreLayout

  /// What is stored; `nil` once the store has been closed.
  private let state: Mutex<MemoryState?>

  /// Is held while somebody writes.
  private let writing = DispatchSemaphore(value: 1)

  /// The thread that writes, or `nil` while nobody does.
  private let writer = Mutex<ObjectIdentifier?>(nil)

  /// Creates an empty store for `model`.
  package init(model: ObjectModel) {
    layout = StoreLayout(model)
    state = Mutex(MemoryState())
  }

  /// The version of a row that has just been inserted.
  package var firstVersion: Int64 { MemorySession.firstVersion }

  package let waitTimeout = Duration.seconds(30)

  package let readerCount = 4

  package let now: @Sendable () -> Date = { Date() }

  package func read<Result>(
    _ lease: Lease?, _ body: (any StoreSession) throws -> Result
  ) throws -> Result {
    try lease?.check()
    return try body(MemorySession(layout, try current()))
  }

  package func write<Result>(
    _ lease: Lease?, _ body: (any WritingSession) throws -> Result, committed: (Result) -> Void
  ) throws -> Result {
    try lease?.check()
    let thread = ObjectIdentifier(Thread.current)
    guard writer.withLock({ $0 }) != thread else {
      throw StoreError(.busy, "this thread is writing already")
    }
    writing.wait()
    defer { writing.signal() }
    writer.withLock { $0 = thread }
    defer { writer.withLock { $0 = nil } }
    let session = MemorySession(layout, try current())
    let result = try body(session)
    try session.checkReferences()
    try lease?.check()
    let written = session.state
    state.withLock { $0 = written }
    committed(result)
    return result
  }

  package func close(within timeout: Duration) throws(StoreError) { state.withLock { $0 = nil } }

  /// Returns what is stored.
  private func current() throws(StoreError) -> MemoryState {
    guard let state = state.withLock({ $0 }) else {
      throw StoreError(.closed, "the store has been closed; open it again")
    }
    return state
  }
}

import Dispatch
import EntityStore
import Synchronization

/// Things over a connection that are lent to one thread at a time.
final class ConnectionPool<Session>: Sendable {
  /// A session that is not lent.
  private struct Idle: @unchecked Sendable {
    // Sendable, because nobody else refers to the session until it is lent again.
    let session: Session
  }

  /// The sessions not lent, and whether the pool has been closed.
  private struct State {
    var idle: [Idle] = []
    var isClosed = false
  }

  /// The most sessions open at once.
  private let capacity: Int

  /// Counts the sessions that may still be lent.
  private let free: DispatchSemaphore

  /// The sessions that are not lent.
  private let state: Mutex<State>

  /// Opens another session.
  private let open: @Sendable () throws(StoreError) -> Session

  /// Creates a pool of at most `capacity` sessions, at least one.
  init(capacity: Int, open: @escaping @Sendable () throws(StoreError) -> Session) {
    self.capacity = max(capacity, 1)
    free = DispatchSemaphore(value: max(capacity, 1))
    state = Mutex(State())
    self.open = open
  }

  /// Adds `session`, which nobody else uses, to those that can be lent.
  func add(_ session: Session) {
    let idle = Idle(session: session)
    state.withLock { $0.idle.append(idle) }
  }

  /// Calls `body` with a session that nobody else uses; waits until there is one.
  ///
  /// - Throws: a `StoreError` once the pool is closed or when none can be opened, or what `body`
  ///   throws.
  func withSession<Result>(_ body: (Session) throws -> Result) throws -> Result {
    free.wait()
    defer { free.signal() }
    let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
    if isClosed { throw StoreError(.closed, "the store has been closed; open it again") }
    let lent = try idle ?? Idle(session: open())
    defer { state.withLock { $0.idle.append(lent) } }
    return try body(lent.session)
  }

  /// Calls `body` with a session if one is free at once; returns `nil` if none is.
  ///
  /// - Throws: what `body` throws.
  func withFreeSession<Result>(_ body: (Session) throws -> Result) throws -> Result? {
    guard free.wait(timeout: .now()) == .success else { return nil }
    defer { free.signal() }
    guard let lent = state.withLock({ $0.idle.popLast() }) else { return nil }
    defer { state.withLock { $0.idle.append(lent) } }
    return try body(lent.session)
  }

  /// Waits until no session is lent, and releases all of them.
  func close() {
    for _ in 0..<capacity { free.wait() }
    state.withLock { $0 = State(isClosed: true) }
    for _ in 0..<capacity { free.signal() }
  }
}

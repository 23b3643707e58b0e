import Dispatch
import EntityStore
import Synchronization

/// Sessions that are lent to one thread at a time, first come, first served.
final class ConnectionPool<Session>: Sendable {
  /// A session that is not lent.
  private struct Idle: @unchecked Sendable {
    // Sendable, because nobody else refers to the session until it is lent again.
    let session: Session
  }

  /// What somebody who has waited is given.
  private enum Grant {
    case session(Idle)

    /// Permission to open another session.
    case permission

    /// The pool has been closed.
    case nothing
  }

  /// What somebody who asks for a session gets at once.
  private enum Entry {
    case granted(Grant)
    case waiting(Waiter)
  }

  /// Somebody who waits for all but `own` sessions to be given back.
  private struct Closer {
    let own: Int
    let semaphore = DispatchSemaphore(value: 0)
  }

  /// Somebody who waits for a session; `grant` is guarded by the pool's state.
  private final class Waiter: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    let grant = Mutex<Grant?>(nil)
  }

  /// The sessions not lent, how many there are besides, and who waits.
  private struct State {
    var idle: [Idle] = []
    var lent = 0
    var waiters: [Waiter] = []
    var closers: [Closer] = []
    var isClosed = false
  }

  /// The most sessions open at once.
  let capacity: Int

  /// What the sessions are lent for, as it stands in errors: `reading`.
  private let purpose: String

  /// How long somebody waits for a session.
  private let timeout: Duration

  private let state = Mutex(State())

  /// Opens another session.
  private let open: @Sendable () throws(StoreError) -> Session

  /// Is called when a session had to be waited for, with how long; `nil` if nobody wants to know.
  private let didWait: (@Sendable (Duration) -> Void)?

  /// Creates a pool of at most `capacity` sessions, at least one, for `purpose`.
  init(
    for purpose: String, capacity: Int, timeout: Duration,
    didWait: (@Sendable (Duration) -> Void)? = nil,
    open: @escaping @Sendable () throws(StoreError) -> Session
  ) {
    self.purpose = purpose
    self.didWait = didWait
    self.capacity = max(capacity, 1)
    self.timeout = timeout.bounded
    self.open = open
  }

  /// How many wait for a session.
  var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Adds `session`, which nobody else uses, to those that can be lent.
  func add(_ session: Session) {
    let idle = Idle(session: session)
    state.withLock { $0.idle.append(idle) }
  }

  /// The time between two looks whether a task that waits has been cancelled.
  private static var timeBetweenChecks: Duration { .milliseconds(10) }

  /// Calls `body` with a session that nobody else uses; waits until there is one.
  ///
  /// - Throws: a `StoreError` once the pool is closed, when none becomes free in time, when `lease`
  ///   ends before that or when none can be opened; what `body` throws.
  // Inlined, so that what locks the pool is compiled for its own sessions, whatever the result is:
  // code for any sessions keeps it locked much longer.
  @inline(__always) func withSession<Result>(
    _ lease: Lease? = nil, _ body: (Session) throws -> Result
  ) throws -> Result {
    let session = try session(lease)
    let result: Result
    do {
      result = try body(session)
    } catch {
      giveBack(session)
      throw error
    }
    giveBack(session)
    return result
  }

  /// Returns a session, which is lent until it is given back.
  private func session(_ lease: Lease?) throws(StoreError) -> Session {
    var grant: Grant
    switch enter() {
    case .granted(let granted): grant = granted
    case .waiting(let waiter):
      let start = didWait == nil ? 0 : ConnectionMonitor.now
      defer { didWait?(ConnectionMonitor.duration(since: start)) }
      grant = try wait(waiter, lease)
    }
    switch grant {
    case .session(let idle): return idle.session
    case .permission:
      do throws(StoreError) {
        return try open()
      } catch {
        giveBack(nil)
        throw error
      }
    case .nothing: throw StoreError(.closed, "the store has been closed; open it again")
    }
  }

  /// Calls `body` with each session that nobody uses, one after the other.
  func forEachIdle(_ body: (Session) -> Void) {
    for _ in 0..<capacity {
      let lent: Idle? = state.withLock { state in
        guard state.waiters.isEmpty, !state.idle.isEmpty else { return nil }
        state.lent += 1
        return state.idle.removeFirst()
      }
      guard let lent else { return }
      defer { giveBack(lent.session) }
      body(lent.session)
    }
  }

  /// Calls `body` with a session if one is free at once; returns `nil` if none is.
  ///
  /// - Throws: what `body` throws.
  @inline(__always) func withFreeSession<Result>(_ body: (Session) throws -> Result) throws
    -> Result?
  {
    let lent: Idle? = state.withLock { state in
      guard state.waiters.isEmpty, let idle = state.idle.popLast() else { return nil }
      state.lent += 1
      return idle
    }
    guard let lent else { return nil }
    defer { giveBack(lent.session) }
    return try body(lent.session)
  }

  /// Takes what is free, or joins those who wait.
  private func enter() -> Entry {
    state.withLock { state in
      if state.isClosed { return .granted(.nothing) }
      if state.waiters.isEmpty {
        if let idle = state.idle.popLast() {
          state.lent += 1
          return .granted(.session(idle))
        }
        if state.lent < capacity {
          state.lent += 1
          return .granted(.permission)
        }
      }
      let waiter = Waiter()
      state.waiters.append(waiter)
      return .waiting(waiter)
    }
  }

  /// Waits until `waiter` is given something.
  private func wait(_ waiter: Waiter, _ lease: Lease?) throws(StoreError) -> Grant {
    let end = ContinuousClock.now + timeout
    let until = lease?.deadline.map { min($0, end) } ?? end
    let wait = { waiter.semaphore.wait(timeout: .now() + max((until - .now).inSeconds, 0)) }
    if let lease, lease.endsWithTask {
      // Nobody is called when the task is cancelled.
      while !lease.isOver, ContinuousClock.now < until {
        let end = min(until, .now + Self.timeBetweenChecks)
        let seconds = max((end - .now).inSeconds, 0)
        if waiter.semaphore.wait(timeout: .now() + seconds) == .success { break }
      }
    } else if let lease {
      _ = lease.waiting({ waiter.semaphore.signal() }, wait)
    } else {
      _ = wait()
    }
    let grant: Grant? = state.withLock { state in
      if let grant = waiter.grant.withLock({ $0 }) { return grant }
      state.waiters.removeAll { $0 === waiter }
      return nil
    }
    if let grant { return grant }
    try lease?.check()
    throw StoreError(
      .timedOut,
      "nothing became free for \(purpose) in \(timeout.formatted), since others of this program "
        + "use the store; make what they do shorter, or allow more with StoreOptions")
  }

  /// Makes room for somebody else: with `session`, or for one to be opened if there is none.
  private func giveBack(_ session: Session?) {
    let idle = session.map { Idle(session: $0) }
    let woken: [DispatchSemaphore] = state.withLock { state in
      state.lent -= 1
      if state.isClosed {
        return state.closers.filter { state.lent <= $0.own }.map(\.semaphore)
      }
      guard let waiter = state.waiters.first else {
        if let idle { state.idle.append(idle) }
        return []
      }
      state.waiters.removeFirst()
      state.lent += 1
      waiter.grant.withLock { $0 = idle.map { .session($0) } ?? .permission }
      return [waiter.semaphore]
    }
    for semaphore in woken { semaphore.signal() }
  }

  /// Refuses everybody from now on and releases the sessions that are not lent.
  func refuse() {
    let released = state.withLock { state in
      state.isClosed = true
      for waiter in state.waiters {
        waiter.grant.withLock { $0 = .nothing }
        waiter.semaphore.signal()
      }
      state.waiters = []
      defer { state.idle = [] }
      return state.idle
    }
    // They are closed while nobody waits for the lock.
    withExtendedLifetime(released) {}
  }

  /// Waits until no session of the closed pool is lent, but for `own`, which the calling thread has
  /// itself.
  ///
  /// - Throws: that some still are after `timeout`; they are released when they are given back.
  func waitForEnd(within timeout: Duration, own: Int) throws(StoreError) {
    let closer = Closer(own: own)
    let isFinished = state.withLock { state in
      guard state.lent > own else { return true }
      state.closers.append(closer)
      return false
    }
    if isFinished || closer.semaphore.wait(timeout: .now() + timeout.inSeconds) == .success {
      return
    }
    throw StoreError(
      .timedOut,
      "\(purpose) still goes on \(timeout.formatted) after the store was closed; the store is "
        + "released when it ends")
  }
}

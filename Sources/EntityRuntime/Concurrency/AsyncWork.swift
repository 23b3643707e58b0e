import Dispatch
import EntityStore
import Synchronization

/// A result on its way from the thread that made it to the task that waits for it.
struct Sent<Value>: @unchecked Sendable {
  // Sendable, because whoever makes it refers to the value no more: it was `sending`.
  nonisolated(unsafe) let value: Value

  init(_ value: sending Value) { self.value = value }
}

/// One call of an async function whose work is done in a lane: the piece of the task that does it
/// waits for its turn and runs on a thread of the lane. It begins once, whatever comes first of its
/// turn, its deadline and its cancellation.
///
/// The task prefers it as its executor for that piece. The work is a part of the task then: it sees
/// the task's local values, and whether the task is cancelled.
final class AsyncWork: TaskExecutor {
  private enum Phase {
    case created

    /// Others come first, since the instant if there is one.
    case waiting(UnownedJob, since: ContinuousClock.Instant?)
    case begun

    /// It is not to be done, since its turn has not come in time.
    case late

    /// Cancelled before its turn, for which it has waited so long if it had to.
    case cancelled(after: Duration?)
  }

  /// What can end the work while it runs.
  private let lease: Lease

  private let lane: Lane

  /// When it is of no use any more to begin; `nil` if it always is.
  private let start: ContinuousClock.Instant?

  private let phase = Mutex(Phase.created)

  /// Creates work in `lane` that is to have begun before `start`, and to have ended by the deadline
  /// of `lease`.
  init(in lane: Lane, before start: ContinuousClock.Instant?, _ lease: Lease) {
    self.lane = lane
    self.start = start
    self.lease = lease
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let waits = phase.withLock { phase in
      guard case .created = phase else { return false }
      phase = .waiting(job, since: nil)
      return true
    }
    guard waits else { return runSoon(job) }
    let willWait: (@Sendable () -> Void)? =
      if lane.didWait == nil { nil } else { { @Sendable [self] in noteWait() } }
    lane.enqueue(
      Lane.Job(
        deadline: start,
        expire: { [self] in
          if let job = takeTurn(for: .late) { run(job) }
        }, willWait: willWait
      ) { [self] in
        if let job = takeTurn(for: .begun) { run(job) }
      })
  }

  /// Ends the work: before it begins, or at its next step.
  func cancel() {
    lease.cancel()
    // Whoever cancels may hold locks of the task.
    let job: UnownedJob? = phase.withLock { phase in
      switch phase {
      case .created:
        phase = .cancelled(after: nil)
        return nil
      case .waiting(let job, let start):
        phase = .cancelled(after: start.map { .now - $0 })
        return job
      case .begun, .late, .cancelled: return nil
      }
    }
    if let job { runSoon(job) }
  }

  /// Returns what `body` does; only a task that prefers the work as its executor may call it.
  ///
  /// - Throws: `CancellationError` if it has been cancelled, a `StoreError` of the code `timedOut`
  ///   if its turn has not come in time, what `body` throws.
  func result<Value: Sendable>(
    _ body: @Sendable (Lease) throws -> Value
  ) async throws -> Value {
    switch phase.withLock({ $0 }) {
    case .late: throw timeout
    case .created, .waiting, .cancelled: throw CancellationError()
    case .begun: break
    }
    do {
      return try body(lease)
    } catch let error as StoreError where error.code == .interrupted && lease.isCancelled {
      throw CancellationError()
    }
  }

  /// Notes that others come first, from now on.
  private func noteWait() {
    phase.withLock { phase in
      if case .waiting(let job, nil) = phase { phase = .waiting(job, since: .now) }
    }
  }

  /// Has the work begin, or never, now that its turn has come or its time is over; returns the job
  /// that waits for that, or `nil` if it has been cancelled. The lane is informed of a wait.
  private func takeTurn(for next: Phase) -> UnownedJob? {
    let (job, wait): (UnownedJob?, Duration?) = phase.withLock { phase in
      switch phase {
      case .waiting(let job, let start):
        phase = next
        return (job, start.map { .now - $0 })
      case .cancelled(let wait):
        // It is reported here and not when it was cancelled, by whoever that was.
        return (nil, wait)
      case .created, .begun, .late: return (nil, nil)
      }
    }
    if let wait { lane.didWait?(wait) }
    return job
  }

  private func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }

  private func runSoon(_ job: UnownedJob) {
    DispatchQueue.global().async { [self] in run(job) }
  }

  /// The error of work whose turn has not come in time.
  private var timeout: StoreError {
    StoreError(
      .timedOut,
      lease.isLate
        ? "the operation has not begun in the time that it was given, since others use the store; "
          + "nothing of it has been done"
        : "the operation has not begun in time, since others use the store for long; nothing of it "
          + "has been done: make what they do shorter, or allow more with StoreOptions")
  }
}

extension Lane {
  /// Returns what `body` does in the lane as a piece of the current task, which blocks no thread
  /// while it waits for its turn.
  ///
  /// - Parameters:
  ///   - timeout: how long it may take in all; `nil` for as long as it takes.
  ///   - waitTimeout: how long it may wait for its turn; `nil` for as long as it takes.
  /// - Throws: `CancellationError` if the task is cancelled, a `StoreError` of the code `timedOut`
  ///   if it takes too long, what `body` throws.
  func perform<Value: Sendable>(
    timeout: Duration? = nil, waitTimeout: Duration? = nil,
    _ body: @escaping @Sendable (Lease) throws -> Value
  ) async throws -> Value {
    let now = ContinuousClock.now
    let deadline = timeout.map { now + $0.bounded }
    let turn = waitTimeout.map { now + $0.bounded }
    let start = if let deadline, let turn { min(deadline, turn) } else { deadline ?? turn }
    let work = AsyncWork(in: self, before: start, Lease(deadline: deadline))
    return try await withTaskCancellationHandler {
      try await withTaskExecutorPreference(work) { try await work.result(body) }
    } onCancel: {
      work.cancel()
    }
  }

  /// Returns what `body` does in the lane, while the current task waits and blocks no thread.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await perform { _ in try body() }
  }
}

import EntityStore
import Synchronization

/// A result on its way from the thread that made it to the task that waits for it.
struct Sent<Value>: @unchecked Sendable {
  // Sendable, because whoever makes it refers to the value no more: it was `sending`.
  nonisolated(unsafe) let value: Value

  init(_ value: sending Value) { self.value = value }
}

/// One call of an async function whose work is done in a lane: it waits for its turn, runs, and
/// resumes its task once, whatever comes first of its end, its deadline and its cancellation.
final class AsyncWork<Value: Sendable>: Sendable {
  private enum Phase {
    case created

    /// Others come first, since the instant if there is one.
    case waiting(UnsafeContinuation<Value, any Error>, since: ContinuousClock.Instant?)
    case running

    /// Cancelled before its turn, for which it has waited so long if it had to.
    case givenUp(after: Duration?)
    case finished
  }

  /// What can end the work while it runs.
  let lease: Lease

  private let phase = Mutex(Phase.created)

  /// Creates work that is to have ended by the deadline of `lease`.
  init(_ lease: Lease) { self.lease = lease }

  /// Has `body` run in `lane`, and `continuation` resumed with what it returns.
  ///
  /// - Parameter start: when it is of no use any more to begin.
  func run(
    in lane: Lane, before start: ContinuousClock.Instant?,
    _ continuation: UnsafeContinuation<Value, any Error>,
    _ body: @escaping @Sendable (Lease) throws -> Value
  ) {
    let isCancelled = phase.withLock { phase in
      guard case .created = phase else { return true }
      phase = .waiting(continuation, since: nil)
      return false
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    let didWait = lane.didWait
    let late: @Sendable () -> Void = { [self] in
      takeTurn(didWait)?.resume(throwing: timeout(start))
    }
    let willWait: (@Sendable () -> Void)? =
      if didWait == nil { nil } else { { @Sendable [self] in noteWait() } }
    lane.enqueue(
      Lane.Job(deadline: start, expire: late, willWait: willWait) { [self] in
        guard let continuation = takeTurn(didWait) else { return }
        do {
          let value = try body(lease)
          end()
          continuation.resume(returning: value)
        } catch {
          end()
          let isCancelled = lease.isCancelled && (error as? StoreError)?.code == .interrupted
          continuation.resume(throwing: isCancelled ? CancellationError() : error)
        }
      })
  }

  /// Ends the work: before it begins, or at its next step.
  func cancel() {
    lease.cancel()
    let continuation: UnsafeContinuation<Value, any Error>? = phase.withLock { phase in
      switch phase {
      case .created:
        phase = .finished
        return nil
      case .waiting(let continuation, let start):
        phase = .givenUp(after: start.map { .now - $0 })
        return continuation
      case .running, .givenUp, .finished: return nil
      }
    }
    continuation?.resume(throwing: CancellationError())
  }

  /// Notes that others come first, from now on.
  private func noteWait() {
    phase.withLock { phase in
      if case .waiting(let continuation, nil) = phase {
        phase = .waiting(continuation, since: .now)
      }
    }
  }

  /// Regards the work as running, now that its turn has come or its time is over; returns who waits
  /// for it, or `nil` if that has been cancelled. `didWait` is called if it had to wait.
  private func takeTurn(
    _ didWait: (@Sendable (Duration) -> Void)?
  ) -> UnsafeContinuation<Value, any Error>? {
    let (continuation, wait): (UnsafeContinuation<Value, any Error>?, Duration?) =
      phase.withLock { phase in
        switch phase {
        case .waiting(let continuation, let start):
          phase = .running
          return (continuation, start.map { .now - $0 })
        case .givenUp(let wait):
          // It is reported here and not when it was cancelled, by whoever that was.
          phase = .finished
          return (nil, wait)
        case .created, .running, .finished: return (nil, nil)
        }
      }
    if let wait { didWait?(wait) }
    return continuation
  }

  private func end() { phase.withLock { $0 = .finished } }

  /// Returns the error of work whose turn has not come before `start`.
  private func timeout(_ start: ContinuousClock.Instant?) -> StoreError {
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
  /// Returns what `body` does in the lane, while the current task waits and blocks no thread.
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
    let work = AsyncWork<Value>(Lease(deadline: deadline))
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        work.run(in: self, before: start, continuation, body)
      }
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

import Synchronization

/// What can end an operation on a store before its time: somebody cancels it, or its deadline
/// passes.
///
/// A lease belongs to one operation, not to the connection that it uses, so that what is cancelled
/// too late concerns nobody else.
package final class Lease: Sendable {
  /// When the operation is to have ended; `nil` if it may go on.
  package let deadline: ContinuousClock.Instant?

  private let cancelled = Atomic<Bool>(false)

  /// `true` if the operation ends with the task that runs it: whoever runs it asks that task.
  package let endsWithTask: Bool

  /// Wakes the operation while it waits.
  private let wake = Mutex<(@Sendable () -> Void)?>(nil)

  /// Creates the lease of an operation that is to have ended by `deadline`.
  package init(deadline: ContinuousClock.Instant? = nil, endsWithTask: Bool = false) {
    self.deadline = deadline
    self.endsWithTask = endsWithTask
  }

  /// `true` if the operation has been cancelled; where it ends with its task, only the thread that
  /// runs that knows.
  package var isCancelled: Bool {
    cancelled.load(ordering: .relaxed) || endsWithTask && Task.isCancelled
  }

  /// `true` if the deadline has passed.
  package var isLate: Bool { deadline.map { $0 <= .now } ?? false }

  /// `true` if the operation is to end.
  package var isOver: Bool { isCancelled || isLate }

  /// Ends the operation at its next step, or while it waits.
  package func cancel() {
    cancelled.store(true, ordering: .relaxed)
    wake.withLock { $0 }?()
  }

  /// Returns what `body` does; `wake` is called if the operation is cancelled meanwhile.
  package func waiting<Result>(
    _ wake: @escaping @Sendable () -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    self.wake.withLock { $0 = wake }
    defer { self.wake.withLock { $0 = nil } }
    // It may have been cancelled before there was anything to wake.
    if isCancelled { wake() }
    return try body()
  }

  /// Throws if the operation is to end.
  ///
  /// - Throws: a `StoreError`: `interrupted` for what has been cancelled, `timedOut` for what is
  ///   late.
  package func check() throws(StoreError) {
    if isCancelled {
      throw StoreError(.interrupted, "the operation was cancelled; nothing of it has been saved")
    }
    if isLate {
      throw StoreError(
        .timedOut,
        "the operation took longer than its time allows; nothing of it has been saved: allow more "
          + "time, or do less at once")
    }
  }
}

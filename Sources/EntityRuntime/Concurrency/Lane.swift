import Dispatch
import Synchronization

/// Runs jobs on the threads of a pool in the order in which they came, at most so many at once.
///
/// A container has a lane for what reads, as wide as it has readers, and one for what writes, in
/// which one job runs at a time: what waits for its turn has no thread.
package final class Lane: Sendable {
  /// Something to be done.
  package struct Job: Sendable {
    /// Does it.
    let run: @Sendable () -> Void

    /// When it is of no use any more to begin; `nil` if it always is.
    let deadline: ContinuousClock.Instant?

    /// Is called in place of `run` once the deadline has passed.
    let expire: @Sendable () -> Void

    /// Creates a job.
    package init(
      deadline: ContinuousClock.Instant? = nil, expire: @escaping @Sendable () -> Void = {},
      run: @escaping @Sendable () -> Void
    ) {
      self.run = run
      self.deadline = deadline
      self.expire = expire
    }
  }

  private struct State {
    var waiting = FirstInFirstOut<Job>()
    var running = 0

    /// When waiting jobs are looked at next; `nil` if nobody will.
    var nextCheck: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// How many jobs run at once.
  let width: Int

  private let pool: WorkerPool

  /// Creates a lane in which `width` jobs run at once.
  init(width: Int, pool: WorkerPool = .shared) {
    self.width = max(width, 1)
    self.pool = pool
  }

  /// Creates a lane in which one job runs at a time.
  package convenience init() { self.init(width: 1) }

  /// Runs `job` when its turn comes.
  package func enqueue(_ job: Job) {
    let (starts, check): (Bool, ContinuousClock.Instant?) = state.withLock { state in
      if state.running < width {
        state.running += 1
        return (true, nil)
      }
      state.waiting.append(job)
      guard let deadline = job.deadline, state.nextCheck.map({ deadline < $0 }) ?? true else {
        return (false, nil)
      }
      state.nextCheck = deadline
      return (false, deadline)
    }
    if starts { pool.run { [self] in work(from: job) } }
    if let check { expireLater(check) }
  }

  /// Runs `job` and what waits, until nothing does.
  private func work(from job: Job) {
    var next: Job? = job
    while let job = next {
      if let deadline = job.deadline, deadline <= .now { job.expire() } else { job.run() }
      next = state.withLock { state in
        if let next = state.waiting.popFirst() { return next }
        state.running -= 1
        return nil
      }
      // Others than this lane wait for a thread too.
      if let waiting = next, pool.isFull {
        pool.run { [self] in work(from: waiting) }
        return
      }
    }
  }

  /// Has the jobs that wait for too long expire, from `check` on.
  private func expireLater(_ check: ContinuousClock.Instant) {
    let delay = check - .now
    let seconds =
      Double(delay.components.seconds) + Double(delay.components.attoseconds) / 1e18
    DispatchQueue.global().asyncAfter(deadline: .now() + max(seconds, 0)) { [weak self] in
      self?.expire(check)
    }
  }

  /// Has the jobs whose deadline has passed expire.
  private func expire(_ check: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    let (late, next): ([Job], ContinuousClock.Instant?) = state.withLock { state in
      // Another check has taken the place of this one.
      guard state.nextCheck == check else { return ([], nil) }
      let late = state.waiting.removeAll { $0.deadline.map { $0 <= now } ?? false }
      state.nextCheck = state.waiting.all.compactMap(\.deadline).min()
      return (late, state.nextCheck)
    }
    for job in late { job.expire() }
    if let next { expireLater(next) }
  }
}

import Dispatch
import EntityStore
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

    /// Is called, before anything else of the job, if as many others run or wait as may run at
    /// once, while the lane is locked; `nil` if nobody wants to know.
    let willWait: (@Sendable () -> Void)?

    /// Creates a job.
    package init(
      deadline: ContinuousClock.Instant? = nil, expire: @escaping @Sendable () -> Void = {},
      willWait: (@Sendable () -> Void)? = nil, run: @escaping @Sendable () -> Void
    ) {
      self.run = run
      self.deadline = deadline
      self.expire = expire
      self.willWait = willWait
    }
  }

  private struct State {
    var waiting = FirstInFirstOut<Job>()
    var running = 0

    /// `true` while one of the running has not looked for a job yet.
    var isStarting = false

    /// When waiting jobs are looked at next; `nil` if nobody will.
    var nextCheck: ContinuousClock.Instant?

    /// How many jobs run or come before one that comes now.
    var ahead: Int { running - (isStarting ? 1 : 0) + waiting.count }

    /// Counts one more that runs, if that is of use and no more than `width` do then.
    // One at a time is started, and starts the next if jobs are left: a thread takes longer to wake
    // than a small job to run.
    mutating func startsAnother(_ width: Int) -> Bool {
      guard running < width, !isStarting, !waiting.isEmpty else { return false }
      running += 1
      isStarting = true
      return true
    }
  }

  private let state = Mutex(State())

  /// How many jobs run at once.
  let width: Int

  private let pool: WorkerPool

  /// Is called when somebody had to wait for a turn, in vain or not, with how long; `nil` if nobody
  /// wants to know.
  let didWait: (@Sendable (Duration) -> Void)?

  /// Creates a lane in which `width` jobs run at once.
  init(
    width: Int, pool: WorkerPool = .shared, didWait: (@Sendable (Duration) -> Void)? = nil
  ) {
    self.width = max(width, 1)
    self.pool = pool
    self.didWait = didWait
  }

  /// Creates a lane in which one job runs at a time.
  package convenience init() { self.init(width: 1) }

  /// How many jobs wait for their turn.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// `true` if nothing runs and nothing waits.
  var isIdle: Bool { state.withLock { $0.running == 0 && $0.waiting.isEmpty } }

  /// Runs `job` when its turn comes.
  package func enqueue(_ job: Job) {
    let (starts, check): (Bool, ContinuousClock.Instant?) = state.withLock { state in
      if let willWait = job.willWait, state.ahead >= width { willWait() }
      state.waiting.append(job)
      if state.startsAnother(width) { return (true, nil) }
      guard let deadline = job.deadline, state.nextCheck.map({ deadline < $0 }) ?? true else {
        return (false, nil)
      }
      state.nextCheck = deadline
      return (false, deadline)
    }
    if starts { pool.run { [self] in work() } }
    if let check { expireLater(check) }
  }

  /// Runs what waits, until nothing does.
  private func work() {
    state.withLock { $0.isStarting = false }
    while true {
      let (job, starts): (Job?, Bool) = state.withLock { state in
        guard let job = state.waiting.popFirst() else {
          state.running -= 1
          return (nil, false)
        }
        return (job, state.startsAnother(width))
      }
      guard let job else { return }
      if starts { pool.run { [self] in work() } }
      if let deadline = job.deadline, deadline <= .now { job.expire() } else { job.run() }
      // Others than this lane wait for a thread too.
      if pool.isFull { return pool.run { [self] in work() } }
    }
  }

  /// Has the jobs that wait for too long expire, from `check` on.
  private func expireLater(_ check: ContinuousClock.Instant) {
    let seconds = max((check - .now).inSeconds, 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
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

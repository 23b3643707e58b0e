import Dispatch
import EntityStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Threads for work that blocks, which Swift's own may not: all containers of a process share them.
///
/// A thread is made when there is work and none is free, up to a limit, and ends when it has had
/// nothing to do for a while.
final class WorkerPool: Sendable {
  typealias Job = @Sendable () -> Void

  /// A thread, and what it is to do next; whoever takes it from the list of those that have nothing
  /// to do gives it a job.
  private final class Worker: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    private let job: Mutex<Job?>

    /// Creates a worker whose first job is `job`.
    init(_ job: @escaping Job) { self.job = Mutex(job) }

    /// Has the thread do `job` next.
    func put(_ job: @escaping Job) { self.job.withLock { $0 = job } }

    /// Returns the job, which nothing here retains any more.
    func takeJob() -> Job? {
      job.withLock { job in
        defer { job = nil }
        return job
      }
    }
  }

  private struct State {
    var jobs = FirstInFirstOut<Job>()
    var idle: [Worker] = []
    var threads = 0
  }

  /// What a new thread is created with.
  private final class Start: Sendable {
    let pool: WorkerPool
    let worker: Worker

    init(_ pool: WorkerPool, _ worker: Worker) {
      self.pool = pool
      self.worker = worker
    }
  }

  /// The threads of all containers.
  static let shared = WorkerPool(limit: 64)

  /// The most threads at once.
  private let limit: Int

  /// How long a thread waits for work before it ends.
  private let patience: Duration

  /// As much as a program's first thread usually has, since a closure of the program's runs on it.
  private static let stackSize = 8 << 20

  private let state = Mutex(State())

  /// Creates a pool of at most `limit` threads, each of which ends when it has had nothing to do
  /// for `patience`.
  init(limit: Int, patience: Duration = .seconds(10)) {
    self.limit = limit
    self.patience = patience
  }

  /// `true` if work waits for a thread.
  var isFull: Bool { state.withLock { !$0.jobs.isEmpty } }

  /// How many threads have nothing to do; they retain nothing of what they have done.
  var idleCount: Int { state.withLock { $0.idle.count } }

  /// Has a thread run `job`, as soon as one is free.
  func run(_ job: @escaping Job) {
    enum Way {
      case worker(Worker)
      case thread
      case later
    }
    let way: Way = state.withLock { state in
      // The one that was used last is the likeliest to find its memory in a cache.
      if let worker = state.idle.popLast() { return .worker(worker) }
      if state.threads < limit {
        state.threads += 1
        return .thread
      }
      state.jobs.append(job)
      return .later
    }
    switch way {
    case .worker(let worker):
      worker.put(job)
      worker.semaphore.signal()
    case .thread: start(Worker(job))
    case .later: break
    }
  }

  /// Creates the thread of `worker`.
  private func start(_ worker: Worker) {
    let start = Unmanaged.passRetained(Start(self, worker))
    // The type's initialiser is taken for one of Dispatch's where its module has been built first.
    let result = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
      guard let attributes = buffer.baseAddress else { return EAGAIN }
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, Self.stackSize)
      pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      return pthread_create(&thread, attributes, Self.main, start.toOpaque())
    }
    if result == 0 { return }
    // The system allows no more threads; the work is done on one that it has already.
    let unstarted = start.takeRetainedValue()
    DispatchQueue.global().async { unstarted.pool.work(unstarted.worker) }
  }

  /// What a thread runs.
  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
    start.pool.work(start.worker)
    return nil
  }

  /// Does what there is to do, from the job of `worker` on, until there has been nothing for a
  /// while.
  private func work(_ worker: Worker) {
    repeat { Self.runJob(of: worker) } while waitForJob(worker)
  }

  /// Runs the job of `worker`.
  // A call of its own, so that nothing of a job outlives it on a thread that waits for the next
  // one, which may not come for long: it may retain a container, and with that an open file.
  @inline(never) private static func runJob(of worker: Worker) { worker.takeJob()?() }

  /// Waits until `worker` has something to do; `false` if there has been nothing for long.
  private func waitForJob(_ worker: Worker) -> Bool {
    let hasJob = state.withLock { state in
      if let job = state.jobs.popFirst() {
        worker.put(job)
        return true
      }
      state.idle.append(worker)
      return false
    }
    if hasJob { return true }
    if worker.semaphore.wait(timeout: .now() + patience.inSeconds) == .success { return true }
    let isUnused = state.withLock { state in
      guard let index = state.idle.firstIndex(where: { $0 === worker }) else { return false }
      state.idle.remove(at: index)
      state.threads -= 1
      return true
    }
    if isUnused { return false }
    // Somebody is about to give it a job.
    worker.semaphore.wait()
    return true
  }
}

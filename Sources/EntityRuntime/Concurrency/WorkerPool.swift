import Dispatch
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

  /// A thread that has nothing to do; whoever takes it from the list gives it a job.
  private final class Worker: Sendable {
    let semaphore = DispatchSemaphore(value: 0)
    let job = Mutex<Job?>(nil)
  }

  private struct State {
    var jobs = FirstInFirstOut<Job>()
    var idle: [Worker] = []
    var threads = 0
  }

  /// What a new thread is created with.
  private final class Start: Sendable {
    let pool: WorkerPool
    let job: Job

    init(_ pool: WorkerPool, _ job: @escaping Job) {
      self.pool = pool
      self.job = job
    }
  }

  /// The threads of all containers.
  static let shared = WorkerPool(limit: 64)

  /// The most threads at once.
  private let limit: Int

  /// How long a thread waits for work before it ends.
  private static let patience = 10.0

  /// As much as a program's first thread usually has, since a closure of the program's runs on it.
  private static let stackSize = 8 << 20

  private let state = Mutex(State())

  /// Creates a pool of at most `limit` threads.
  init(limit: Int) { self.limit = limit }

  /// `true` if work waits for a thread.
  var isFull: Bool { state.withLock { !$0.jobs.isEmpty } }

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
      worker.job.withLock { $0 = job }
      worker.semaphore.signal()
    case .thread: start(job)
    case .later: break
    }
  }

  /// Creates a thread, whose first job is `job`.
  private func start(_ job: @escaping Job) {
    let start = Unmanaged.passRetained(Start(self, job))
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
    DispatchQueue.global().async { unstarted.pool.work(first: unstarted.job) }
  }

  /// What a thread runs.
  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer else { return nil }
    let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
    start.pool.work(first: start.job)
    return nil
  }

  /// Does what there is to do, from `first` on, until there has been nothing for a while.
  private func work(first: @escaping Job) {
    let worker = Worker()
    var next: Job? = first
    while let job = next {
      job()
      next = self.next(for: worker)
    }
  }

  /// Returns what `worker` is to do next; waits for it. `nil` if there has been nothing for long.
  private func next(for worker: Worker) -> Job? {
    let job: Job? = state.withLock { state in
      if let job = state.jobs.popFirst() { return job }
      state.idle.append(worker)
      return nil
    }
    if let job { return job }
    if worker.semaphore.wait(timeout: .now() + Self.patience) == .timedOut {
      let isUnused = state.withLock { state in
        guard let index = state.idle.firstIndex(where: { $0 === worker }) else { return false }
        state.idle.remove(at: index)
        state.threads -= 1
        return true
      }
      if isUnused { return nil }
      // Somebody is about to give it a job.
      worker.semaphore.wait()
    }
    return worker.job.withLock { job in
      defer { job = nil }
      return job
    }
  }
}

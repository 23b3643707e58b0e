import Dispatch
import EntityModel
import EntitySQL
import EntityStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Notices what is committed to a file: it watches the log beside the file where the system can,
/// and looks at SQLite's own counter of changes now and then.
final class FileCommitWatch: CommitWatch {
  /// What only the queue uses.
  private struct Lent: @unchecked Sendable {
    // Sendable, because the queue does one thing at a time and nobody else has what is in it.
    var connection: Connection?
    var source: (any DispatchSourceProtocol)?
    var timer: (any DispatchSourceTimer)?
    var version: Int64?
    var checksAhead = 0

    /// `true` if the counter could not be read and is looked at again soon.
    var isRetrying = false
    var isCancelled = false
  }

  /// When the file is looked at again after a change of the log, which SQLite writes before the
  /// change can be seen.
  private static let delays: [DispatchTimeInterval] = [.milliseconds(2), .milliseconds(25)]

  private let state = Mutex(Lent())
  private let queue = DispatchQueue(label: "EntityGraph.FileCommitWatch")
  private let path: String
  private let notice: @Sendable (Int64) -> Void

  /// Opens a connection that reads.
  private let open: @Sendable () throws(StoreError) -> Connection

  /// Returns the counter of what others than one store commit, or `nil` if it cannot be read now;
  /// `nil` if everybody's commits are noticed.
  private let othersVersion: (@Sendable () throws -> Int64?)?

  /// When a counter is looked at again that could not be read.
  private static let retryDelay = DispatchTimeInterval.milliseconds(20)

  /// Watches the database at `path`, which `open` opens.
  init(
    _ path: String, _ notice: @escaping @Sendable (Int64) -> Void,
    open: @escaping @Sendable () throws(StoreError) -> Connection
  ) {
    self.path = path
    self.notice = notice
    self.open = open
    othersVersion = nil
    queue.async { [weak self] in self?.start() }
  }

  /// Watches the database at `path`, of which `othersVersion` returns the counter of what others
  /// than one store commit, or `nil` if it cannot be read now.
  init(
    _ path: String, _ notice: @escaping @Sendable (Int64) -> Void,
    othersVersion: @escaping @Sendable () throws -> Int64?
  ) {
    self.path = path
    self.notice = notice
    self.othersVersion = othersVersion
    open = { () throws(StoreError) in throw StoreError(.closed, "there is no connection to open") }
    queue.async { [weak self] in self?.start() }
  }

  func look() { queue.sync { check() } }

  func cancel() {
    queue.sync {
      state.withLock { state in
        state.source?.cancel()
        state.timer?.cancel()
        state = Lent(isCancelled: true)
      }
    }
  }

  // MARK: On the queue

  private func start() {
    let isCancelled = state.withLock { $0.isCancelled }
    if isCancelled { return }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in
      self?.watchLog()
      self?.check()
    }
    check()
    watchLog()
    let isWatched = state.withLock { $0.source != nil }
    let interval = isWatched ? DispatchTimeInterval.milliseconds(500) : .milliseconds(50)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(10))
    timer.activate()
    let lent = Lent(timer: timer)
    state.withLock { $0.timer = lent.timer }
  }

  /// Looks whether others than the store have committed, and says so.
  private func check(_ othersVersion: @Sendable () throws -> Int64?) {
    guard let version = try? othersVersion() else { return retry() }
    let isNew = state.withLock { state in
      guard !state.isCancelled else { return false }
      defer { state.version = version }
      return state.version != version
    }
    if isNew { notice(.max) }
  }

  /// Looks again soon, since the connection that counts is in use.
  private func retry() {
    let isFirst = state.withLock { state in
      guard !state.isCancelled, !state.isRetrying else { return false }
      state.isRetrying = true
      return true
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.retryDelay) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isRetrying = false }
      check()
    }
  }

  /// Looks whether somebody has committed, and says so.
  private func check() {
    if let othersVersion { return check(othersVersion) }
    var lent = state.withLock { $0 }
    guard !lent.isCancelled else { return }
    // Where it cannot be opened or read now, it may be later.
    if lent.connection == nil { lent.connection = try? open() }
    guard let connection = lent.connection,
      let version = try? connection.integer("PRAGMA data_version", isTraced: false)
    else { return keep(lent) }
    let isNew = lent.version != version
    lent.version = version
    keep(lent)
    guard isNew else { return }
    let newest = try? connection.numberAndTime(
      HistoryStatements(dialect: SQLiteDialect()).newest, isTraced: false)
    notice(newest?.number ?? .max)
  }

  private func keep(_ lent: Lent) {
    state.withLock { state in
      state.connection = lent.connection
      state.version = lent.version
    }
  }

  /// Looks now, and again when what has been written can be seen.
  private func checkSoon() {
    check()
    let isFirst = state.withLock { state in
      defer { state.checksAhead = Self.delays.count }
      return state.checksAhead == 0
    }
    if isFirst { checkAgain() }
  }

  private func checkAgain() {
    let ahead = state.withLock { $0.checksAhead }
    guard ahead > 0 else { return }
    queue.asyncAfter(deadline: .now() + Self.delays[Self.delays.count - ahead]) { [weak self] in
      guard let self else { return }
      state.withLock { $0.checksAhead -= 1 }
      check()
      checkAgain()
    }
  }

  /// Watches the log unless that is done already; where it cannot be, the timer has to do.
  private func watchLog() {
    let isWanted = state.withLock { !$0.isCancelled && $0.source == nil }
    guard isWanted, let source = makeSource() else { return }
    let lent = Lent(source: source)
    state.withLock { $0.source = lent.source }
    source.activate()
  }

  #if canImport(Glibc) || canImport(Musl)
    private func makeSource() -> (any DispatchSourceProtocol)? {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let watch = inotify_add_watch(descriptor, path + "-wal", UInt32(IN_MODIFY))
      guard watch >= 0 else {
        close(descriptor)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [weak self] in
        // How many events there are is of no interest.
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
          while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
        self?.checkSoon()
      }
      source.setCancelHandler { close(descriptor) }
      return source
    }
  #else
    private func makeSource() -> (any DispatchSourceProtocol)? {
      let descriptor = Darwin.open(path + "-wal", O_EVTONLY)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: queue)
      source.setEventHandler { [weak self] in
        let isGone = !source.data.isDisjoint(with: [.delete, .rename])
        self?.checkSoon()
        if isGone { self?.forgetSource() }
      }
      source.setCancelHandler { close(descriptor) }
      return source
    }

    /// Ends the watch of a log that has been replaced; the timer begins that of the next one.
    private func forgetSource() {
      state.withLock { state in
        state.source?.cancel()
        state.source = nil
      }
    }
  #endif
}

import EntityCSQLite
import EntityStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a connection waits for a file that another one uses.
final class BusyWait {
  /// How long it waits in all.
  let timeout: Duration

  /// What ends the waiting, and what runs, before that.
  var lease: Lease?

  /// When the waiting that goes on began.
  private var start = ContinuousClock.now

  init(timeout: Duration) { self.timeout = min(timeout, .seconds(1 << 30)) }

  /// Waits for a moment, the `count`th; returns `false` when that has been enough.
  func waitAgain(_ count: Int) -> Bool {
    if count == 0 { start = .now }
    guard lease?.isOver != true else { return false }
    let left = timeout - (ContinuousClock.now - start)
    guard left > .zero else { return false }
    // Short at first, since most locks are held for less than a millisecond.
    let pause = min(Duration.milliseconds(1 << min(count, 5)), left, .milliseconds(25))
    usleep(UInt32(clamping: pause.milliseconds * 1000))
    return lease?.isOver != true
  }
}

extension Connection {
  /// The steps of SQLite's virtual machine between two looks at the lease.
  private static let stepsBetweenChecks: Int32 = 1000

  /// Has `wait` called whenever another connection uses the file.
  func installWaiting(_ wait: BusyWait) {
    sqlite3_busy_handler(
      handle,
      { pointer, count in
        guard let pointer else { return 0 }
        return Unmanaged<BusyWait>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
          $0.waitAgain(Int(count))
        } ? 1 : 0
      }, Unmanaged.passUnretained(wait).toOpaque())
  }

  /// Has what runs end as soon as `lease`, which the connection retains, is over.
  // SQLite's own interrupt would end whatever the connection does when it arrives.
  func installInterruption(_ lease: Lease?) {
    guard let lease else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    sqlite3_progress_handler(
      handle, Self.stepsBetweenChecks,
      { pointer in
        guard let pointer else { return 0 }
        return Unmanaged<Lease>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.isOver } ? 1 : 0
      }, Unmanaged.passUnretained(lease).toOpaque())
  }

  /// Returns what `body` does, which ends as soon as `lease` is over.
  ///
  /// - Throws: what `lease` says where it is over; what `body` throws otherwise.
  func withLease<Result>(_ lease: Lease?, _ body: () throws -> Result) throws -> Result {
    guard let lease else { return try body() }
    try lease.check()
    let outer = self.lease
    self.lease = lease
    defer { self.lease = outer }
    do {
      return try body()
    } catch let error as StoreError where error.code == .interrupted || error.code == .busy {
      try lease.check()
      throw error
    }
  }
}

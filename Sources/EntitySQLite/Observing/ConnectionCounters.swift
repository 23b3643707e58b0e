import EntityCSQLite
import Synchronization

/// What one connection has counted. One thread at a time counts; any may read.
final class ConnectionCounters: Sendable {
  /// What several connections have counted together.
  struct Sums {
    var (reads, commits, busyWaits) = (0, 0, 0)
    var (cacheHits, cacheMisses) = (0, 0)

    /// Adds what `counters` has counted.
    mutating func add(_ counters: ConnectionCounters) {
      reads += counters.reads.load(ordering: .relaxed)
      commits += counters.commits.load(ordering: .relaxed)
      busyWaits += counters.busyWaits.load(ordering: .relaxed)
      cacheHits += counters.cacheHits.load(ordering: .relaxed)
      cacheMisses += counters.cacheMisses.load(ordering: .relaxed)
    }
  }

  private let reads = Atomic<Int>(0)
  private let commits = Atomic<Int>(0)
  private let busyWaits = Atomic<Int>(0)
  private let cacheHits = Atomic<Int>(0)
  private let cacheMisses = Atomic<Int>(0)

  /// Counts a transaction that has been committed on `handle`.
  func countTransaction(isWriting: Bool, on handle: OpaquePointer) {
    let count = isWriting ? Self.add(1, to: commits) : Self.add(1, to: reads)
    // Asking SQLite takes as long as a small statement.
    if count & 63 == 0 { takeCacheCounters(of: handle) }
  }

  /// Counts a wait for the file.
  func countBusyWait() { Self.add(1, to: busyWaits) }

  /// Takes over what SQLite has counted on `handle`, on the thread that uses it.
  func takeCacheCounters(of handle: OpaquePointer) {
    Self.add(Self.status(SQLITE_DBSTATUS_CACHE_HIT, of: handle), to: cacheHits)
    Self.add(Self.status(SQLITE_DBSTATUS_CACHE_MISS, of: handle), to: cacheMisses)
  }

  /// Returns a counter of SQLite, which starts again from zero.
  private static func status(_ counter: Int32, of handle: OpaquePointer) -> Int {
    var (current, highest) = (Int32(0), Int32(0))
    sqlite3_db_status(handle, counter, &current, &highest, 1)
    return Int(current)
  }

  /// Adds `count` to `counter`, which nobody else does at the time, and returns the sum.
  // Without a second writer it takes no locked instruction.
  @discardableResult
  private static func add(_ count: Int, to counter: borrowing Atomic<Int>) -> Int {
    let sum = counter.load(ordering: .relaxed) &+ count
    counter.store(sum, ordering: .relaxed)
    return sum
  }
}

import Dispatch
import EntityCSQLite
import EntityStore

/// What happens at one handle of SQLite beside its statements: waiting for the file, ending a
/// statement before its end, looking at the file, counting. Connections that share a handle share
/// it. Only the thread that has the connection uses it.
final class ConnectionMonitor {
  /// What the store's connections have in common.
  let store: StoreMonitor

  /// What has been counted.
  let counters = ConnectionCounters()

  /// How many nanoseconds a locked file is waited for.
  let busyTimeout: UInt64

  /// When the file was first found to be locked, and when that was last waited for; zero outside of
  /// a wait.
  var (waitStart, waitEnd) = (UInt64(0), UInt64(0))

  /// What ends that which runs; `nil` if nothing does.
  var lease: Lease?

  /// When statements end that run under a budget of time; `max` without one.
  var budgetEnd = UInt64.max

  /// Returns who asks for the statements that run; `nil` where nobody wants to know.
  var asker: (() -> StoreAsker)?

  /// The path of the file that is to stay where it is, or `nil`.
  var path: String?

  /// When a connection that reads next looks at its file.
  var nextFileCheck = UInt64(0)

  /// Creates the monitor of a handle that waits for `busyTimeout` for a locked file.
  init(_ store: StoreMonitor, busyTimeout: Duration) {
    self.store = store
    self.busyTimeout = busyTimeout.nanoseconds
    store.add(counters)
  }

  /// The time in nanoseconds from a point that stays the same while the program runs.
  static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// The duration from `start` until now.
  static func duration(since start: UInt64) -> Duration {
    .nanoseconds(Int64(clamping: now &- start))
  }
}

extension Duration {
  /// The duration in whole nanoseconds, not negative.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflows) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? .max : whole &+ UInt64(attoseconds / 1_000_000_000)
  }
}

import EntityCSQLite
import EntityStore

extension Connection {
  /// Has a locked file be waited for, for as long as the connection was opened to.
  func installWaiting() {
    // The monitor lives as long as the handle.
    sqlite3_busy_handler(
      handle,
      { pointer, count in
        guard let pointer else { return 0 }
        return Unmanaged<ConnectionMonitor>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
          $0.waitAgain(Int(count))
        } ? 1 : 0
      }, Unmanaged.passUnretained(monitor).toOpaque())
  }

  /// Reports how long the file was waited for since this was called last, if at all.
  func reportWait() {
    guard monitor.waitStart != 0 else { return }
    let (start, end) = (monitor.waitStart, monitor.waitEnd)
    (monitor.waitStart, monitor.waitEnd) = (0, 0)
    guard let observer = monitor.store.waits else { return }
    let duration = Duration.nanoseconds(Int64(clamping: end &- start))
    observer.report(.wait(StoreEvent.Wait(subject: .file, duration: duration)))
  }
}

extension ConnectionMonitor {
  /// Waits for a moment, the `count`th, for a locked file; returns `false` when that has been
  /// enough.
  func waitAgain(_ count: Int) -> Bool {
    let now = Self.now
    if count == 0 {
      counters.countBusyWait()
      waitStart = now
    }
    waitEnd = now
    let (end, overflows) = waitStart.addingReportingOverflow(busyTimeout)
    let last = min(overflows ? .max : end, budgetEnd)
    guard now < last, lease?.isOver != true else { return false }
    // Short at first, since most locks are held for less than a millisecond.
    let pause = min(1 << UInt64(min(count, 5)), 25, (last - now) / 1_000_000 + 1)
    sqlite3_sleep(Int32(truncatingIfNeeded: pause))
    waitEnd = Self.now
    return lease?.isOver != true
  }
}

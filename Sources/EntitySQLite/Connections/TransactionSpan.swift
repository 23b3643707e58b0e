import EntityCSQLite
import EntityStore

/// A transaction of a connection that is going on.
struct TransactionSpan {
  /// `true` if it may write.
  let isWriting: Bool

  /// When it began, or zero if nobody wants to know.
  fileprivate let start: UInt64

  /// How many rows the connection had changed before.
  fileprivate let changes: Int32
}

extension Connection {
  /// Begins a transaction with the statement `begin`.
  ///
  /// - Throws: why it cannot; `fileReplaced` if the file is not the one at its path any more.
  func beginTransaction(_ begin: String) throws(StoreError) -> TransactionSpan {
    let isWriting = begin == "BEGIN IMMEDIATE"
    try checkFile(always: isWriting)
    defer { reportWait() }
    try run(begin)
    let isReported = isWriting && monitor.store.observer?.observed.commits == true
    return TransactionSpan(
      isWriting: isWriting, start: isReported ? ConnectionMonitor.now : 0,
      changes: isReported ? sqlite3_total_changes(handle) : 0)
  }

  /// Counts and reports `span`, which has been committed.
  ///
  /// - Throws: `fileReplaced` if it was committed to a file that is not at its path any more.
  func didCommit(_ span: TransactionSpan) throws(StoreError) {
    if span.isWriting { try checkFile(always: true) }
    monitor.counters.countTransaction(isWriting: span.isWriting, on: handle)
    guard span.start != 0, let observer = monitor.store.observer else { return }
    let changes = sqlite3_total_changes(handle) &- span.changes
    observer.report(
      .commit(
        StoreEvent.Commit(
          changedRows: Int(changes), duration: ConnectionMonitor.duration(since: span.start))))
  }
}

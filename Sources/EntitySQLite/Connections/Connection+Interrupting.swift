import EntityCSQLite
import EntityStore

// SQLite has room for one handler alone that ends a statement before its end. It is this one for
// whatever may end one: who adds a reason adds it to `endsStatement`, and has the handler installed
// while the reason may come.
extension ConnectionMonitor {
  /// `true` if the statement that runs is to end now: its lease is over, or its budget of time.
  var endsStatement: Bool { lease?.isOver == true || isOverBudget }

  /// `true` if the budget of time is used up.
  var isOverBudget: Bool { budgetEnd != .max && Self.now >= budgetEnd }
}

extension Connection {
  /// The steps of SQLite's virtual machine between two looks at the monitor: some tens of
  /// microseconds.
  private static let stepsBetweenChecks: Int32 = 1000

  /// Has what runs end as soon as the monitor says so, or go on if there is nothing to end it.
  // SQLite's own interrupt would end whatever the connection does when it arrives.
  func installInterruption() {
    guard monitor.lease != nil || monitor.budgetEnd != .max else {
      return sqlite3_progress_handler(handle, 0, nil, nil)
    }
    // The monitor lives as long as the handle.
    sqlite3_progress_handler(
      handle, Self.stepsBetweenChecks,
      { pointer in
        guard let pointer else { return 0 }
        return Unmanaged<ConnectionMonitor>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
          $0.endsStatement
        } ? 1 : 0
      }, Unmanaged.passUnretained(monitor).toOpaque())
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

  /// Returns what `body` does, whose statements end once `time` has passed.
  ///
  /// - Throws: `timeBudgetExceeded` where they have been ended; what `body` throws otherwise.
  func limitingTime<Result>(to time: Duration, _ body: () throws -> Result) throws -> Result {
    let (end, overflows) = ConnectionMonitor.now.addingReportingOverflow(time.nanoseconds)
    let outer = monitor.budgetEnd
    // What has an end already is not given more time.
    guard !overflows, end < outer else { return try body() }
    monitor.budgetEnd = end
    installInterruption()
    defer {
      monitor.budgetEnd = outer
      installInterruption()
    }
    do {
      return try body()
    } catch let error as StoreError where error.code == .interrupted || error.code == .busy {
      // A lease that is over is reported by whoever has it.
      guard monitor.isOverBudget, monitor.lease?.isOver != true else { throw error }
      throw FetchBudget.tooMuchTime(time, sql: error.sql)
    }
  }
}

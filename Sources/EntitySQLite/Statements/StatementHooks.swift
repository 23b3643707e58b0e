import EntityCSQLite
import EntityStore

/// What is called when one statement runs; a statement that nobody wants to know of has none.
final class StatementHooks {
  /// Is called with the SQL when the statement runs.
  let trace: (@Sendable (String) -> Void)?

  /// Who receives each run, or `nil`.
  let observer: StoreObserver?

  /// The shortest run that is reported, in nanoseconds.
  private let threshold: UInt64

  /// The fewest rows that a run reads without an index to be reported; `nil` for never.
  private let scans: Int32?

  /// What happens at the handle of the statement, which lives no longer.
  private unowned let monitor: ConnectionMonitor

  /// `true` if the statement is the library's own, which nobody wants to know of.
  var isMuted = false

  /// When the run began, or zero.
  private var start = UInt64(0)

  /// How many rows the run has returned.
  private var rows = 0

  /// What the run failed with, or `nil`.
  private var error: StoreError.Code?

  /// The plan, once it has been asked for.
  private var plan: [String]?

  /// Creates the hooks of a statement of `connection`, or `nil` if nobody wants to know of it.
  init?(_ connection: Connection) {
    let observer = connection.monitor.store.observer
    let threshold = observer?.observed.statementsTaking
    scans = observer?.observed.scans.map { Int32(clamping: max($0, 1)) }
    guard connection.trace != nil || threshold != nil || scans != nil else { return nil }
    trace = connection.trace
    self.observer = threshold == nil && scans == nil ? nil : observer
    self.threshold = threshold?.nanoseconds ?? .max
    monitor = connection.monitor
  }

  /// `true` if each step is to be reported here.
  var isMeasuring: Bool { observer != nil && !isMuted }

  /// `true` if the duration of each run is of interest.
  private var isTimed: Bool { threshold != .max }

  /// Notes that `statement` is about to make a step.
  func willStep(_ statement: Statement) {
    guard start == 0, isMeasuring else { return }
    // Explaining a statement that writes sets the number of changed rows, which is asked for after
    // the run.
    if plan == nil, !statement.isReadOnly, isTimed, observer?.observed.plans == true {
      plan = statement.plan()
    }
    if scans != nil { statement.forgetScans() }
    start = isTimed ? ConnectionMonitor.now : 1
  }

  /// Notes that a step has brought a row.
  func didReturnRow() { rows += 1 }

  /// Notes that a step has failed.
  func didFail(_ error: StoreError) { self.error = error.code }

  /// Reports the run of `statement`, which has been reset, if there was one.
  func didEnd(_ statement: Statement) {
    guard start != 0, let observer else { return }
    defer { (start, rows, error) = (0, 0, nil) }
    if let scans { reportScan(of: statement, atLeast: scans, to: observer) }
    guard isTimed else { return }
    let duration = ConnectionMonitor.now &- start
    guard duration >= threshold else { return }
    if plan == nil, observer.observed.plans { plan = statement.plan() }
    observer.report(
      .statement(
        StoreEvent.Statement(
          sql: statement.sql, duration: .nanoseconds(Int64(clamping: duration)), rows: rows,
          error: error, plan: plan ?? [])))
  }

  /// Reports the run of `statement` if it has read at least `count` rows without an index.
  private func reportScan(
    of statement: Statement, atLeast count: Int32, to observer: StoreObserver
  ) {
    let scan = statement.scan
    guard scan.rows >= count else { return }
    observer.report(
      .scan(
        StoreEvent.Scan(
          sql: statement.sql, scannedRows: scan.rows, rows: rows, sorts: scan.sorts,
          makesIndex: scan.makesIndex, by: monitor.asker?())))
  }
}

extension Statement {
  /// What SQLite has counted since `forgetScans` was called: how many rows were read one after the
  /// other, whether they were sorted, and whether an index was made of them.
  fileprivate var scan: (rows: Int, sorts: Bool, makesIndex: Bool) {
    let indexed = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_AUTOINDEX, 0)
    let rows = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0)
    return (
      Int(rows) + Int(indexed), sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_SORT, 0) > 0,
      indexed > 0
    )
  }

  /// Has SQLite count from zero again.
  fileprivate func forgetScans() {
    for counter in [
      SQLITE_STMTSTATUS_AUTOINDEX, SQLITE_STMTSTATUS_FULLSCAN_STEP, SQLITE_STMTSTATUS_SORT,
    ] {
      sqlite3_stmt_status(handle, counter, 1)
    }
  }
}

extension Statement {
  /// `true` if the statement writes nothing into the file.
  fileprivate var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Returns the steps of SQLite's plan for the statement, each indented by its depth; none if it
  /// has no plan.
  fileprivate func plan() -> [String] {
    // Of other statements some would be carried out by explaining them.
    guard ["SELECT", "WITH", "INSERT", "UPDATE", "DELETE"].contains(where: sql.hasPrefix),
      let connection = sqlite3_db_handle(handle)
    else { return [] }
    return QueryPlan(of: sql, on: connection).steps.map { step in
      String(repeating: "  ", count: step.depth) + step.detail
    }
  }
}

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
    guard connection.trace != nil || threshold != nil else { return nil }
    trace = connection.trace
    self.observer = threshold == nil ? nil : observer
    self.threshold = threshold?.nanoseconds ?? 0
  }

  /// `true` if each step is to be reported here.
  var isMeasuring: Bool { observer != nil && !isMuted }

  /// Notes that `statement` is about to make a step.
  func willStep(_ statement: Statement) {
    guard start == 0, isMeasuring else { return }
    // Explaining a statement that writes sets the number of changed rows, which is asked for after
    // the run.
    if plan == nil, !statement.isReadOnly, observer?.observed.plans == true {
      plan = statement.plan()
    }
    start = ConnectionMonitor.now
  }

  /// Notes that a step has brought a row.
  func didReturnRow() { rows += 1 }

  /// Notes that a step has failed.
  func didFail(_ error: StoreError) { self.error = error.code }

  /// Reports the run of `statement`, which has been reset, if there was one.
  func didEnd(_ statement: Statement) {
    guard start != 0, let observer else { return }
    let duration = ConnectionMonitor.now &- start
    defer { (start, rows, error) = (0, 0, nil) }
    guard duration >= threshold else { return }
    if plan == nil, observer.observed.plans { plan = statement.plan() }
    observer.report(
      .statement(
        StoreEvent.Statement(
          sql: statement.sql, duration: .nanoseconds(Int64(clamping: duration)), rows: rows,
          error: error, plan: plan ?? [])))
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
    var explained: OpaquePointer?
    defer { sqlite3_finalize(explained) }
    guard
      sqlite3_prepare_v2(connection, "EXPLAIN QUERY PLAN " + sql, -1, &explained, nil) == SQLITE_OK
    else { return [] }
    var (lines, depths) = ([String](), [Int32(0): 0])
    while sqlite3_step(explained) == SQLITE_ROW {
      let depth = depths[sqlite3_column_int(explained, 1)] ?? 0
      depths[sqlite3_column_int(explained, 0)] = depth + 1
      let text = String(sqliteText: sqlite3_column_value(explained, 3))
      lines.append(String(repeating: "  ", count: depth) + text)
    }
    return lines
  }
}

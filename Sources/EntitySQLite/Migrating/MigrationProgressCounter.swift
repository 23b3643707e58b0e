import EntityStore

/// Counts the rows that a migration has copied or visited, and reports them.
final class MigrationProgressCounter {
  private let report: (@Sendable (MigrationProgress) -> Void)?
  private let total: Int
  private var completed = 0

  /// Counts up to `total`, and calls `report`.
  init(total: Int, _ report: (@Sendable (MigrationProgress) -> Void)?) {
    self.total = total
    self.report = report
  }

  /// Reports that everything has been done.
  func finish() {
    report?(
      MigrationProgress(activity: "done", completedRows: completed, totalRows: completed))
  }

  /// Adds `rows` to those that have been copied or visited, by what `activity` says.
  func add(_ rows: Int, _ activity: @autoclosure () -> String) {
    completed += rows
    report?(
      MigrationProgress(activity: activity(), completedRows: completed, totalRows: total))
  }
}

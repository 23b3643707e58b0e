/// How far a migration has come.
public struct MigrationProgress: Hashable, Sendable {
  /// What is being done, such as "copying 'Book'"; "done" once nothing is left but to commit.
  public let activity: String

  /// How many rows have been copied or visited so far.
  public let completedRows: Int

  /// How many rows there are to be copied or visited, as far as that is known: the rows that a
  /// stage adds, or visits several times, count too once they have been.
  public let totalRows: Int

  /// The part that has been done, from 0 to 1.
  public var fraction: Double {
    totalRows == 0 ? 1 : min(1, Double(completedRows) / Double(totalRows))
  }

  /// Creates a progress.
  package init(activity: String, completedRows: Int, totalRows: Int) {
    self.activity = activity
    self.completedRows = completedRows
    self.totalRows = max(totalRows, completedRows)
  }
}

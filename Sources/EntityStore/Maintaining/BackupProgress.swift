/// How far a backup or a restore has come.
public struct BackupProgress: Hashable, Sendable {
  /// How many pages have been copied.
  public let completedPages: Int

  /// How many pages there are.
  public let totalPages: Int

  /// The part that has been copied, from 0 to 1.
  public var fraction: Double {
    totalPages == 0 ? 1 : min(1, Double(completedPages) / Double(totalPages))
  }

  /// Creates a progress.
  package init(completedPages: Int, totalPages: Int) {
    self.completedPages = completedPages
    self.totalPages = max(totalPages, completedPages)
  }
}

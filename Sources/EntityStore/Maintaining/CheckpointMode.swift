/// How a checkpoint moves what has been written from the log into the file.
public enum CheckpointMode: Hashable, Sendable {
  /// What nobody reads or writes any more is moved; nobody waits.
  case passive

  /// Everything is moved and the log made empty; readers and writers are waited for, and wait.
  case truncate
}

/// What a checkpoint has done.
public struct CheckpointResult: Hashable, Sendable {
  /// How many pages the log had; zero for a store that has no log.
  public let pagesInLog: Int

  /// How many of them are in the file now.
  public let pagesMoved: Int

  /// `true` if nothing is left that the log alone has.
  public var isComplete: Bool { pagesMoved == pagesInLog }

  /// Creates a result.
  package init(pagesInLog: Int, pagesMoved: Int) {
    self.pagesInLog = pagesInLog
    self.pagesMoved = pagesMoved
  }
}

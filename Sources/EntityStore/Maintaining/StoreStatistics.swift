/// The size of a store, and what has been done with it since it was opened.
///
/// Counters only grow. They are of the container that was asked, not of other processes.
public struct StoreStatistics: Hashable, Sendable {
  /// How many bytes the file has; zero in memory.
  public package(set) var fileBytes = 0

  /// How many bytes the log beside it has.
  public package(set) var logBytes = 0

  /// How many bytes a page has.
  public package(set) var pageSize = 0

  /// How many pages there are, those that only the log has included.
  public package(set) var pages = 0

  /// How many of them are free; `vacuum()` gives them back.
  public package(set) var freePages = 0

  /// How many rows there are of each entity, those that extend it not included; `nil` unless they
  /// were asked for.
  public package(set) var rows: [String: Int]?

  /// How many times the store has been read: a transaction each.
  public package(set) var reads = 0

  /// How many transactions have been committed.
  public package(set) var commits = 0

  /// How many times another process or connection had locked the file and was waited for.
  public package(set) var busyWaits = 0

  /// How many pages were asked for that a connection had in its cache.
  public package(set) var cacheHits = 0

  /// How many pages were asked for that a connection had to read.
  public package(set) var cacheMisses = 0

  /// How many connections are open.
  public package(set) var connections = 0

  /// The version of SQLite, such as `3.40.1`.
  public package(set) var libraryVersion = ""

  /// Creates statistics of nothing.
  package init() {}
}

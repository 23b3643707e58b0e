/// A store that can be looked after while it is used: copied, checked, tidied up and counted.
///
/// It is a protocol of its own, since not every store has a file, a log or counters: a database
/// server is backed up by its own tools. Each function may be called from any thread, beside
/// whatever else goes on, and throws `closed` once the store has been closed.
package protocol MaintainedStore: Store {
  /// Copies one state of the store to a new file at `path`, which is a store of its own.
  ///
  /// There is either the whole copy at `path` in the end, on disk, or what was there before.
  ///
  /// - Parameters:
  ///   - overwrites: `true` if a store that is at `path` already, and not open, is replaced.
  ///   - progress: is called again and again on this thread; the copy is given up if it throws.
  /// - Throws: a `StoreError`, `fileExists` if something is at `path`; what `progress` throws.
  func backUp(
    to path: String, overwrites: Bool, _ progress: ((BackupProgress) throws -> Void)?
  ) throws

  /// Returns what is wrong with what is stored.
  ///
  /// - Parameter isQuick: `true` if indexes are not compared with their rows.
  func checkIntegrity(isQuick: Bool) throws -> IntegrityReport

  /// Moves what has been written from the log into the file.
  func checkpoint(_ mode: CheckpointMode) throws -> CheckpointResult

  /// Writes the file again, without what is free in it.
  func vacuum() throws

  /// Counts what the planner of queries goes by.
  func optimize() throws

  /// Makes the indexes of words again of the rows that there are.
  func rebuildSearchIndex() throws

  /// Makes the texts that are stored without case again where they are not as they should be.
  func rebuildFoldedText() throws

  /// Makes the derived attributes that are stored again where they are not as they should be.
  func rebuildDerivedValues() throws

  /// Returns sizes and counters; with `countingRows`, how many rows there are of each entity too.
  func statistics(countingRows: Bool) throws -> StoreStatistics
}

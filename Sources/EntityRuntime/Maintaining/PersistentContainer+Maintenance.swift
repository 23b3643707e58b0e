public import EntityStore

extension PersistentContainer {
  /// The store, if it is one that the program looks after.
  ///
  /// - Throws: that it has tools of its own for that.
  package func maintainedStore() throws(StoreError) -> any MaintainedStore {
    guard let store = store as? any MaintainedStore else {
      throw StoreError(
        .invalidRequest, "this store is not looked after by the program; use the tools of its own")
    }
    return store
  }

  /// Returns everything that is wrong with what the store holds: damage of the file, references to
  /// objects that do not exist, counters of the library's own that do not agree with the rows.
  ///
  /// Others may read and write meanwhile. All of the file is read.
  ///
  ///     guard try container.checkIntegrity().isSound else { … }
  ///
  /// - Parameter isQuick: `true` if indexes are not compared with their rows, which takes most of
  ///   the time.
  /// - Throws: a `StoreError` if the store cannot be read at all; what is damaged is in the report.
  ///   `busy` within a `write` of the same thread, unless the check is quick.
  public func checkIntegrity(isQuick: Bool = false) throws -> IntegrityReport {
    try maintainedStore().checkIntegrity(isQuick: isQuick)
  }

  /// Moves what has been written from the log, which is beside the file, into the file.
  ///
  /// The container does this by itself, on a thread of its own, whenever the log has got long. A
  /// store without a log has nothing to be moved.
  ///
  /// - Throws: a `StoreError`: `busy` if others use the file for longer than
  ///   `StoreOptions.busyTimeout` and the log was to be made empty, or if the calling thread reads
  ///   or writes the store itself then; `readOnly`.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) throws -> CheckpointResult {
    try maintainedStore().checkpoint(mode)
  }

  /// Writes the file again, without the room in it that is free, which SQLite uses again otherwise.
  ///
  /// Writers wait meanwhile, and as much room as the store takes is needed beside it.
  ///
  /// - Throws: a `StoreError`: `diskFull`, `busy`, `readOnly`. The store is as it was then.
  public func vacuum() throws { try maintainedStore().vacuum() }

  /// Has SQLite count what its planner goes by: how selective each index is. Do it when the store
  /// has grown to many times its size, or from time to time.
  ///
  /// A part of each index is read. Writers wait meanwhile.
  ///
  /// - Throws: a `StoreError`: `busy`, `readOnly`.
  public func optimize() throws { try maintainedStore().optimize() }

  /// Makes the indexes of words again, of the searchable attributes of all objects.
  ///
  /// The store keeps them as the objects are, whoever writes it; do it where `checkIntegrity` finds
  /// that they are not, as after `INSERT OR REPLACE` by hand, which removes rows without saying so.
  ///
  /// All objects with searchable attributes are read. Writers wait meanwhile.
  ///
  /// - Throws: a `StoreError`: `busy`, `readOnly`, `diskFull`.
  public func rebuildSearchIndex() throws { try maintainedStore().rebuildSearchIndex() }

  /// Makes again what the store holds of attributes marked `.indexed(.ignoringCase)` and
  /// `.unique(.ignoringCase)`: their texts without case.
  ///
  /// The store keeps them as the texts are, whoever writes these; do it where `checkIntegrity`
  /// finds that they are not, as after somebody has written their column by hand.
  ///
  /// All objects with such attributes are read. Writers wait meanwhile.
  ///
  /// - Throws: a `StoreError`: `uniqueViolation` if objects hold what is to be unique and differs
  ///   in case alone; `busy`, `readOnly`, `diskFull`. The store is as it was then.
  public func rebuildFoldedText() throws { try maintainedStore().rebuildFoldedText() }

  /// Makes again what the store holds of derived attributes: the counts of to-many relationships,
  /// and indexes.
  ///
  /// The store keeps them as the objects are, whoever writes these; do it where `checkIntegrity`
  /// finds that they are not, as after `INSERT OR REPLACE` by hand, which removes rows without
  /// saying so.
  ///
  /// All objects that are counted are read. Writers wait meanwhile.
  ///
  /// - Throws: a `StoreError`: `busy`, `readOnly`, `diskFull`. The store is as it was then.
  public func rebuildDerivedValues() throws { try maintainedStore().rebuildDerivedValues() }

  /// Returns the size of the store, and what has been done with it since it was opened.
  ///
  /// - Parameter countingRows: `true` if the rows of each entity are counted, for which all of them
  ///   may be read.
  public func statistics(countingRows: Bool = false) throws -> StoreStatistics {
    try maintainedStore().statistics(countingRows: countingRows)
  }
}

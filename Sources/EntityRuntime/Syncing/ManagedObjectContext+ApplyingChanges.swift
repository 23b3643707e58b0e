public import EntityJSON
import EntityModel
import EntityStore

extension ManagedObjectContext {
  /// Makes the changes that others have made; the next save writes them.
  ///
  ///     let report = try context.applyChanges(from: JSON(reading: body), of: Order.self)
  ///
  /// They are what `pendingChanges` hands out as `json`: a list of changes, or an object that has
  /// one as `changes`. Each finds its object by its identity. An insertion of an object that is
  /// there gives it its values, and a change of one that is not is skipped, so that changes can be
  /// applied twice. Properties that a change does not name stay as they are; links are added and
  /// removed one by one. What others have deleted is deleted, also where objects are deleted
  /// softly, with what its delete rules say.
  ///
  /// All changes are read and checked, and what they are about is found, before anything changes.
  /// What has been assigned is validated by the save, except for the rules of attributes.
  ///
  /// - Parameters:
  ///   - json: The changes.
  ///   - types: The entities whose objects may be changed, with those that extend them; all where
  ///     none is given. Changes of others are refused.
  ///   - options: How values are written, what becomes of changes that are not as they should be,
  ///     and which changes of this store have not been pushed and are to stay.
  /// - Returns: What has become of each change.
  /// - Throws: a `SyncError` with the path of what is refused; a `StoreError`, `invalidRequest` if
  ///   an entity has no identity, others if the store fails; what the merge policy throws; a
  ///   `CancellationError` if the task is cancelled. Nothing has changed then.
  @discardableResult
  public func applyChanges(
    from json: JSON, of types: ManagedObject.Type..., options: SyncOptions = SyncOptions()
  ) throws -> SyncReport {
    let allowed = container.store.layout.entityNames(of: types)
    return try applyChanges(from: json, of: allowed, options).report
  }

  func applyChanges(
    from json: JSON, of allowed: Set<String>?, _ options: SyncOptions,
    without unfit: UnfitRows? = nil
  ) throws -> Synchronization {
    try takeOverCommits()
    var synchronization = try Synchronization(self, options, without: unfit)
    try synchronization.apply(changes: json, of: allowed)
    return synchronization
  }
}

extension PersistentContainer {
  /// Makes the changes that others have made, in one transaction.
  ///
  ///     let report = try await container.applyChanges(
  ///       from: JSON(reading: body), of: Order.self, author: "phone 7")
  ///
  /// It is `context.applyChanges` in `container.write`: all of the changes, or nothing of them.
  ///
  /// - Parameters:
  ///   - json: The changes.
  ///   - types: The entities whose objects may be changed, with those that extend them; all where
  ///     none is given.
  ///   - options: As for a context.
  ///   - policy: What happens where others have changed what has not been pushed; what has not been
  ///     pushed stays where none is given.
  ///   - author: Who has made the changes. Those of another author than the one whose changes are
  ///     pushed are not pushed back.
  ///   - timeout: How long the call may take in all; `nil` for as long as it takes.
  /// - Throws: as `context.applyChanges` and `write`; for a change whose object cannot be saved, a
  ///   `SyncError` with its path.
  @discardableResult
  public func applyChanges(
    from json: JSON, of types: ManagedObject.Type..., options: SyncOptions = SyncOptions(),
    merging policy: MergePolicy? = nil, author: String? = nil, timeout: Duration? = nil
  ) async throws -> SyncReport {
    let allowed = store.layout.entityNames(of: types)
    return try await write(author: author, timeout: timeout) { context in
      if let policy { context.mergePolicy = policy }
      return try context.saving(options) {
        try context.applyChanges(from: json, of: allowed, options, without: $0)
      }
    }
  }
}

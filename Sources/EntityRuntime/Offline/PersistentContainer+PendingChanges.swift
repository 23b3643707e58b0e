import EntityModel
import EntityStore

extension PersistentContainer {
  /// Returns what `author` has changed since `token` and what is to be pushed of it.
  ///
  ///     let pending = try container.pendingChanges(by: "app", since: token)
  ///     try await server.send(pending.json)
  ///     token = pending.token
  ///
  /// Values are as the store has them now; what has been taken back, or deleted by somebody else,
  /// is left out. Secret attributes and properties that are `.notExported` are none of it.
  ///
  /// It reads on the calling thread. In async code,
  /// `try await container.read { try $0.pendingChanges(by: "app") }` blocks none of Swift's own.
  ///
  /// - Parameters:
  ///   - author: The `author` of `container.write` or of the context that has made the changes.
  ///   - token: The commit after which to begin; `nil` for the beginning of the history.
  ///   - types: The entities whose objects are wanted, with those that extend them; all where none
  ///     is given.
  ///   - format: How the values are written.
  /// - Throws: a `StoreError`: `historyOff` if the store keeps no history, `tokenOfAnotherStore`,
  ///   `historyPruned` if entries after `token` have been removed, `invalidRequest` for an object
  ///   that has no identity; a `JSONWritingError` for a value that JSON has nothing for.
  /// - Complexity: O(entries after `token`).
  public func pendingChanges(
    by author: String, since token: CommitToken? = nil, of types: ManagedObject.Type...,
    format: JSONFormat = JSONFormat()
  ) throws -> PendingChanges {
    let wanted = store.layout.entityNames(of: types)
    return try store.read { try pendingChanges(by: author, since: token, of: wanted, format, $0) }
  }

  func pendingChanges(
    by author: String, since token: CommitToken?, of wanted: Set<String>?, _ format: JSONFormat,
    _ session: any StoreSession
  ) throws -> PendingChanges {
    let changes = try AuthorChanges(by: author, since: token, in: self, session)
    var writer = PendingChangeWriter(session, entities, format, of: wanted)
    return PendingChanges(
      author: author, changes: try writer.write(changes), token: changes.token)
  }
}

extension ManagedObjectContext {
  /// Returns what `author` has changed since `token`, in the state that the context reads, as
  /// `container.pendingChanges` does; unsaved changes are none of it.
  ///
  /// - Throws: as that.
  public func pendingChanges(
    by author: String, since token: CommitToken? = nil, of types: ManagedObject.Type...,
    format: JSONFormat = JSONFormat()
  ) throws -> PendingChanges {
    let wanted = container.store.layout.entityNames(of: types)
    return try unit.session.read {
      try container.pendingChanges(by: author, since: token, of: wanted, format, $0)
    }
  }
}

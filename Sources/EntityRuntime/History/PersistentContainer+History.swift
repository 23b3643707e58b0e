import EntityModel
public import EntityStore

extension PersistentContainer {
  /// Returns the commits after the one of `token`, in order, as the store's history has them.
  ///
  ///     for entry in try container.history(after: token, of: Book.self) {
  ///       for change in entry.updated { print(change.old(\Book.title), change.new(\Book.title)) }
  ///     }
  ///
  /// It reads on the calling thread. In async code,
  /// `try await container.read { try $0.history(after: token) }` blocks none of Swift's own.
  ///
  /// - Parameters:
  ///   - token: The commit after which to begin; `nil` for the oldest entry there is.
  ///   - types: The entities whose changes are wanted, with those that extend them; entries without
  ///     any are left out. All changes where none is given.
  ///   - limit: The most entries returned; `nil` for all.
  /// - Throws: a `StoreError`: `historyOff` if the store keeps no history, `tokenOfAnotherStore`,
  ///   `historyPruned` if entries after `token` have been removed.
  /// - Complexity: O(entries after `token`), until `limit` is reached.
  public func history(
    after token: CommitToken? = nil, of types: ManagedObject.Type..., limit: Int? = nil
  ) throws -> [HistoryEntry] {
    let entities = store.layout.entityNames(of: types)
    return try store.read {
      try StoreHistory(session: $0, layout: store.layout).entries(
        after: token, of: entities, limit: limit)
    }
  }

  /// The token of the newest commit: what is committed from now on is `history(after:
  /// currentToken)`.
  ///
  /// Where what is loaded and the token are to fit, ask the context of one `container.read` for
  /// both. Without a history, it is that of the last commit that this container has published.
  ///
  /// - Throws: a `StoreError` if the store cannot be read.
  public var currentToken: CommitToken {
    get throws {
      let extent = try store.read { try $0.historyExtent() }
      return extent.map { CommitToken($0.end) } ?? feed.lastToken
    }
  }

  /// Removes the entries of the history that `policy` does not keep, and returns how many; the
  /// newest one is always kept.
  ///
  ///     try container.pruneHistory(keeping: .days(30))
  ///
  /// - Throws: a `StoreError`: `historyOff`, `readOnly`.
  @discardableResult
  public func pruneHistory(keeping policy: HistoryPolicy) throws -> Int {
    try store.write { try $0.pruneHistory(policy) }
  }

  /// Removes the store's history; none is kept from now on, until the store is opened with
  /// `StoreOptions.history` again.
  ///
  /// - Throws: a `StoreError`: `readOnly` if the store was opened as that.
  public func removeHistory() throws { try store.write { try $0.removeHistory() } }
}

extension ManagedObjectContext {
  /// Returns the commits after the one of `token`, in order, as the store's history has them in the
  /// state that the context reads; what the transaction of `container.write` has done is no commit
  /// yet.
  ///
  /// - Parameters:
  ///   - token: The commit after which to begin; `nil` for the oldest entry there is.
  ///   - types: The entities whose changes are wanted, with those that extend them; entries without
  ///     any are left out. All changes where none is given.
  ///   - limit: The most entries returned; `nil` for all.
  /// - Throws: a `StoreError`: `historyOff` if the store keeps no history, `tokenOfAnotherStore`,
  ///   `historyPruned` if entries after `token` have been removed.
  public func history(
    after token: CommitToken? = nil, of types: ManagedObject.Type..., limit: Int? = nil
  ) throws -> [HistoryEntry] {
    let layout = container.store.layout
    let entities = layout.entityNames(of: types)
    return try unit.session.read {
      try StoreHistory(session: $0, layout: layout).entries(
        after: token, of: entities, limit: limit)
    }
  }

  /// The token of the newest commit in the state that the context reads.
  ///
  /// - Throws: a `StoreError`: `historyOff` if the store keeps no history.
  public var currentToken: CommitToken {
    get throws {
      let layout = container.store.layout
      return try unit.session.read {
        CommitToken(try StoreHistory(session: $0, layout: layout).extent().end)
      }
    }
  }
}

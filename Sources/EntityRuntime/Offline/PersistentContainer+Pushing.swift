import EntityModel
import EntityStore

/// Pushing what is pending, with the token of what has been pushed among the store's metadata.
extension PersistentContainer {
  /// Has `body` push what `author` has changed and what has not been pushed before, and returns
  /// what that returns; `nil`, without calling it, if nothing is pending.
  ///
  ///     try await container.withPendingChanges(by: "app") { pending in
  ///       try await server.send(pending.json)
  ///     }
  ///
  /// When `body` returns, what it was given is acknowledged; when it throws, all of it is pending
  /// as before. What is changed meanwhile is pending afterwards. The store can be read and written
  /// while `body` runs.
  ///
  /// - Parameters:
  ///   - author: Who has made the changes.
  ///   - name: The name under which the store knows what has been pushed, one for each of those
  ///     that changes are pushed to; `author` where none is given.
  ///   - types: The entities whose objects are wanted, with those that extend them; all where none
  ///     is given. What is left out is acknowledged with the rest; push parts under a name of
  ///     their own (`named:`).
  ///   - format: How the values are written.
  /// - Throws: what `container.pendingChanges` and `container.write` throw, and what `body` throws.
  @discardableResult
  public func withPendingChanges<Result>(
    by author: String, named name: String? = nil, of types: ManagedObject.Type...,
    format: JSONFormat = JSONFormat(), isolation: isolated (any Actor)? = #isolation,
    _ body: (PendingChanges) async throws -> Result
  ) async throws -> Result? {
    let wanted = store.layout.entityNames(of: types)
    return try await push(by: author, named: name ?? author, of: wanted, format, body)
  }

  /// Has `body` push what is pending, as `withPendingChanges` does, again and again until nothing
  /// is, and returns how many changes that were.
  ///
  /// - Throws: as `withPendingChanges`. What was pushed before stays acknowledged.
  @discardableResult
  public func drainPendingChanges(
    by author: String, named name: String? = nil, of types: ManagedObject.Type...,
    format: JSONFormat = JSONFormat(), isolation: isolated (any Actor)? = #isolation,
    _ body: (PendingChanges) async throws -> Void
  ) async throws -> Int {
    let wanted = store.layout.entityNames(of: types)
    var count = 0
    while let pushed = try await push(
      by: author, named: name ?? author, of: wanted, format,
      { pending in
        try await body(pending)
        return pending.changes.count
      })
    { count += pushed }
    return count
  }

  private func push<Result>(
    by author: String, named name: String, of wanted: Set<String>?, _ format: JSONFormat,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (PendingChanges) async throws -> Result
  ) async throws -> Result? {
    try Task.checkCancellation()
    let pending = try await read { context in
      let container = context.container
      return try context.unit.session.read { session in
        try container.pendingChanges(
          by: author, since: session.acknowledgedToken(named: name), of: wanted, format, session)
      }
    }
    let result = pending.isEmpty ? nil : try await body(pending)
    let token = pending.token
    try await write { context in
      try context.unit.session.write(
        endsWithTask: false, { try $0.acknowledge(token, named: name) }, committed: { _ in })
    }
    return result
  }

  /// Notes that what has been committed up to `token` has been pushed: what is pending for `name`
  /// begins after it.
  ///
  /// An earlier token than the one that is known changes nothing.
  ///
  /// - Throws: a `StoreError`: `tokenOfAnotherStore`, `historyPruned`, `historyOff` if the token is
  ///   none of the store's history, `readOnly`.
  public func acknowledgePendingChanges(named name: String, upTo token: CommitToken) throws {
    try store.write { session in
      try StoreHistory(session: session, layout: store.layout).check(token)
      try session.acknowledge(token, named: name)
    }
  }

  /// The token up to which changes have been pushed under `name`; `nil` if none have been.
  ///
  /// - Throws: a `StoreError` if the store cannot be read.
  public func acknowledgedToken(named name: String) throws -> CommitToken? {
    try store.read { try $0.acknowledgedToken(named: name) }
  }
}

extension StoreSession {
  /// Returns the token up to which changes have been pushed under `name`.
  func acknowledgedToken(named name: String) throws -> CommitToken? {
    guard case .text(let text)? = try metadata(Self.key(of: name), as: .text) else { return nil }
    guard let token = CommitToken(text) else {
      throw StoreError(
        .unreadableValue,
        "the metadata for '\(Self.key(of: name))' are no commit token; acknowledge changes under "
          + "another name")
    }
    return token
  }

  /// The key of the metadata that have the token of `name`.
  fileprivate static func key(of name: String) -> String { "EntityGraph.pushed.\(name)" }
}

extension WritingSession {
  /// Makes `token` the one of `name`, unless a later one is.
  fileprivate func acknowledge(_ token: CommitToken, named name: String) throws {
    if let known = try acknowledgedToken(named: name), known.position.store == token.position.store,
      known >= token
    {
      return
    }
    try setMetadata(.text(token.description), for: Self.key(of: name))
  }
}

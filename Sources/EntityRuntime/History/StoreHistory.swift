import EntityModel
import EntityStore

/// The history of a store, as it is seen in one session.
struct StoreHistory {
  let session: any StoreSession
  let layout: StoreLayout

  /// Returns how far the history goes.
  ///
  /// - Throws: that there is none.
  func extent() throws -> HistoryExtent {
    guard let extent = try session.historyExtent() else { throw StoreError.historyOff }
    return extent
  }

  /// Returns the entries after `token`, at most `limit`, with the changes of `entities`; `nil` for
  /// all of them. Entries without such changes are left out.
  func entries(
    after token: CommitToken?, of entities: Set<String>?, limit: Int?
  ) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    let limit = limit.map { max($0, 0) } ?? .max
    try forEach(after: token, of: entities) { entry in
      guard entries.count < limit else { return false }
      entries.append(entry)
      return entries.count < limit
    }
    return entries
  }

  /// Calls `body` with each entry after `token` that has changes of `entities`, `nil` for all of
  /// them, until it returns `false`.
  func forEach(
    after token: CommitToken?, of entities: Set<String>? = nil,
    while body: (HistoryEntry) throws -> Bool
  ) throws {
    let extent = try extent()
    if let token { try check(token, extent) }
    try session.history(after: token?.position.number ?? 0) { record in
      let entry = try HistoryMerging.entry(record, layout) { entities?.contains($0) ?? true }
      guard entities == nil || entry.isReset || !entry.changes.isEmpty else { return true }
      return try body(entry)
    }
  }

  /// Refuses `token` unless all that has been committed after it is in the history.
  func check(_ token: CommitToken) throws { try check(token, extent()) }

  /// Refuses `token` unless all that has been committed after it is in the history.
  private func check(_ token: CommitToken, _ extent: HistoryExtent) throws {
    let position = token.position
    guard token.isOfHistory else {
      throw StoreError(
        .tokenOfAnotherStore,
        "the token is of a commit that no history has, since none was kept then; load what it was "
          + "for from the store, and go on from its current token")
    }
    guard position.store == extent.end.store else { throw Self.foreign }
    if position.number < extent.start.number {
      throw StoreError(
        .historyPruned,
        "entries that follow the token have been removed from the history; load what it was for "
          + "from the store, and go on from its current token")
    }
    if position == extent.start || position == extent.end { return }
    guard position.number > extent.start.number, position.number < extent.end.number else {
      throw Self.foreign
    }
    var found: HistoryPosition?
    try session.history(after: position.number - 1) { record in
      found = record.position
      return false
    }
    guard found == position else { throw Self.foreign }
  }

  private static var foreign: StoreError {
    StoreError(
      .tokenOfAnotherStore,
      "the token is of another store, or of a state that this one has been taken back from; load "
        + "what it was for from this store, and go on from its current token")
  }
}

extension StoreLayout {
  /// Returns the names of the entities of `types` and of all that extend them; `nil` for none.
  func entityNames(of types: [ManagedObject.Type]) -> Set<String>? {
    guard !types.isEmpty else { return nil }
    return Set(types.flatMap { entity($0.__entityName)?.subentities ?? [$0.__entityName] })
  }
}

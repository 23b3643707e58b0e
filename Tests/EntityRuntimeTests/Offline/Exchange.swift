import EntityGraph

/// A store and the state that an exchange begins from.
typealias ExchangingStore = (container: PersistentContainer, start: CommitToken)

/// Applies at each of two stores what 'app' has changed at the other one since its start, by
/// property; where both have changed something, that of `left` stays.
func exchange(_ left: ExchangingStore, _ right: ExchangingStore) async throws {
  let fromLeft = try left.container.pendingChanges(by: "app", since: left.start)
  let fromRight = try right.container.pendingChanges(by: "app", since: right.start)
  try await apply(fromRight, to: left, preferring: .ours, author: "right")
  try await apply(fromLeft, to: right, preferring: .theirs, author: "left")
}

private func apply(
  _ changes: PendingChanges, to store: ExchangingStore, preferring side: MergePolicy.Side,
  author: String
) async throws {
  var options = SyncOptions()
  options.pending = .kept(by: "app", since: store.start)
  try await store.container.applyChanges(
    from: changes.json, options: options, merging: .byProperty(preferring: side), author: author)
}

import EntityModel
import EntityStore
import Synchronization

/// The live queries of a container: one for all who listen to the same request.
final class LiveQueries: Sendable {
  /// What two requests have in common that one query serves.
  struct Key: Hashable, Sendable {
    /// What is asked of the store.
    enum Question: Hashable, Sendable {
      case rows(ResultQuery)
      case objects(EntityQuery)
    }

    let question: Question

    /// The type of a result, since different things may be made of the same rows.
    let result: ObjectIdentifier

    /// The default conditions, which what is made of the rows obeys too.
    let conditions: [Int: PredicateTree]
  }

  private struct State {
    var queries: [Key: any AnyLiveQuery] = [:]
    var isFinished = false
  }

  private let feed: CommitFeed
  private let layout: StoreLayout

  /// The queries; a commit asks for them while the feed is locked.
  private let state = Mutex(State())

  /// What listens to the feed while there are queries; it is locked before the feed and `state`.
  private let subscription = Mutex<Int?>(nil)

  init(_ feed: CommitFeed, _ layout: StoreLayout) {
    self.feed = feed
    self.layout = layout
  }

  /// Gives the result of the query of `key` to `mailbox`, now and whenever it may have changed;
  /// `make` makes the query unless there is one. Returns what ends that.
  func listen<Value: Sendable>(
    _ key: Key, _ mailbox: Mailbox<LiveQuery<Value>.Outcome>, make: () -> LiveQuery<Value>
  ) -> @Sendable () -> Void {
    let entry: (query: LiveQuery<Value>, id: Int)? = subscription.withLock { subscription in
      if subscription == nil {
        subscription = feed.listen { [weak self] in
          self?.note($0)
        } end: { [weak self] in
          self?.finish()
        }
      }
      return state.withLock { state in
        guard !state.isFinished else { return nil }
        let query = state.queries[key] as? LiveQuery<Value> ?? make()
        state.queries[key] = query
        return (query, query.add(mailbox))
      }
    }
    guard let entry else {
      mailbox.finish()
      return {}
    }
    return { [weak self] in self?.remove(key, entry.query, entry.id) }
  }

  private func remove(_ key: Key, _ query: any AnyLiveQuery, _ id: Int) {
    subscription.withLock { subscription in
      let isEmpty = state.withLock { state in
        if query.remove(id), state.queries[key] === query { state.queries[key] = nil }
        return state.queries.isEmpty
      }
      guard isEmpty, let former = subscription else { return }
      subscription = nil
      feed.remove(former)
    }
  }

  private func note(_ committed: CommittedChanges) {
    let queries = state.withLock { Array($0.queries.values) }
    guard !queries.isEmpty else { return }
    let summary = ChangeSummary(committed.changes, layout)
    for query in queries { query.note(summary) }
  }

  private func finish() {
    let queries = state.withLock { state in
      defer { state = State(isFinished: true) }
      return Array(state.queries.values)
    }
    for query in queries { query.finish() }
  }
}

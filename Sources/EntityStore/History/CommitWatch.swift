/// Watches what other processes commit.
package protocol CommitWatch: Sendable {
  /// Notices at once what has been committed before, unless it cannot be asked for now.
  func look()

  /// Ends the watch, and what is going on in it.
  func cancel()
}

/// A store that keeps no history and that nobody else uses.
extension Store {
  package func watchCommits(_ notice: @escaping @Sendable (Int64) -> Void) -> (any CommitWatch)? {
    nil
  }

  package func watchOthers(_ notice: @escaping @Sendable () -> Void) -> (any CommitWatch)? { nil }
}

extension StoreSession {
  package func historyExtent() throws -> HistoryExtent? { nil }

  package func history(after number: Int64, while body: (HistoryRecord) throws -> Bool) throws {
    throw StoreError.historyOff
  }
}

extension WritingSession {
  package func recordCommit(by author: String?) throws -> HistoryPosition? { nil }

  package func pruneHistory(_ policy: HistoryPolicy) throws -> Int { throw StoreError.historyOff }

  package func removeHistory() throws {}
}

extension StoreError {
  /// The error that there is no history.
  package static var historyOff: StoreError {
    StoreError(
      .historyOff,
      "the store keeps no history; open it with StoreOptions(history: .everything), or with as "
        + "much as is to be kept")
  }
}

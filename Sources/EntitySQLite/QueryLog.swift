import EntitySQL
import Synchronization

/// The queries that a store is asked while a test counts them.
package final class QueryLog: Sendable {
  private struct State {
    /// How many parts of tests count at the moment.
    var counting = 0

    /// What they have been asked, since the first of them began.
    var queries: [String] = []
  }

  /// What the names of the store's own tables begin with; what a save asks those is no query of the
  /// program's.
  private static let ownTables = [
    MetadataStatements.factTable, MetadataStatements.idTable, MetadataStatements.metadataTable,
    HistoryStatements.table,
  ]

  private let state = Mutex(State())

  /// Creates a log in which nobody counts.
  package init() {}

  /// Notes that a statement is run: a query, if it reads rows of entities.
  package func note(_ sql: String) {
    guard sql.hasPrefix("SELECT") || sql.hasPrefix("WITH"),
      !Self.ownTables.contains(where: { sql.contains("FROM \"\($0)") })
    else { return }
    state.withLock { if $0.counting > 0 { $0.queries.append(sql) } }
  }

  /// Counts from here on, and returns where.
  package func begin() -> Int {
    state.withLock {
      $0.counting += 1
      return $0.queries.count
    }
  }

  /// Returns the queries since `start`; whoever called `begin` counts no more.
  package func end(_ start: Int) -> [String] {
    state.withLock { state in
      defer {
        state.counting -= 1
        if state.counting == 0 { state.queries = [] }
      }
      return Array(state.queries[start...])
    }
  }
}

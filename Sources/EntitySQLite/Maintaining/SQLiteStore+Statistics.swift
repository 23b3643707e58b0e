import EntityCSQLite
import EntityModel
package import EntityStore

extension SQLiteStore {
  package func statistics(countingRows: Bool) throws -> StoreStatistics {
    var statistics = StoreStatistics()
    statistics.libraryVersion = String(cString: sqlite3_libversion())
    if case .file(let path) = try location.resolved() {
      statistics.fileBytes = FileIdentity(path)?.bytes ?? 0
      statistics.logBytes = FileIdentity(path + "-wal")?.bytes ?? 0
    }
    try withKeeper { connection in
      statistics.pageSize = try connection.number("PRAGMA page_size")
      statistics.pages = try connection.number("PRAGMA page_count")
      statistics.freePages = try connection.number("PRAGMA freelist_count")
      if countingRows { statistics.rows = try rows(in: connection) }
      connection.takeCacheCounters()
    }
    readers.forEachIdle { $0.connection.takeCacheCounters() }
    writers.forEachIdle { $0.connection.takeCacheCounters() }
    let (sums, connections) = opening.monitor.sums()
    statistics.reads = sums.reads
    statistics.commits = sums.commits
    statistics.busyWaits = sums.busyWaits
    statistics.cacheHits = sums.cacheHits
    statistics.cacheMisses = sums.cacheMisses
    statistics.connections = connections
    return statistics
  }

  /// Returns how many rows there are of each entity, in one state of the store.
  private func rows(in connection: Connection) throws -> [String: Int] {
    let session = SQLiteSession(connection, opening.statements)
    return try connection.withTransaction("BEGIN", session) { session in
      var rows: [String: Int] = [:]
      for entity in layout.entities {
        rows[entity.name] = try session.count(
          EntityQuery(entity: entity.name, includesSubentities: false))
      }
      return rows
    }
  }
}

extension Connection {
  /// Takes over what SQLite has counted, on the thread that has the connection.
  fileprivate func takeCacheCounters() { monitor.counters.takeCacheCounters(of: handle) }

  /// Returns the number that `sql` reads; zero for none.
  fileprivate func number(_ sql: String) throws(StoreError) -> Int {
    Int(try integer(sql) ?? 0)
  }
}

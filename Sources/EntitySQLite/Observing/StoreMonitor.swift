import EntityStore
import Synchronization

/// What the connections of one store have in common: who receives events, what has been counted,
/// and which file the store was opened in.
final class StoreMonitor: Sendable {
  /// Who receives events, or `nil`.
  let observer: StoreObserver?

  /// How many nanoseconds go by at most before a connection that reads looks whether its file is
  /// still the one at its path.
  let fileCheckInterval: UInt64

  /// The file, once the first connection is open.
  let file = Mutex<FileIdentity?>(nil)

  /// The store's own id, if it has one; known once the first connection is open.
  let storeID = Mutex<String?>(nil)

  /// What accepts statements by hand, once there has been one.
  let handwritten = Mutex<HandwrittenCheck?>(nil)

  /// The counters of open connections, and the sums of those that have been closed.
  private let counters = Mutex<(open: [ConnectionCounters], closed: ConnectionCounters.Sums)>(
    ([], ConnectionCounters.Sums()))

  /// Creates the monitor of a store that is opened as `options` say.
  init(_ options: StoreOptions = StoreOptions(), fileCheckInterval: UInt64 = 20_000_000) {
    observer = options.observer.map { StoreObserver(options.observed, $0) }
    self.fileCheckInterval = fileCheckInterval
  }

  /// Adds the counters of a connection that has been opened.
  func add(_ connection: ConnectionCounters) {
    counters.withLock { $0.open.append(connection) }
  }

  /// Adds what a connection has counted that is closed to the sums.
  func remove(_ connection: ConnectionCounters) {
    counters.withLock { counters in
      counters.open.removeAll { $0 === connection }
      counters.closed.add(connection)
    }
  }

  /// Returns the sums of what all connections have counted, and how many are open.
  func sums() -> (sums: ConnectionCounters.Sums, connections: Int) {
    counters.withLock { counters in
      var sums = counters.closed
      for connection in counters.open { sums.add(connection) }
      return (sums, counters.open.count)
    }
  }

  /// Calls `body` with who receives waits, if anybody does.
  var waits: StoreObserver? { observer.flatMap { $0.observed.waits ? $0 : nil } }
}

import Dispatch
import EntityStore
import Synchronization

/// Moves what has been written from the log into the database, so that those who commit need not.
final class Checkpointer: Sendable {
  /// A connection that only the queue uses.
  private struct Lent: @unchecked Sendable {
    // Sendable, because the queue does one thing at a time and nobody else has the connection.
    let connection: Connection
  }

  /// The connection, once it is open, and what is going on.
  private struct State {
    var lent: Lent?
    var isMoving = false
    var isClosed = false
  }

  /// The pages in the log from which on they are moved.
  private static let enough = 1000

  /// The pages in the log from which on whoever commits waits for them to be moved.
  private static let tooMany = 16_000

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "EntityGraph.Checkpointer")

  /// Opens the connection.
  private let open: @Sendable () throws(StoreError) -> Connection

  /// Creates a checkpointer whose connection `open` opens when it is first needed.
  init(open: @escaping @Sendable () throws(StoreError) -> Connection) { self.open = open }

  /// Has the log moved if it is long; `pages` is its length after a commit.
  func noteLog(ofPages pages: Int) {
    guard pages >= Self.enough else { return }
    if pages >= Self.tooMany { return queue.sync { move() } }
    let isFirst = state.withLock { state in
      defer { state.isMoving = true }
      return !state.isMoving && !state.isClosed
    }
    if isFirst { queue.async { [self] in move() } }
  }

  /// Waits for what is going on to end and releases the connection.
  func close() {
    queue.sync { state.withLock { $0 = State(isClosed: true) } }
  }

  /// Moves what nobody reads any more; on the queue.
  private func move() {
    let (lent, isClosed) = state.withLock { ($0.lent, $0.isClosed) }
    guard !isClosed else { return }
    // What cannot be moved now is moved after a later commit.
    let used = try? lent ?? Lent(connection: open())
    if let used { _ = try? used.connection.checkpoint(.passive) }
    state.withLock {
      $0.lent = used
      $0.isMoving = false
    }
  }
}

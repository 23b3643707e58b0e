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

    /// The pages in the log after the last commit, and how many of them have been moved.
    var pages = 0
    var moved = 0

    /// The pages in the log from which on they are moved next.
    var next = Checkpointer.enough
  }

  /// The pages after which they are moved.
  private static let enough = 1000

  /// The pages in the log from which on whoever commits waits for the rest of them, if that is
  /// little, to be moved.
  ///
  /// A log begins at its start again only where everything in it has been moved when somebody
  /// writes, and behind others who write without a pause the queue never gets there.
  private static let many = 4000

  /// The pages in the log from which on whoever commits waits for them to be moved, and for the log
  /// to be emptied.
  ///
  /// Where reads overlap without a pause there is never a moment that nobody reads in the log, so
  /// that it does not begin again however often all of it is moved.
  private static let tooMany = 16_000

  /// How many nanoseconds those who read at the time are waited for when the log is emptied.
  private static let patience: UInt64 = 100_000_000

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "EntityGraph.Checkpointer")

  /// Opens the connection.
  private let open: @Sendable () throws(StoreError) -> Connection

  /// Creates a checkpointer whose connection `open` opens when it is first needed.
  init(open: @escaping @Sendable () throws(StoreError) -> Connection) { self.open = open }

  /// Has the log moved if it is long; `pages` is its length after a commit.
  ///
  /// Each time asks the disk to keep what is moved, so that it is not done again before another
  /// thousand pages have been written, whether everything could be moved or not.
  func noteLog(ofPages pages: Int) {
    let waits: Bool? = state.withLock { state in
      if pages < state.pages { (state.moved, state.next) = (0, Self.enough) }
      state.pages = pages
      guard pages >= state.next, !state.isMoving, !state.isClosed else { return nil }
      state.isMoving = true
      return pages >= Self.tooMany || pages >= Self.many && pages - state.moved <= 2 * Self.enough
    }
    switch waits {
    case nil: return
    case true?: queue.sync { move() }
    case false?: queue.async { [self] in move() }
    }
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
    var done = try? used?.connection.checkpoint(.passive)
    if let connection = used?.connection, let moved = done, Self.canEmpty(moved) {
      done = (try? connection.emptyLog(waiting: Self.patience)) ?? moved
    }
    state.withLock { state in
      state.lent = used
      state.isMoving = false
      state.moved = done?.pagesMoved ?? 0
      state.next = (done?.pagesInLog ?? state.pages) + Self.enough
    }
  }

  /// Whether a log of which `done` has just been moved is too long, and nobody has read for so long
  /// that waiting for the end of that would be in vain.
  private static func canEmpty(_ done: CheckpointResult) -> Bool {
    done.pagesInLog >= tooMany && done.pagesInLog - done.pagesMoved <= enough
  }
}

extension Connection {
  /// Moves what is left in the log and makes it empty.
  ///
  /// Nobody commits meanwhile. Who begins to read does so in the database, where everything is, and
  /// is not in the way.
  ///
  /// - Throws: `busy` if somebody goes on to read in the log for longer than `patience`, in
  ///   nanoseconds.
  fileprivate func emptyLog(waiting patience: UInt64) throws(StoreError) -> CheckpointResult {
    monitor.budgetEnd = ConnectionMonitor.now &+ patience
    defer { monitor.budgetEnd = .max }
    return try checkpoint(.truncate)
  }
}

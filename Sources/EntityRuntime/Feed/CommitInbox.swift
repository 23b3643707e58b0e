import EntityStore
import Synchronization

/// What others have committed since a context that follows them has taken it over.
final class CommitInbox: Sendable {
  /// What there is to take over.
  enum Contents {
    case commits([ChangeSet])

    /// More than is worth looking at: everything may have changed.
    case everything
  }

  private let feed: CommitFeed
  private let arrivals: Arrivals
  private let id: Int

  /// Creates the inbox of `unit`; `wake` is called when something has come. The objects that the
  /// unit has already may be those of earlier commits, so that everything has come for them.
  init(_ unit: UnitOfWork, wake: (@Sendable () -> Void)?) {
    let arrivals = Arrivals(wake: wake)
    let origin = ObjectIdentifier(unit)
    feed = unit.container.feed
    self.arrivals = arrivals
    // The feed retains the arrivals and not the inbox: it must not be what releases that, since the
    // inbox then leaves the feed, which is locked while it publishes.
    id = feed.listen { committed in
      if committed.origin != origin { arrivals.put(committed.changes) }
    } end: {
    }
    // What is committed from now on comes too, so that nothing is missed between the two.
    if unit.maps.contains(where: { $0.count > 0 }) { arrivals.put(nil) }
  }

  deinit { feed.remove(id) }

  /// `true` if nothing has come.
  var isEmpty: Bool { arrivals.isEmpty }

  /// Returns what has come and forgets it.
  func take() -> Contents { arrivals.take() }
}

/// What has come into an inbox.
private final class Arrivals: Sendable {
  private struct State {
    var commits: [ChangeSet] = []

    /// How many rows the commits have changed.
    var rows = 0

    /// `true` if so much has come that the context had better read everything again.
    var isOverflowing = false
  }

  /// The most rows that are noted one by one.
  private static let mostRows = 10_000

  private let state = Mutex(State())
  private let hasNews = Atomic<Bool>(false)

  /// Is called when something has come.
  private let wake: (@Sendable () -> Void)?

  init(wake: (@Sendable () -> Void)?) { self.wake = wake }

  /// `true` if nothing has come.
  var isEmpty: Bool { !hasNews.load(ordering: .acquiring) }

  /// Adds `changes`; `nil` where everything may have changed.
  func put(_ changes: ChangeSet?) {
    state.withLock { state in
      guard !state.isOverflowing else { return }
      if let changes {
        state.commits.append(changes)
        state.rows += changes.rowCount
      }
      guard changes == nil || state.rows > Self.mostRows else { return }
      state = State(isOverflowing: true)
    }
    hasNews.store(true, ordering: .releasing)
    wake?()
  }

  /// Returns what has come and forgets it.
  func take() -> CommitInbox.Contents {
    hasNews.store(false, ordering: .relaxed)
    return state.withLock { state in
      defer { state = State() }
      return state.isOverflowing ? .everything : .commits(state.commits)
    }
  }
}

extension ChangeSet {
  /// How many rows and links are changed.
  fileprivate var rowCount: Int {
    unlinks.count + deletes.count + updates.count + inserts.count + links.count
  }
}

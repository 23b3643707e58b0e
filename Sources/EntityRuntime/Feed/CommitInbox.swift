import EntityStore
import Synchronization

/// What others have committed since a context that follows them has taken it over.
final class CommitInbox: Sendable {
  private struct State {
    var commits: [ChangeSet] = []

    /// How many rows the commits have changed.
    var rows = 0

    /// `true` if so much has come that the context had better read everything again.
    var isOverflowing = false
  }

  /// What there is to take over.
  enum Contents {
    case commits([ChangeSet])

    /// More than is worth looking at: everything may have changed.
    case everything
  }

  /// The most rows that are noted one by one.
  private static let mostRows = 10_000

  private let feed: CommitFeed
  private let state = Mutex(State())
  private let hasNews = Atomic<Bool>(false)
  private let subscription = Mutex<Int?>(nil)

  /// Is called when something has come.
  private let wake: (@Sendable () -> Void)?

  /// Creates the inbox of `unit`; `wake` is called when something has come.
  init(_ unit: UnitOfWork, wake: (@Sendable () -> Void)?) {
    feed = unit.container.feed
    self.wake = wake
    let origin = ObjectIdentifier(unit)
    let id = feed.listen { [weak self] committed in
      if committed.origin != origin { self?.put(committed.changes) }
    } end: {
    }
    subscription.withLock { $0 = id }
  }

  deinit {
    if let id = subscription.withLock({ $0 }) { feed.remove(id) }
  }

  /// `true` if something has come.
  var isEmpty: Bool { !hasNews.load(ordering: .acquiring) }

  private func put(_ changes: ChangeSet?) {
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
  func take() -> Contents {
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

import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What those who follow the history are given.
enum FeedSignal: Sendable {
  /// A commit of this container.
  case commit(Commit)

  /// Another process may have committed the entry of this number.
  case others(upTo: Int64)
}

/// The commits of a store after one of them, in order: first those that its history has, then each
/// that is made, without one that is left out or given twice.
///
///     for try await commit in container.commits(after: token) { … }
///
/// However slow a listener is, it is given all of them, as long as the history has them. The
/// sequence ends when the container is closed or the task is cancelled. It has one iterator: ask
/// for another sequence for another listener.
public struct ResumedCommitSequence: AsyncSequence, Sendable {
  public typealias Element = Commit
  public typealias Failure = any Error

  let subscription: FollowerSubscription

  /// Returns what hands the commits out.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription) }

  /// Hands commits out, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let subscription: FollowerSubscription

    /// The last commit that has been handed out.
    private var token: CommitToken?

    /// Commits that the history had and that have not been handed out.
    private var pending = FirstInFirstOut<Commit>()

    /// `true` if the history may have more.
    private var isBehind = true
    private var hasEnded = false

    init(_ subscription: FollowerSubscription) {
      self.subscription = subscription
      token = subscription.start
    }

    /// Returns the next commit, or `nil` when there will be none.
    ///
    /// - Throws: a `StoreError`: `historyOff` if the store keeps no history, `tokenOfAnotherStore`,
    ///   `historyPruned` if what follows has been removed; that the store cannot be read. The
    ///   sequence has ended then.
    public mutating func next() async throws -> Commit? { try await advance(isolation: nil) }

    /// Returns the next commit, or `nil` when there will be none.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Commit? {
      try await advance(isolation: actor)
    }

    private mutating func advance(
      isolation actor: isolated (any Actor)?
    ) async throws -> Commit? {
      while !hasEnded {
        if let commit = pending.popFirst() {
          token = commit.token
          return commit
        }
        if isBehind {
          do {
            try await catchUp(isolation: actor)
          } catch {
            hasEnded = true
            if Task.isCancelled || (error as? StoreError)?.code == .closed { return nil }
            throw error
          }
          continue
        }
        guard let signal = await subscription.mailbox.next() else { break }
        switch signal {
        case .others(let number): isBehind = number > (token?.position.number ?? 0)
        case .commit(let commit):
          guard let token, commit.token.isOfHistory else {
            isBehind = true
            continue
          }
          if commit.token.position.number <= token.position.number { continue }
          // Others have committed in between, or too much has come for what is kept here.
          guard commit.token.position.number == token.position.number + 1 else {
            isBehind = true
            continue
          }
          self.token = commit.token
          return commit
        }
      }
      hasEnded = true
      return nil
    }

    /// Reads what the history has after the last commit.
    private mutating func catchUp(isolation actor: isolated (any Actor)?) async throws {
      let entries = try await subscription.entries(after: token)
      if token == nil { token = entries.start }
      for commit in entries.commits { pending.append(commit) }
      isBehind = !entries.commits.isEmpty
    }
  }
}

/// A place in a feed that begins in the history, for as long as somebody holds it.
final class FollowerSubscription: Sendable {
  let mailbox: Mailbox<FeedSignal>

  /// The commit after which it begins.
  let start: CommitToken?

  private weak let container: PersistentContainer?
  private let feed: CommitFeed
  private let id: Int

  /// How many entries are read at once.
  private static let pageSize = 64

  init(_ container: PersistentContainer, after token: CommitToken?, isWatching: Bool) {
    self.container = container
    feed = container.feed
    // What does not fit is read from the history.
    mailbox = Mailbox(capacity: 64)
    id = feed.deliver(to: mailbox, isWatching: isWatching)
    let store = container.store
    start =
      token
      ?? (try? store.read { try $0.historyExtent() }).flatMap { $0 }.map {
        CommitToken($0.end)
      }
  }

  deinit { feed.remove(id) }

  /// Returns the next commits after `token` in the history; `nil` for those from now on, which
  /// `start` says.
  func entries(
    after token: CommitToken?
  ) async throws -> (commits: [Commit], start: CommitToken?) {
    guard let container else { throw StoreError(.closed, "the store has been closed") }
    let store = container.store
    return try await container.readLane.perform(waitTimeout: store.waitTimeout) { lease in
      try store.read(lease) { session in
        let history = StoreHistory(session: session, layout: store.layout)
        guard let token else { return ([], CommitToken(try history.extent().end)) }
        let entries = try history.entries(after: token, of: nil, limit: Self.pageSize)
        return (entries.map { Commit($0) }, nil)
      }
    }
  }
}

extension PersistentContainer {
  /// The commits after the one of `token`, in order: those that the history has, then those that
  /// are made, of this container and of other processes.
  ///
  /// A program that stores the token of the last commit that it has dealt with goes on there after
  /// a restart.
  ///
  /// - Parameters:
  ///   - token: The commit after which to begin; `nil` for those from now on.
  ///   - includingOtherProcesses: `false` if it need not be found out when other processes commit;
  ///     their commits come with the next one of this container then.
  public func commits(
    after token: CommitToken? = nil, includingOtherProcesses: Bool = true
  ) -> ResumedCommitSequence {
    ResumedCommitSequence(
      subscription: FollowerSubscription(self, after: token, isWatching: includingOtherProcesses))
  }
}

extension Commit {
  /// Creates the account of `entry`, without its values.
  init(_ entry: HistoryEntry) {
    token = entry.token
    author = entry.author
    date = entry.date
    inserted = entry.inserted.map(\.objectID)
    updated = entry.updated.map { Update(objectID: $0.objectID, properties: $0.properties) }
    deleted = entry.deleted.map(\.objectID)
    isReset = entry.isReset
  }
}

extension HistoryPosition {
  /// When the entry was written.
  var date: Date { Date(timeIntervalSince1970: Double(time) / 1_000_000) }
}

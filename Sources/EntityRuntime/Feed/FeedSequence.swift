/// What a container publishes, in order, from when the sequence was asked for.
///
///     for await commit in container.commits { … }
///
/// A listener that is slower than those who write has 256 elements kept for it; when there are
/// more, the oldest are dropped. The sequence ends when the container is closed or the task is
/// cancelled. It has one iterator: ask for another sequence for another listener.
public struct FeedSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  let subscription: FeedSubscription<Element>

  /// Returns what hands the elements out.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

  /// Hands elements out, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let subscription: FeedSubscription<Element>

    /// Returns the next element, or `nil` when there will be none.
    public mutating func next() async -> Element? { await subscription.mailbox.next() }

    /// Returns the next element, or `nil` when there will be none.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await subscription.mailbox.next()
    }
  }
}

/// The commits of a container, in order; the commit after those that have been dropped says how
/// many they were in `missed`.
public typealias CommitSequence = FeedSequence<Commit>

/// The saves of a container that fail, in order.
public typealias SaveFailureSequence = FeedSequence<SaveFailure>

extension PersistentContainer {
  /// What is committed from now on, in order: the saves of all contexts of this container.
  ///
  /// What other processes commit is not part of it.
  public var commits: CommitSequence {
    let mailbox = Mailbox<Commit>(capacity: 256) { commit, missed in
      var commit = commit
      commit.missed = missed
      return commit
    }
    return CommitSequence(
      subscription: FeedSubscription(mailbox, feed, feed.deliver(to: mailbox)))
  }

  /// The saves that fail from now on, in order, of all contexts of this container.
  public var saveFailures: SaveFailureSequence {
    let mailbox = Mailbox<SaveFailure>(capacity: 256)
    return SaveFailureSequence(
      subscription: FeedSubscription(mailbox, feed, feed.deliver(to: mailbox)))
  }
}

/// A place in a feed, for as long as somebody holds it.
final class FeedSubscription<Element: Sendable>: Sendable {
  let mailbox: Mailbox<Element>
  private let feed: CommitFeed
  private let id: Int

  init(_ mailbox: Mailbox<Element>, _ feed: CommitFeed, _ id: Int) {
    self.mailbox = mailbox
    self.feed = feed
    self.id = id
  }

  deinit { feed.remove(id) }
}

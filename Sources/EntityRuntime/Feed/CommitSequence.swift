/// The commits of a container, in order, from when the sequence was asked for.
///
///     for await commit in container.commits { … }
///
/// A listener that is slower than those who write has 256 commits kept for it. When there are more,
/// the oldest are dropped, and the next one says how many in `missed`. The sequence ends when the
/// container is closed or the task is cancelled. It has one iterator: ask for another sequence for
/// another listener.
public struct CommitSequence: AsyncSequence, Sendable {
  public typealias Element = Commit
  public typealias Failure = Never

  let subscription: FeedSubscription<Commit>

  /// Returns what hands the commits out.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

  /// Hands commits out, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let subscription: FeedSubscription<Commit>

    /// Returns the next commit, or `nil` when there will be none.
    public mutating func next() async -> Commit? { await subscription.mailbox.next() }

    /// Returns the next commit, or `nil` when there will be none.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> Commit? {
      await subscription.mailbox.next()
    }
  }
}

/// The saves of a container that fail, in order, from when the sequence was asked for.
///
/// As many are kept for a slow listener as of commits; the oldest are dropped. It ends as those do.
public struct SaveFailureSequence: AsyncSequence, Sendable {
  public typealias Element = SaveFailure
  public typealias Failure = Never

  let subscription: FeedSubscription<SaveFailure>

  /// Returns what hands the failures out.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

  /// Hands failures out, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let subscription: FeedSubscription<SaveFailure>

    /// Returns the next failure, or `nil` when there will be none.
    public mutating func next() async -> SaveFailure? { await subscription.mailbox.next() }

    /// Returns the next failure, or `nil` when there will be none.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> SaveFailure? {
      await subscription.mailbox.next()
    }
  }
}

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

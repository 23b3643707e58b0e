/// The results of a request: the present one, then one after each commit that may have changed it.
///
///     for try await titles in container.updates(of: Book.all.select(\.title)) { … }
///
/// Whoever is slower than those who write is given the newest result only. The sequence ends when
/// the container is closed or the task is cancelled; an error ends it too. It has one iterator: ask
/// for another sequence for another listener.
public struct UpdateSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = any Error

  private let subscription: LiveSubscription<Element>

  /// Creates the sequence of what `mailbox` receives, until `end` is called.
  init(_ mailbox: Mailbox<Result<Element, any Error>>, end: @escaping @Sendable () -> Void) {
    subscription = LiveSubscription(mailbox, end)
  }

  /// Returns what hands the results out.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: subscription) }

  /// Hands results out, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let subscription: LiveSubscription<Element>

    /// Returns the next result, or `nil` when there will be none.
    ///
    /// - Throws: a `StoreError` if the result cannot be found; there will be none then.
    public mutating func next() async throws -> Element? {
      try await subscription.mailbox.next()?.get()
    }

    /// Returns the next result, or `nil` when there will be none.
    ///
    /// - Throws: a `StoreError` if the result cannot be found; there will be none then.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> Element? {
      try await subscription.mailbox.next()?.get()
    }
  }
}

/// A listener to a live query, for as long as somebody holds it.
private final class LiveSubscription<Element: Sendable>: Sendable {
  let mailbox: Mailbox<Result<Element, any Error>>
  private let end: @Sendable () -> Void

  init(_ mailbox: Mailbox<Result<Element, any Error>>, _ end: @escaping @Sendable () -> Void) {
    self.mailbox = mailbox
    self.end = end
  }

  deinit { end() }
}

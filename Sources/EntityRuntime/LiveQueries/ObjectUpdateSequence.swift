import EntityStore

/// The objects that a request finds in one context: the present ones, then those after each commit
/// that may have changed them or their values.
///
/// They are the context's live objects, not copies: an object that comes again is the same one,
/// with the values of its row and the unsaved changes of this context. Unsaved changes count in
/// what the request finds, and bring no result of their own; the save does. Several commits that
/// come before the next result is asked for are followed by one.
///
/// It is not Sendable, since the objects belong to the context: iterate where that is used.
public struct ObjectUpdateSequence<Object: ManagedObject>: AsyncSequence {
  public typealias Element = [Object]
  public typealias Failure = any Error

  private let request: FetchRequest<Object>
  private let context: ManagedObjectContext
  private let subscription: FeedSubscription<Void>

  /// Creates the sequence of what `request` finds in `context`.
  init(_ request: FetchRequest<Object>, in context: ManagedObjectContext) {
    self.request = request
    self.context = context
    let layout = context.container.store.layout
    let query = context.unit.visibility.applied(
      to: request.entityQuery(Object.__entityName))
    var collected = QueryDependencies(query, layout)
    collected.addValues(of: query.entity)
    let dependencies = collected
    let mailbox = Mailbox<Void>(capacity: 1)
    mailbox.put(())
    let feed = context.container.feed
    let id = feed.listen { committed in
      if dependencies.mayChange(by: ChangeSummary(committed.changes, layout)) { mailbox.put(()) }
    } end: {
      mailbox.finish()
    }
    subscription = FeedSubscription(mailbox, feed, id)
  }

  /// Returns what hands the objects out.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(request: request, context: context, subscription: subscription)
  }

  /// Hands the objects out, each time as they are when they are asked for.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let request: FetchRequest<Object>
    let context: ManagedObjectContext
    let subscription: FeedSubscription<Void>

    /// Returns the objects after the next commit that may have changed them, at first the present
    /// ones; `nil` when there will be none.
    ///
    /// - Throws: a `StoreError` if the store fails.
    public mutating func next() async throws -> [Object]? {
      try await next(isolation: #isolation)
    }

    /// Returns the objects after the next commit that may have changed them, at first the present
    /// ones; `nil` when there will be none.
    ///
    /// - Throws: a `StoreError` if the store fails.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> [Object]? {
      guard await subscription.mailbox.next() != nil else { return nil }
      // What the context takes over may come to it after what wakes this.
      context.container.feed.waitForPublishing()
      return try context.fetch(request)
    }
  }
}

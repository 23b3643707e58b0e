import EntityGraph
import Synchronization

/// Requests that many listen to, each for the titles and pages of the books of an author, all of
/// which any change of a book's pages may alter.
struct Listening {
  let container: PersistentContainer
  private let requests: [ResultRequest<Book, (String, Int)>]
  private let queries = Count()

  init(path: String, _ library: Library) throws {
    let queries = queries
    container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self, Review.self, Member.self), at: .file(path),
      options: StoreOptions(trace: { if $0.hasPrefix("SELECT") { queries.add() } }))
    requests = library.authors.prefix(library.scale.requestsListenedTo).map { author in
      let email = author.email
      return Book.where { $0.author.email == email }.select { ($0.title, $0.pages) }
    }
  }

  /// How many commits are timed together.
  private static let commits = 5

  /// Returns the milliseconds of a commit after which each request is read once.
  func commitAndRead(_ stopwatch: Stopwatch) throws -> Double {
    try time(stopwatch) { [container, requests] in
      try await Self.commit(container)
      try await container.read { context in
        for request in requests { _ = try context.fetch(request) }
      }
    }
  }

  /// Returns the milliseconds of a commit until all listeners have been given the result.
  func commitAndListen(_ scale: Scale, _ stopwatch: Stopwatch) throws -> Double {
    let given = Deliveries()
    let listeners = (0..<scale.listeners).map { number in
      let updates = container.updates(of: requests[number % requests.count])
      return Task {
        for try await _ in updates { given.add() }
      }
    }
    defer { for listener in listeners { listener.cancel() } }
    try waiting { await given.wait(for: scale.listeners) }
    return try time(stopwatch) { [container] in
      given.begin()
      try await Self.commit(container)
      await given.wait(for: scale.listeners)
    }
  }

  /// Returns how many queries each commit of `body`, and what follows it, comes to.
  func statements(_ body: (Listening) throws -> Double) throws -> Double {
    _ = try body(self)
    return Double(queries.timed) / Double(Self.commits)
  }

  private func time(
    _ stopwatch: Stopwatch, _ body: @escaping @Sendable () async throws -> Void
  ) throws -> Double {
    try waiting(for: body)
    queries.begin()
    let time = try stopwatch.milliseconds {
      try waiting { for _ in 0..<Self.commits { try await body() } }
    }
    queries.end()
    return time / Double(Self.commits)
  }

  /// Adds a page to a book.
  private static func commit(_ container: PersistentContainer) async throws {
    try await container.write { context in
      for book in try context.fetch(Book.limit(1)) { book.pages += 1 }
    }
  }
}

/// Counts statements.
private final class Count: Sendable {
  private let count = Atomic<Int>(0)
  private let atEnd = Atomic<Int>(0)

  func begin() { count.store(0, ordering: .relaxed) }
  func add() { count.wrappingAdd(1, ordering: .relaxed) }
  func end() { atEnd.store(count.load(ordering: .relaxed), ordering: .relaxed) }

  /// The number of those between the beginning and the end.
  var timed: Int { atEnd.load(ordering: .relaxed) }
}

/// Counts results that have been given to listeners.
private final class Deliveries: Sendable {
  private struct State {
    var count = 0
    var waiter: (goal: Int, continuation: UnsafeContinuation<Void, Never>)?
  }

  private let state = Mutex(State())

  func begin() { state.withLock { $0.count = 0 } }

  func add() {
    let continuation: UnsafeContinuation<Void, Never>? = state.withLock { state in
      state.count += 1
      guard let waiter = state.waiter, state.count >= waiter.goal else { return nil }
      state.waiter = nil
      return waiter.continuation
    }
    continuation?.resume()
  }

  /// Returns once there have been so many since the beginning.
  func wait(for goal: Int) async {
    await withUnsafeContinuation { continuation in
      let isReached = state.withLock { state in
        if state.count >= goal { return true }
        state.waiter = (goal, continuation)
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}

import EntityGraph
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime
@testable import EntitySQLite

/// A task that is cancelled at any point of `container.read` or `container.write`.
///
/// A point is each moment at which something may come in between: before and after each SQL
/// statement, those that frame the transaction included, between the steps of the closure, after
/// the commit.
@Suite(.timeLimit(.minutes(60))) struct CancellationPointTests {
  /// A bookshop of which one call after the other is cancelled.
  private struct Shop {
    let points: Points
    let store: TemporaryBookshop

    var container: PersistentContainer { store.container }

    init(_ options: StoreOptions = .patient) async throws {
      let points = Points()
      var options = options
      options.trace = { points.pass($0) }
      options.observed = ObservedEvents(waits: false, checkpoints: false)
      options.observer = { event in
        switch event {
        case .statement(let statement): points.pass("after \(statement.sql)")
        case .commit: points.pass("committed")
        default: break
        }
      }
      self.points = points
      store = try TemporaryBookshop(.file, options: options)
      try await container.write { context in
        for index in 0..<400 { _ = Profile(text: "\(index)", in: context) }
        for index in 0..<5 {
          let author = Author(email: "\(index)", in: context)
          for part in 0..<2 { _ = Book(title: "\(index).\(part)", author: author, in: context) }
        }
      }
    }

    /// Everything but the profiles, of which there are many.
    static func text(_ context: ManagedObjectContext) throws -> String {
      try graph(context, Author.self, Book.self, Subject.self)
    }

    /// Returns how many profiles have a 7, which takes SQLite thousands of steps.
    @discardableResult static func search(_ context: ManagedObjectContext) throws -> Int {
      try context.count(Profile.where { $0.text.contains("7") })
    }

    /// Returns what becomes of `call`, whose task is cancelled at the point `target` if there is
    /// such a one.
    func outcome<Value: Sendable>(
      _ target: Int?, _ call: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
      let (start, starter) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for await _ in start { break }
        return try await call()
      }
      points.begin(target) { task.cancel() }
      starter.yield()
      defer { points.end() }
      return await task.result
    }

    /// Expects that as many can read at once as ever, that one can write beside them, and that
    /// nothing of a call that has ended is left in a connection.
    func expectAllServe() async throws {
      let gates = (0...container.store.readerCount).map { _ in Gate() }
      var tasks: [Task<Int, any Error>] = []
      // The write comes first, since a read may be given the connection that writes while that is
      // free.
      for (index, gate) in gates.enumerated() {
        let use = { @Sendable (context: ManagedObjectContext) in
          gate.pass()
          return try Self.search(context)
        }
        tasks.append(
          Task { [container] in
            if index == 0 { return try await container.write { try use($0) } }
            return try await container.read { try use($0) }
          })
        await gate.waitForArrival()
      }
      for gate in gates { gate.open() }
      for task in tasks { #expect(try await task.value == 76) }
      try await wait { container.readLane.isIdle && container.writeLane.isIdle }
      let sqlite = try #require(container.store as? SQLiteStore)
      var connections = 0
      func expectFree(_ session: SQLiteSession) {
        connections += 1
        #expect(session.connection.lease == nil)
        #expect(session.connection.isIdle)
        #expect(session.lent == nil)
      }
      sqlite.readers.forEachIdle(expectFree)
      sqlite.writers.forEachIdle(expectFree)
      #expect(connections == container.store.readerCount + 1)
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func whatTheCallerOfAWriteIsGivenIsWhatTheStoreHolds(seed: UInt64) async throws {
    let shop = try await Shop()
    let (container, points) = (shop.container, shop.points)
    let saved = Mutex("")
    var outcomes = (cancelled: 0, saved: 0)
    for target in 0... {
      let before = try await container.read { try Shop.text($0) }
      let next = Mutex<Task<Int, any Error>?>(nil)
      let outcome = await shop.outcome(target) {
        try await container.write { context in
          // Whoever comes next is given the same connection as soon as this ends.
          let task = Task { try await container.write { try Shop.search($0) } }
          next.withLock { $0 = task }
          while container.writeLane.waitingCount == 0 { sched_yield() }
          var random = SeededRandom(seed: seed)
          try Self.change(context, &random, points, "\(target)")
          try context.save()
          let text = try Shop.text(context)
          saved.withLock { $0 = text }
          context.afterCommit { points.pass("after the commit") }
        }
      }
      let (hasCancelled, isTooLate) = points.state
      if let next = next.withLock({ $0 }) {
        #expect(try await next.value == 76, "the next one is not interrupted")
      }
      let after = try await container.read { try Shop.text($0) }
      let name = Comment("point \(target): \(points.place)")
      switch outcome {
      case .success:
        #expect(isTooLate || !hasCancelled, name)
        #expect(after == saved.withLock { $0 }, name)
        outcomes.saved += 1
      case .failure(let error):
        #expect(error is CancellationError, name)
        #expect(hasCancelled && !isTooLate, name)
        #expect(after == before, name)
        outcomes.cancelled += 1
      }
      guard hasCancelled else { break }
    }
    try await shop.expectAllServe()
    #expect(outcomes.cancelled > 30)
    // While it commits, when it has, after the commit, and never.
    #expect(outcomes.saved > 3)
  }

  /// Does several things, the same ones each time for the same numbers, with a point between them.
  private static func change(
    _ context: ManagedObjectContext, _ random: inout SeededRandom, _ points: Points, _ name: String
  ) throws {
    let books = try context.fetch(Book.sorted(by: \.title).limit(10))
    for step in 0..<6 {
      points.pass("step \(step)")
      let book = random.pick(books)
      switch random.below(6) {
      case 0: book.pages += 1
      case 1:
        // Reads one object after the other, none of which can throw.
        let author = try context.first(Author.where { $0.email == "\(step % 5)" })
        for book in author?.books ?? [] { book.tags = ["\(book.subjects.count)", name] }
      case 2: try Shop.search(context)
      case 3:
        _ = Subject(name: "\(name) \(step)", books: [book], in: context)
        try context.save()
      case 4:
        // A save that fails is a part of the transaction that is taken back alone.
        let author = Author(email: "0", name: name, in: context)
        do {
          try context.save()
          Issue.record("the address is taken")
        } catch let error as StoreError where error.code == .uniqueViolation {
          context.delete(author)
        }
      default: book.title += "."
      }
    }
    points.pass("the last step")
  }

  @Test(arguments: 0..<3 as Range<UInt64>)
  func aCancelledReadInterruptsNobodyElse(seed: UInt64) async throws {
    let shop = try await Shop(StoreOptions(waitTimeout: StoreOptions.endlessWait, readerCount: 1))
    let (container, points) = (shop.container, shop.points)
    var outcomes = (cancelled: 0, read: 0)
    for target in 0... {
      let next = Mutex<Task<Int, any Error>?>(nil)
      let outcome = await shop.outcome(target) {
        try await container.read { context in
          let task = Task { try await container.read { try Shop.search($0) } }
          next.withLock { $0 = task }
          while container.readLane.waitingCount == 0 { sched_yield() }
          var random = SeededRandom(seed: seed)
          var count = 0
          for step in 0..<6 {
            points.pass("step \(step)")
            switch random.below(3) {
            case 0: count += try Shop.search(context)
            case 1: count += try context.fetch(Book.all).map { $0.subjects.count + 1 }.count
            default:
              for id in try context.identifiers(Author.all) {
                count += try context.object(Author.self, with: id)?.books.count ?? 0
              }
            }
          }
          return count
        }
      }
      let (hasCancelled, isTooLate) = points.state
      if let next = next.withLock({ $0 }) {
        #expect(try await next.value == 76, "the next one is not interrupted")
      }
      let name = Comment("point \(target): \(points.place)")
      switch outcome {
      case .success(let count):
        #expect(isTooLate || !hasCancelled, name)
        #expect(count >= 60, name)
        outcomes.read += 1
      case .failure(let error):
        #expect(error is CancellationError, name)
        #expect(hasCancelled && !isTooLate, name)
        outcomes.cancelled += 1
      }
      guard hasCancelled else { break }
    }
    try await shop.expectAllServe()
    #expect(outcomes.cancelled > 15)
    #expect(outcomes.read > 1)
  }

  // MARK: Waiting

  @Test(arguments: [true, false])
  func aCallThatWaitsForItsTurnEnds(isWrite: Bool) async throws {
    let shop = try await Shop(StoreOptions(waitTimeout: StoreOptions.endlessWait, readerCount: 1))
    let container = shop.container
    let lane = isWrite ? container.writeLane : container.readLane
    let gate = Gate()
    let first = Task { try await Self.use(container, isWrite) { _ in gate.pass() } }
    await gate.waitForArrival()
    let second = Task { try await Self.use(container, isWrite) { _ in Issue.record("begun") } }
    try await wait { lane.waitingCount > 0 }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.open()
    try await first.value
    try await shop.expectAllServe()
  }

  @Test(arguments: [true, false])
  func aCallThatWaitsForAConnectionEnds(isWrite: Bool) async throws {
    let shop = try await Shop(StoreOptions(waitTimeout: StoreOptions.endlessWait, readerCount: 1))
    let container = shop.container
    let sqlite = try #require(container.store as? SQLiteStore)
    let gate = Gate()
    // As with a context of the program's own, which takes no turn in a lane.
    let first = Task {
      try await container.perform { _ in
        // A thread that has written may read with the connection that writes, while that is free.
        try sqlite.writers.withSession { _ in
          if isWrite { return gate.pass() }
          try sqlite.readers.withSession { _ in gate.pass() }
        }
      }
    }
    await gate.waitForArrival()
    let second = Task { try await Self.use(container, isWrite) { _ in Issue.record("begun") } }
    try await wait {
      (isWrite ? sqlite.writers.waitingCount : sqlite.readers.waitingCount) > 0
    }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.open()
    try await first.value
    try await shop.expectAllServe()
  }

  @Test func aWriteThatWaitsForTheFileEnds() async throws {
    let shop = try await Shop(StoreOptions(busyTimeout: StoreOptions.endlessWait))
    let container = shop.container
    let other = try PersistentContainer(model: container.model, at: .file(shop.store.path))
    let gate = Gate()
    let first = Task { try await other.write { _ in gate.pass() } }
    await gate.waitForArrival()
    let second = Task { try await Self.use(container, true) { _ in Issue.record("begun") } }
    try await wait { try container.statistics().busyWaits > 0 }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.open()
    try await first.value
    try await shop.expectAllServe()
  }

  @Test func aWriteThatBeginsAgainEndsWhateverAttemptItIsAt() async throws {
    let shop = try await Shop(StoreOptions(busyTimeout: .zero))
    let container = shop.container
    let other = try PersistentContainer(model: container.model, at: .file(shop.store.path))
    let gate = Gate()
    let first = Task { try await other.write { _ in gate.pass() } }
    await gate.waitForArrival()
    // Each attempt has two points: before and after BEGIN.
    for target in 0..<10 {
      let outcome = await shop.outcome(target) {
        try await Self.use(container, true) { _ in Issue.record("begun") }
      }
      #expect(throws: CancellationError.self) { try outcome.get() }
      #expect(shop.points.state.hasCancelled)
    }
    gate.open()
    try await first.value
    try await shop.expectAllServe()
  }

  private static func use(
    _ container: PersistentContainer, _ isWrite: Bool,
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
  ) async throws {
    if isWrite {
      try await container.write { try body($0) }
    } else {
      try await container.read { try body($0) }
    }
  }
}

/// Counts the points that a call passes, and cancels its task at one of them.
private final class Points: Sendable {
  private struct State {
    var passed: [String] = []
    var target: Int?
    var cancel: (@Sendable () -> Void)?

    /// `true` once the call has ended.
    var isOver = true
    var hasCancelled = false

    /// `true` if the commit had begun when the task was cancelled.
    var wasTooLate = false

    /// The point at which the task was cancelled.
    var place = "none"
  }

  private let box = Mutex(State())

  /// Whether the task has been cancelled, and whether the commit had begun then.
  var state: (hasCancelled: Bool, isTooLate: Bool) {
    box.withLock { ($0.hasCancelled, $0.wasTooLate) }
  }

  /// The point at which the task was cancelled.
  var place: String { box.withLock { $0.place } }

  /// Counts from now on, and calls `cancel` at the point `target`.
  func begin(_ target: Int?, _ cancel: @escaping @Sendable () -> Void) {
    box.withLock { $0 = State(target: target, cancel: cancel, isOver: false) }
  }

  /// Counts no more.
  func end() {
    box.withLock { state in
      state.isOver = true
      state.cancel = nil
    }
  }

  /// Notes that the point `name` has been reached.
  func pass(_ name: String) {
    let cancel: (@Sendable () -> Void)? = box.withLock { state in
      // What comes after the end of the transaction is the next one's.
      let isNext =
        state.passed.contains("after COMMIT")
        && !["committed", "after the commit"].contains(name)
      guard !state.isOver, !isNext else { return nil }
      state.passed.append(name)
      guard state.passed.count - 1 == state.target else { return nil }
      state.hasCancelled = true
      state.place = name
      state.wasTooLate = state.passed.contains("COMMIT")
      return state.cancel
    }
    cancel?()
  }
}

import EntityGraph
import Testing

@testable import EntityRuntime

/// An actor whose methods can be held and asked for long.
@EntityActor private actor Clerk {
  private var held: [Book] = []

  /// Where the store is.
  let shop: TemporaryBookshop

  func fill(_ count: Int) throws {
    for index in 0..<count { _ = Book(title: "\(index)", in: context) }
    try context.save()
  }

  /// Asks for ever.
  func askForEver(_ gate: Gate) throws -> Int {
    gate.pass()
    var total = 0
    while true { total += try context.fetch(Book.sorted(by: \.title)).count }
  }

  /// Runs one statement that takes SQLite for ever.
  func askOnce(_ gate: Gate) throws -> Int {
    gate.pass()
    return try context.count(
      Book.where { book in
        book.subjects.any {
          $0.books.any { $0.subjects.any { $0.books.any { $0.subjects.any { $0.name == "" } } } }
        }
      })
  }

  func rename(_ title: String, at gate: Gate) throws {
    for book in try context.fetch(Book.all) { book.title = title }
    gate.pass()
    try context.save()
  }

  func hold() throws { held = try context.fetch(Book.all) }

  /// Makes faults of what is held, waits, and reads it then.
  func readHeld(_ gate: Gate) -> [String] {
    context.refreshAll()
    gate.pass()
    return held.map(\.title)
  }

  func check(_ gate: Gate) throws {
    gate.pass()
    try context.checkCancellation()
  }

  func count() throws -> Int { try context.count(Book.all) }

  func titles() throws -> Set<String> { Set(try context.fetch(Book.all).map(\.title)) }

  func takeBack() { context.rollback() }

  func save() throws { try context.save() }
}

/// A cancelled task ends what an entity actor asks for it.
@Suite(.timeLimit(.minutes(60))) struct ActorCancellationTests {
  private func filled(_ count: Int = 300) async throws -> Clerk {
    let shop = try TemporaryBookshop(.file)
    let clerk = Clerk(container: shop.container, shop: shop)
    try await clerk.fill(count)
    return clerk
  }

  /// Runs `body` in a task that is cancelled when it waits at the gate, and expects that it throws
  /// a `CancellationError`.
  private func expectEnd<Value: Sendable>(
    _ body: @escaping @Sendable (Gate) async throws -> Value
  ) async throws {
    let gate = Gate()
    let task = Task { try await body(gate) }
    await gate.waitForArrival()
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func whatACancelledTaskAsksEnds() async throws {
    let clerk = try await filled()
    try await expectEnd { try await clerk.askForEver($0) }
    try await expectEnd { try await clerk.check($0) }
    // The next task's is none of its business.
    #expect(try await clerk.count() == 300)
  }

  @Test func aStatementThatRunsIsEnded() async throws {
    let shop = try TemporaryBookshop(.file)
    try await shop.container.write { context in
      let subjects = (0..<60).map { Subject(name: "\($0)", in: context) }
      for index in 0..<60 { Book(title: "\(index)", in: context).subjects = Set(subjects) }
    }
    let clerk = Clerk(container: shop.container, shop: shop)
    let gate = Gate()
    let task = Task { try await clerk.askOnce(gate) }
    await gate.waitForArrival()
    // It takes hours to find that there is no such subject.
    gate.open()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await clerk.count() == 60)
  }

  @Test func aSaveOfACancelledTaskWritesNothing() async throws {
    let clerk = try await filled(3)
    try await expectEnd { try await clerk.rename("new", at: $0) }
    let container = clerk.container
    #expect(try await container.read { try $0.count(Book.where { $0.title == "new" }) } == 0)
    // What has been changed is still there, for whoever takes it back or saves it.
    #expect(try await clerk.titles() == ["new"])
    try await clerk.save()
    #expect(try await container.read { try $0.count(Book.where { $0.title == "new" }) } == 3)
  }

  @Test func objectsThatOtherTasksUseAreReadToTheirEnd() async throws {
    let clerk = try await filled(3)
    try await clerk.hold()
    let gate = Gate()
    let task = Task { await clerk.readHeld(gate) }
    await gate.waitForArrival()
    task.cancel()
    gate.open()
    #expect(await task.value.sorted() == ["0", "1", "2"])
    try await clerk.save()
  }

  @Test func aTaskThatIsCancelledAlreadySavesNothing() async throws {
    let clerk = try await filled(1)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await clerk.fill(5)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await clerk.takeBack()
    #expect(try await clerk.count() == 1)
    #expect(try await clerk.container.read { try $0.count(Book.all) } == 1)
  }

  @Test func aContextOfOnesOwnKnowsNoTask() async throws {
    let shop = try TemporaryBookshop(.file)
    let container = shop.container
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      let context = container.newContext()
      _ = Book(title: "A", in: context)
      try context.save()
      try context.checkCancellation()
      return try context.count(Book.all)
    }
    task.cancel()
    #expect(try await task.value == 1)
    withExtendedLifetime(shop) {}
  }
}

import EntityGraph
import Synchronization
import Testing

@testable import EntityRuntime

/// Whoever waits for a turn to read or to write is reported.
@Suite(.timeLimit(.minutes(60))) struct TurnTests {
  /// Records what was waited for.
  private final class Waits: Sendable {
    private let events = Mutex<[StoreEvent.Wait]>([])

    var all: [StoreEvent.Wait] { events.withLock { $0 } }

    func note(_ event: StoreEvent) {
      if case .wait(let wait) = event { events.withLock { $0.append(wait) } }
    }
  }

  private let waits = Waits()

  /// Returns a bookshop with one reader, which is observed.
  private func shop(
    waitTimeout: Duration = StoreOptions.endlessWait, reportsWaits: Bool = true
  ) throws -> TemporaryBookshop {
    try TemporaryBookshop(
      .file,
      options: StoreOptions(
        waitTimeout: waitTimeout, readerCount: 1,
        observed: ObservedEvents(statementsTaking: nil, commits: false, waits: reportsWaits),
        observer: { [waits] in waits.note($0) }))
  }

  private static func use(
    _ container: PersistentContainer, _ subject: StoreEvent.Wait.Subject,
    _ body: @escaping @Sendable () -> Void = {}
  ) async throws {
    if subject == .writer {
      try await container.write { _ in body() }
    } else {
      try await container.read { _ in body() }
    }
  }

  private func lane(_ store: TemporaryBookshop, _ subject: StoreEvent.Wait.Subject) -> Lane {
    subject == .writer ? store.container.writeLane : store.container.readLane
  }

  @Test(arguments: [StoreEvent.Wait.Subject.reader, .writer])
  func aTurnThatHadToBeWaitedForIsReported(_ subject: StoreEvent.Wait.Subject) async throws {
    let store = try shop()
    let (lane, gate) = (lane(store, subject), Gate())
    let first = Task { try await Self.use(store.container, subject) { gate.pass() } }
    await gate.waitForArrival()
    let others = (0..<2).map { _ in Task { try await Self.use(store.container, subject) } }
    try await wait { lane.waitingCount == 2 }
    #expect(waits.all.isEmpty)
    gate.open()
    try await first.value
    for other in others { try await other.value }
    #expect(waits.all.map(\.subject) == [subject, subject])
    #expect(waits.all.allSatisfy { $0.duration > .zero })
  }

  @Test(arguments: [StoreEvent.Wait.Subject.reader, .writer])
  func aTurnThatComesAtOnceIsNoWait(_ subject: StoreEvent.Wait.Subject) async throws {
    let store = try shop()
    for _ in 0..<20 {
      try await Self.use(store.container, subject)
      try await wait { lane(store, subject).isIdle }
    }
    #expect(waits.all.isEmpty)
  }

  @Test func aTurnThatHasNotComeInTimeIsReported() async throws {
    let store = try shop(waitTimeout: .milliseconds(20))
    let gate = Gate()
    // Whoever is first has all the time that it takes.
    store.container.writeLane.enqueue(Lane.Job { gate.pass() })
    await gate.waitForArrival()
    let error = await #expect(throws: StoreError.self) {
      try await Self.use(store.container, .writer)
    }
    #expect(error?.code == .timedOut)
    gate.open()
    #expect(waits.all.map(\.subject) == [.writer])
    #expect(waits.all.allSatisfy { $0.duration > .zero })
  }

  @Test func aTurnThatWasGivenUpIsReportedOnce() async throws {
    let store = try shop()
    let gate = Gate()
    let first = Task { try await Self.use(store.container, .writer) { gate.pass() } }
    await gate.waitForArrival()
    let start = ContinuousClock.now
    let second = Task { try await Self.use(store.container, .writer) }
    try await wait { store.container.writeLane.waitingCount > 0 }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    let time = ContinuousClock.now - start
    gate.open()
    try await first.value
    try await wait { store.container.writeLane.isIdle }
    #expect(waits.all.map(\.subject) == [.writer])
    #expect(waits.all.allSatisfy { $0.duration <= time }, "a wait ends when it is given up")
  }

  @Test func noWaitIsReportedUnlessAskedFor() async throws {
    let store = try shop(reportsWaits: false)
    let gate = Gate()
    let first = Task { try await Self.use(store.container, .writer) { gate.pass() } }
    await gate.waitForArrival()
    let second = Task { try await Self.use(store.container, .writer) }
    try await wait { store.container.writeLane.waitingCount > 0 }
    gate.open()
    try await first.value
    try await second.value
    #expect(waits.all.isEmpty)
  }
}

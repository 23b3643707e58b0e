import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// The threads that containers share.
@Suite(.timeLimit(.minutes(60))) struct WorkerPoolTests {
  private final class Thing: Sendable {}

  private struct Trace {
    weak var thing: Thing?
  }

  // The thread stays for the next job, however late the test gets to it.
  private let pool = WorkerPool(limit: 1, patience: .seconds(24 * 3600))

  /// Returns once the thread of the pool has nothing to do.
  private func waitUntilIdle() async throws { try await wait { pool.idleCount > 0 } }

  @Test func anIdleThreadRetainsNothingOfWhatItHasDone() async throws {
    // The first job of a thread comes in another way than the ones after it, and one that had to
    // wait for the thread in a third.
    var things = (0..<4).map { _ in Thing() }
    let traces = things.map { Trace(thing: $0) }
    pool.run { [thing = things[0]] in withExtendedLifetime(thing) {} }
    try await waitUntilIdle()
    let gate = Gate()
    pool.run { [thing = things[1]] in withExtendedLifetime(thing) { gate.pass() } }
    await gate.waitForArrival()
    for thing in things[2...] { pool.run { withExtendedLifetime(thing) {} } }
    #expect(pool.isFull)
    things = []
    #expect(traces.map { $0.thing == nil } == [true, false, false, false])
    gate.open()
    try await waitUntilIdle()
    #expect(traces.allSatisfy { $0.thing == nil })
  }

  @Test func aContainerGoesWhileTheThreadIdlesThatHasServedIt() async throws {
    let store = try TemporaryStore()
    let lane = Lane(width: 1, pool: pool)
    weak var container: PersistentContainer?
    do {
      let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
      let opened = try PersistentContainer(model: model, at: .file(store.path))
      container = opened
      let count = try await lane.perform {
        let context = opened.newContext()
        _ = Book(title: "A", in: context)
        try context.save()
        return try context.count(Book.all)
      }
      #expect(count == 1)
    }
    try await waitUntilIdle()
    #expect(container == nil)
    // Whoever closes the last connection removes the log.
    #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
  }
}

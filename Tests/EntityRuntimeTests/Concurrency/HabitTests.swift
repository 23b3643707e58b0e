import EntityGraph
import Foundation
import Synchronization
import Testing

@testable import EntityRuntime

/// What people do from habit, and what comes of it.
@Suite struct HabitTests {
  @Test func afterAConflictARollbackIsEnough() throws {
    let bench = try bookshop()
    let book = Book(title: "A", pages: 1, in: bench.context)
    try bench.context.save()
    for context in [bench.context, bench.container.newContext()] {
      let ours = try #require(try context.object(Book.self, with: book.objectID))
      ours.pages = 2
      let other = bench.container.newContext()
      try other.object(Book.self, with: book.objectID)?.pages += 10
      try other.save()
      #expect(throws: ConflictError.self) { try context.save() }
      context.rollback()
      ours.pages += 100
      try context.save()
      expectSound(context)
      context.refreshAll()
      bench.context.refreshAll()
    }
    #expect(book.pages == 221)
  }

  @Test func aClosureThatThrowsForABusyStoreOfItsOwnRunsOnce() async throws {
    let options = StoreOptions(busyTimeout: .zero)
    let (store, other) = (try TemporaryBookshop(.file), try TemporaryBookshop(.file))
    let locked = try PersistentContainer(
      model: other.container.model, at: .file(other.path), options: options)
    let gate = Gate()
    let lock = Task { try await other.container.write { _ in gate.pass() } }
    await gate.waitForArrival()
    let runs = Mutex(0)
    let error = await #expect(throws: StoreError.self) {
      try await store.container.write { context in
        runs.withLock { $0 += 1 }
        let theirs = locked.newContext()
        _ = Book(title: "B", in: theirs)
        try theirs.save()
      }
    }
    #expect(error?.code == .busy)
    #expect(runs.withLock { $0 } == 1)
    gate.open()
    try await lock.value
  }

  @Test func aClosureThatComputesCanAskWhetherItIsCancelled() async throws {
    let store = try TemporaryBookshop(.memory)
    let gate = Gate()
    let task = Task {
      try await store.container.read { context in
        gate.pass()
        while true { try context.checkCancellation() }
      }
    }
    await gate.waitForArrival()
    gate.open()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try store.container.newContext().checkCancellation()
    let late = await #expect(throws: StoreError.self) {
      try await store.container.write(timeout: .milliseconds(5)) { context in
        while true { try context.checkCancellation() }
      }
    }
    #expect(late?.code == .timedOut)
  }

  @Test func workThatBlocksHasAThreadOfTheContainer() async throws {
    let store = try TemporaryBookshop(.file)
    try await store.container.write { _ = Book(title: "A", in: $0) }
    let copy = store.path + ".copy"
    try await store.container.perform { try $0.backUp(to: copy) }
    let restored = try PersistentContainer(model: store.container.model, at: .file(copy))
    #expect(try await restored.read { try $0.count(Book.all) } == 1)
  }
}

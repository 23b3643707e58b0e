import EntityGraph
import Foundation
import Synchronization
import Testing

@testable import EntityRuntime

/// What ends `container.read` and `container.write` before their time.
@Suite struct CancellationTests {
  /// A condition that takes SQLite for ever over a few hundred rows.
  private static func endless(_ context: ManagedObjectContext) throws -> Int {
    var total = 0
    while true { total += try context.fetch(Book.sorted(by: \.title)).count }
  }

  private func filled() async throws -> TemporaryBookshop {
    let store = try TemporaryBookshop(.file)
    try await store.container.write { context in
      for index in 0..<500 { _ = Book(title: "\(index)", in: context) }
    }
    return store
  }

  @Test func aCancelledReadEnds() async throws {
    let store = try await filled()
    let started = Gate()
    let task = Task {
      try await store.container.read { context in
        started.pass()
        return try Self.endless(context)
      }
    }
    await started.waitForArrival()
    started.open()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.container.read { try $0.count(Book.all) } == 500)
  }

  @Test func aCancelledWriteIsTakenBackWhole() async throws {
    let store = try await filled()
    let started = Gate()
    let task = Task {
      try await store.container.write { context in
        _ = Book(title: "new", in: context)
        try context.save()
        started.pass()
        // What is caught here is thrown all the same.
        _ = try? Self.endless(context)
      }
    }
    await started.waitForArrival()
    started.open()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.container.read { try $0.count(Book.all) } == 500)
    try await store.container.write { _ = Book(title: "after", in: $0) }
    #expect(try await store.container.read { try $0.count(Book.all) } == 501)
  }

  @Test func aTaskThatIsCancelledWhileItWaitsForItsTurnDoesNothing() async throws {
    let store = try TemporaryBookshop(.file)
    let gate = Gate()
    let first = Task {
      try await store.container.write { context in
        _ = Book(title: "A", in: context)
        gate.pass()
      }
    }
    await gate.waitForArrival()
    let second = Task { try await store.container.write { _ = Book(title: "B", in: $0) } }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.open()
    try await first.value
    #expect(try await store.container.read { try $0.fetch(Book.all).map(\.title) } == ["A"])
  }

  @Test func aTaskThatIsCancelledAlreadyDoesNothing() async throws {
    let store = try TemporaryBookshop(.file)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.container.write { _ = Book(title: "B", in: $0) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.container.read { try $0.count(Book.all) } == 0)
  }

  @Test func aCommitThatHasBegunCounts() async throws {
    let store = try TemporaryBookshop(.file)
    let task = Mutex<Task<Void, any Error>?>(nil)
    let gate = Gate()
    let write = Task {
      gate.pass()
      try await store.container.write { context in
        _ = Book(title: "A", in: context)
        context.afterCommit { task.withLock { $0?.cancel() } }
      }
    }
    await gate.waitForArrival()
    task.withLock { $0 = write }
    gate.open()
    try await write.value
    #expect(try await store.container.read { try $0.count(Book.all) } == 1)
  }

  @Test func whatTakesLongerThanItsTimeEnds() async throws {
    let store = try await filled()
    let read = await #expect(throws: StoreError.self) {
      try await store.container.read(timeout: .milliseconds(50)) { try Self.endless($0) }
    }
    #expect(read?.code == .timedOut)
    let write = await #expect(throws: StoreError.self) {
      try await store.container.write(timeout: .milliseconds(50)) { context in
        _ = Book(title: "new", in: context)
        try context.save()
        _ = try Self.endless(context)
      }
    }
    #expect(write?.code == .timedOut)
    #expect(try await store.container.read { try $0.count(Book.all) } == 500)
  }

  @Test func whatCannotBeReadAnyMoreIsTheEndOfTheCallAndNoReadError() async throws {
    let store = try await filled()
    try await store.container.write { _ = Author(email: "a", in: $0) }
    let started = Gate()
    let task = Task {
      try await store.container.write { context in
        let author = try context.first(Author.all)
        started.pass()
        // The property cannot throw; the save says that it has not been read.
        #expect(author?.books.count == 0)
        try context.save()
        Issue.record("the end of the call is thrown")
      }
    }
    await started.waitForArrival()
    task.cancel()
    started.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    let late = await #expect(throws: StoreError.self) {
      try await store.container.write(timeout: .milliseconds(50)) { context in
        let author = try context.first(Author.all)
        while (try? context.checkCancellation()) != nil {}
        #expect(author?.books.count == 0)
      }
    }
    #expect(late?.code == .timedOut)
  }

  @Test(arguments: [TemporaryBookshop.Place.file, .memory])
  func aTurnThatDoesNotComeInTimeIsAnError(_ place: TemporaryBookshop.Place) async throws {
    let options = StoreOptions(waitTimeout: .milliseconds(20), readerCount: 1)
    let store = try TemporaryBookshop(place, options: options)
    let gate = Gate()
    let first = Task {
      try await Self.untilItBeginsInTime {
        try await store.container.read { context in
          gate.pass()
          return try context.count(Book.all)
        }
      }
    }
    await gate.waitForArrival()
    let error = await #expect(throws: StoreError.self) {
      try await store.container.read { try $0.count(Book.all) }
    }
    #expect(error?.code == .timedOut)
    // A context of one's own waits for a reader, no longer.
    let context = store.container.newContext()
    let direct = #expect(throws: StoreError.self) { try context.count(Book.all) }
    #expect(direct?.code == .timedOut)
    #expect(
      direct?.message == """
        nothing became free for \(place == .memory ? "writing" : "reading") in 20 milliseconds, \
        since others of this program use the store; make what they do shorter, or allow more with \
        StoreOptions
        """)
    gate.open()
    #expect(try await first.value == 0)
    let count = try await Self.untilItBeginsInTime {
      try await store.container.read { try $0.count(Book.all) }
    }
    #expect(count == 0)
  }

  /// Returns what `body` does once it has begun in time; others may keep the machine busy.
  private static func untilItBeginsInTime<Value>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    while true {
      do {
        return try await body()
      } catch let error as StoreError where error.code == .timedOut {
        await Task.yield()
      }
    }
  }

  @Test func aFileThatAnotherConnectionKeepsBusyIsAnErrorAfterItsTime() async throws {
    let options = StoreOptions(busyTimeout: .milliseconds(5), waitTimeout: .milliseconds(100))
    let store = try TemporaryBookshop(.file, options: options)
    let model = store.container.model
    let other = try PersistentContainer(model: model, at: .file(store.path))
    let gate = Gate()
    let write = Task { try await other.write { _ in gate.pass() } }
    await gate.waitForArrival()
    let error = await #expect(throws: StoreError.self) {
      try await Self.untilItBeginsInTime {
        try await store.container.write { _ = Book(title: "A", in: $0) }
      }
    }
    #expect(error?.code == .busy)
    gate.open()
    try await write.value
    try await Self.untilItBeginsInTime {
      try await store.container.write { _ = Book(title: "A", in: $0) }
    }
  }

  @Test func aClosureRunsAgainWhereTheFileWasBusy() async throws {
    let options = StoreOptions(busyTimeout: .zero, waitTimeout: .seconds(30))
    let store = try TemporaryBookshop(.file, options: options)
    let other = try PersistentContainer(model: store.container.model, at: .file(store.path))
    let gate = Gate()
    let write = Task { try await other.write { _ in gate.pass() } }
    await gate.waitForArrival()
    let late = Task { try await store.container.write { _ = Book(title: "A", in: $0) } }
    gate.open()
    try await write.value
    try await late.value
    #expect(try await store.container.read { try $0.count(Book.all) } == 1)
  }

  @Test func threadsThatWaitBlockNoneOfSwifts() async throws {
    let store = try TemporaryBookshop(.file)
    let gate = Gate()
    let first = Task { try await store.container.write { _ in gate.pass() } }
    await gate.waitForArrival()
    let waiting = (0..<50).map { index in
      Task { try await store.container.write { _ = Book(title: "\(index)", in: $0) } }
    }
    // It would not come back if the fifty had a thread of Swift's each.
    await Task.detached { await Task.yield() }.value
    gate.open()
    try await first.value
    for task in waiting { try await task.value }
    #expect(try await store.container.read { try $0.count(Book.all) } == 50)
  }
}

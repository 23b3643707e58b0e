import EntityGraph
import Synchronization
import Testing

@testable import EntityRuntime

private enum Request {
  @TaskLocal static var name = "none"
}

/// What a closure of `container.read` or `container.write` knows of the task that calls.
@Suite(.timeLimit(.minutes(60))) struct TaskValueTests {
  @Test func aClosureHasTheLocalValuesOfItsTask() async throws {
    let container = try TemporaryBookshop(.memory).container
    #expect(try await container.read { _ in Request.name } == "none")
    try await Request.$name.withValue("GET /books") {
      #expect(try await container.read { _ in Request.name } == "GET /books")
      #expect(try await container.write { _ in Request.name } == "GET /books")
      #expect(try await container.perform { _ in Request.name } == "GET /books")
      let inner = try await container.write { _ in
        Request.$name.withValue("inner") { Request.name }
      }
      #expect(inner == "inner")
      #expect(Request.name == "GET /books")
    }
    #expect(try await container.write { _ in Request.name } == "none")
  }

  @Test func manyTasksHaveTheirOwnValues() async throws {
    let shop = try TemporaryBookshop(.file)
    let container = shop.container
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          try await Request.$name.withValue("\(number)") {
            let read = try await container.read { _ in Request.name }
            let written = try await container.write { _ in Request.name }
            return read == "\(number)" && written == "\(number)" && Request.name == "\(number)"
          }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    withExtendedLifetime(shop) {}
  }

  @Test func whoObservesTheStoreIsInTheTaskToo() async throws {
    let names = Mutex<[String]>([])
    let container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self, Subject.self, Profile.self), at: .memory,
      options: StoreOptions(trace: { _ in names.withLock { $0.append(Request.name) } }))
    names.withLock { $0 = [] }
    try await Request.$name.withValue("traced") {
      _ = try await container.read { try $0.count(Book.all) }
    }
    #expect(Set(names.withLock { $0 }) == ["traced"])
  }

  @Test func aClosureKnowsThatItsTaskIsCancelled() async throws {
    let container = try TemporaryBookshop(.memory).container
    let gate = Gate()
    let task = Task {
      try await container.perform { _ in
        let before = Task.isCancelled
        gate.pass()
        return (before, Task.isCancelled)
      }
    }
    await gate.waitForArrival()
    task.cancel()
    gate.open()
    #expect(try await task.value == (false, true))
  }

  @Test func aTaskGoesOnWhereItWas() async throws {
    let library = Archive(
      container: try PersistentContainer(
        model: ObjectModel(Shelf.self, Volume.self), at: .memory))
    #expect(try await library.countOutside() == 0)
    await MainActor.run { MainActor.assertIsolated() }
    try await onMainActor(library.container)
  }

  @MainActor private func onMainActor(_ container: PersistentContainer) async throws {
    _ = try await container.read { try $0.count(Volume.all) }
    MainActor.assertIsolated()
  }
}

extension Archive {
  /// Reads in a context of the container, and is on the actor again then.
  fileprivate func countOutside() async throws -> Int {
    let count = try await container.read { try $0.count(Volume.all) }
    assertIsolated()
    return count
  }
}

import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// The end of a container.
@Suite struct ClosingTests {
  @Test(arguments: [TemporaryBookshop.Place.file, .memory])
  func closingWaitsForThoseInsideAndRefusesNewOnes(_ place: TemporaryBookshop.Place) async throws {
    let store = try TemporaryBookshop(place)
    let gate = Gate()
    let write = Task {
      try await store.container.write { context in
        gate.pass()
        _ = Book(title: "A", in: context)
      }
    }
    await gate.waitForArrival()
    let error = #expect(throws: StoreError.self) {
      try store.container.close(timeout: .milliseconds(10))
    }
    #expect(error?.code == .timedOut)
    let refused = await #expect(throws: StoreError.self) {
      try await store.container.read { try $0.count(Book.all) }
    }
    #expect(refused?.code == .closed)
    gate.open()
    try await write.value
    try await store.container.shutDown()
    guard place == .file else { return }
    let again = try PersistentContainer(model: store.container.model, at: .file(store.path))
    #expect(try again.newContext().count(Book.all) == 1)
  }

  @Test(arguments: [TemporaryBookshop.Place.file, .memory])
  func closingMayBeRepeatedFromManyThreads(_ place: TemporaryBookshop.Place) async throws {
    let store = try TemporaryBookshop(place)
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { store.container.close() } }
      for _ in 0..<8 { group.addTask { _ = try? await store.container.shutDown() } }
    }
    store.container.close()
    #expect(throws: StoreError.self) { try store.container.newContext().count(Book.all) }
  }

  @Test(arguments: [TemporaryBookshop.Place.file, .memory])
  func aContainerMayBeClosedFromWithinWhatItDoes(_ place: TemporaryBookshop.Place) async throws {
    let store = try TemporaryBookshop(place)
    let context = store.container.newContext()
    try context.read {
      _ = try context.count(Book.all)
      store.container.close()
      #expect(try context.count(Book.all) == 0)
    }
    #expect(throws: StoreError.self) { try context.count(Book.all) }

    let other = try TemporaryBookshop(place)
    try await other.container.write { context in
      _ = Book(title: "A", in: context)
      other.container.close()
    }
  }

  @Test func whatListensEndsWithTheContainer() async throws {
    let store = try TemporaryBookshop(.file)
    let commits = store.container.commits
    let failures = store.container.saveFailures
    try await store.container.write { _ = Book(title: "A", in: $0) }
    store.container.close()
    var count = 0
    for await _ in commits { count += 1 }
    for await _ in failures { count += 1 }
    for await _ in store.container.commits { count += 1 }
    #expect(count == 1)
  }
}

import EntityGraph
import Foundation
import Synchronization
import Testing

/// `PersistentContainer.forTesting`.
@Suite struct TestingContainerTests {
  @Test(arguments: 0..<4)
  func everyRunHasAFileOfItsOwn(_ run: Int) async throws {
    let container = try PersistentContainer.forTesting(Author.self, Book.self)
    #expect(try await container.read { try $0.count(Book.all) } == 0)
    try await container.write { _ = Author(email: "\(run)", name: "A", in: $0) }
    #expect(try await container.read { try $0.count(Author.all) } == 1)
  }

  @Test func theFileIsNamedForTheTest() throws {
    let container = try PersistentContainer.forTesting(Author.self, Book.self)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: PersistentContainer.testingDirectory.path(percentEncoded: false))
    #expect(names.contains { $0.contains("theFileIsNamedForTheTest") && $0.hasSuffix(".sqlite") })
    container.close()
  }

  @Test func commitsAreDatedByTheClockOfTheTest() async throws {
    let date = Date(timeIntervalSince1970: 7)
    let container = try PersistentContainer.forTesting(
      Author.self, Book.self, now: { date })
    var commits = container.commits.makeAsyncIterator()
    try await container.write { _ = Author(email: "a", name: "A", in: $0) }
    #expect(await commits.next()?.date == date)
  }

  @Test func queriesAreCountedAndOthersAreAnError() throws {
    let container = try PersistentContainer.forTesting(Author.self, Book.self)
    let context = container.newContext()
    _ = Author(email: "a", name: "A", in: context)
    let error = #expect(throws: UnexpectedQueries.self) {
      try container.expectQueries(2) {
        try context.save()
        _ = try context.fetch(Author.where { $0.email == "a" })
      }
    }
    #expect(error?.expected == 2)
    #expect(error?.statements.count == 1)
    #expect(error.map { "\($0)" }?.hasPrefix("1 query in place of 2\n  SELECT ") == true)
    let found = try container.expectQueries(1) {
      try container.newContext().fetch(Author.all).map(\.name)
    }
    #expect(found == ["A"])
    try container.expectQueries(0) {}
  }

  @Test func queriesOfAContainerThatIsNoTestsAreNotCounted() throws {
    let container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self), at: .memory)
    let error = #expect(throws: StoreError.self) { try container.expectQueries(0) {} }
    #expect(error?.code == .invalidRequest)
    #expect(
      error?.message
        == "queries are counted in a container that 'PersistentContainer.forTesting(model:)' has "
        + "opened")
  }

  @Test func queriesThatAwaitAreCountedToo() async throws {
    let container = try PersistentContainer.forTesting(Author.self, Book.self)
    let count = try await container.expectQueries(1) {
      try await container.read { try $0.count(Author.all) }
    }
    #expect(count == 0)
    let error = await #expect(throws: UnexpectedQueries.self) {
      try await container.expectQueries(0) {
        try await container.read { _ = try $0.count(Author.all) }
      }
    }
    #expect(error?.statements.count == 1)
  }

  @Test func anErrorOfWhatIsCountedIsThrownAsItIs() throws {
    struct Stop: Error {}
    let container = try PersistentContainer.forTesting(Author.self, Book.self)
    #expect(throws: Stop.self) { try container.expectQueries(0) { throw Stop() } }
    try container.expectQueries(0) {}
  }

  @Test func aTraceOfOnesOwnIsCalledAsWell() throws {
    let texts = Mutex<[String]>([])
    let container = try PersistentContainer.forTesting(
      Author.self, Book.self,
      options: StoreOptions(trace: { text in texts.withLock { $0.append(text) } }))
    try container.expectQueries(1) { _ = try container.newContext().count(Book.all) }
    #expect(texts.withLock { $0 }.contains { $0.hasPrefix("SELECT count(") })
  }
}

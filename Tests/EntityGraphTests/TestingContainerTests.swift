import EntityGraph
import Foundation
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
}

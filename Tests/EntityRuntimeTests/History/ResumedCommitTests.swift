import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// `container.commits(after:)`.
@Suite struct ResumedCommitTests {
  private static let model = Result {
    try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
  }

  private static func open(
    _ path: String, history: HistoryPolicy? = .everything
  ) throws -> PersistentContainer {
    var options = StoreOptions.patient
    options.history = history
    return try PersistentContainer(model: try model.get(), at: .file(path), options: options)
  }

  private static func add(_ title: String, to container: PersistentContainer) throws {
    let context = container.newContext()
    context.author = title
    _ = Book(title: title, in: context)
    try context.save()
  }

  @Test func aFeedGoesOnAfterARestart() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("store")
      var container = try Self.open(path)
      try Self.add("A", to: container)
      let token = try container.currentToken
      try Self.add("B", to: container)
      container.close()
      container = try Self.open(path)
      var commits = container.commits(after: token).makeAsyncIterator()
      try Self.add("C", to: container)
      #expect(try await commits.next()?.author == "B")
      #expect(try await commits.next()?.author == "C")
      try Self.add("D", to: container)
      try Self.add("E", to: container)
      #expect(try await commits.next()?.author == "D")
      let last = try #require(try await commits.next())
      #expect(last.author == "E")
      #expect(try container.currentToken == last.token)
      container.close()
      #expect(try await commits.next() == nil)
      #expect(try await commits.next() == nil)
    }
  }

  @Test func aResumedCommitIsTheOneThatWasPublished() async throws {
    let shop = try TemporaryBookshop(.file, options: StoreOptions(history: .everything))
    let beginning = try shop.container.currentToken
    var live = shop.container.commits.makeAsyncIterator()
    let ids = try await shop.container.write(author: "w") { context in
      let book = Book(title: "A", in: context)
      let subject = Subject(name: "S", books: [book], in: context)
      return [book.objectID, subject.objectID]
    }
    try await shop.container.write { context in
      let book = try #require(try context.object(Book.self, with: ids[0]))
      book.pages = 2
      book.title = "B"
      book.subjects = []
      _ = Author(email: "a", books: [book], in: context)
    }
    try await shop.container.write { context in
      context.delete(try #require(try context.object(Book.self, with: ids[0])))
    }
    try shop.container.reset()
    var resumed = shop.container.commits(after: beginning).makeAsyncIterator()
    for _ in 0..<4 {
      let (first, second) = (try #require(await live.next()), try await resumed.next())
      #expect("\(first)" == second.map { "\($0)" })
    }
  }

  @Test func aSlowListenerIsGivenEverything() async throws {
    let shop = try TemporaryBookshop(.memory, options: StoreOptions(history: .everything))
    var commits = shop.container.commits(after: nil).makeAsyncIterator()
    for index in 0..<500 { try Self.add("\(index)", to: shop.container) }
    for index in 0..<500 { #expect(try await commits.next()?.author == "\(index)") }
    try Self.add("last", to: shop.container)
    #expect(try await commits.next()?.author == "last")
  }

  @Test func commitsOfAnotherContainerArrive() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let (first, second) = (try Self.open(path), try Self.open(path, history: nil))
      var all = first.commits(includingOtherProcesses: true).makeAsyncIterator()
      var also = first.commits(after: try first.currentToken).makeAsyncIterator()
      // Nothing but the watch can say that there is something.
      try Self.add("A", to: second)
      #expect(try await all.next()?.author == "A")
      #expect(try await also.next()?.author == "A")
      for index in 0..<50 { try Self.add("\(index)", to: index % 3 == 0 ? first : second) }
      for index in 0..<50 { #expect(try await all.next()?.author == "\(index)") }
      first.close()
      #expect(try await all.next() == nil)
      second.close()
    }
  }

  @Test func everybodyIsGivenEverythingInOrderWhoeverWrites() async throws {
    try await TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let containers = try (0..<2).map { _ in try Self.open(path) }
      let sequences = containers.flatMap { [$0.commits(after: nil), $0.commits(after: nil)] }
      try await withThrowingTaskGroup(of: [Int64].self) { group in
        for sequence in sequences {
          group.addTask {
            var numbers: [Int64] = []
            for try await commit in sequence {
              numbers.append(commit.token.position.number)
              if numbers.count == 80 { break }
            }
            return numbers
          }
        }
        group.addTask {
          try await withThrowingTaskGroup(of: Void.self) { writers in
            for writer in 0..<4 {
              writers.addTask {
                for index in 0..<20 {
                  try await containers[writer % 2].write { context in
                    _ = Book(title: "\(writer) \(index)", in: context)
                  }
                }
              }
            }
            try await writers.waitForAll()
          }
          return Array(1...80)
        }
        for try await numbers in group { #expect(numbers == Array(1...80)) }
      }
      for container in containers { container.close() }
    }
  }

  @Test func aTokenThatIsRefusedEndsTheSequence() async throws {
    let shop = try TemporaryBookshop(.memory, options: StoreOptions(history: .everything))
    try Self.add("A", to: shop.container)
    let token = try shop.container.currentToken
    for _ in 0..<3 { try Self.add("B", to: shop.container) }
    try shop.container.pruneHistory(keeping: .commits(1))
    var commits = shop.container.commits(after: token).makeAsyncIterator()
    let error = await #expect(throws: StoreError.self) { try await commits.next() }
    #expect(error?.code == .historyPruned)
    #expect(try await commits.next() == nil)
  }

  @Test func aListenerThatIsCancelledOrLateEnds() async throws {
    let shop = try TemporaryBookshop(.file, options: StoreOptions(history: .everything))
    let commits = shop.container.commits(after: nil)
    let task = Task { for try await _ in commits {} }
    task.cancel()
    try await task.value
    shop.container.close()
    for try await _ in shop.container.commits(after: nil) { Issue.record("there is no commit") }
  }

  @Test func aContainerWithListenersIsReleased() async throws {
    try await TemporaryDirectory.with { directory in
      var container: PersistentContainer? = try Self.open(directory.path("store"))
      let commits = try #require(container?.commits(after: nil))
      weak let released = container
      container = nil
      #expect(released == nil)
      for try await _ in commits { Issue.record("there is no commit") }
    }
  }
}

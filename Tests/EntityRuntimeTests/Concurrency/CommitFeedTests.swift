import EntityGraph
import Testing

@testable import EntityRuntime

/// `container.commits`.
@Suite struct CommitFeedTests {
  @Test(arguments: TemporaryBookshop.Place.allCases)
  func everyCommitIsPublishedInOrder(_ place: TemporaryBookshop.Place) async throws {
    let store = try TemporaryBookshop(place)
    var commits = store.container.commits.makeAsyncIterator()
    let ids = try await store.container.write(author: "w") { context in
      let author = Author(email: "a", in: context)
      let book = Book(title: "A", author: author, in: context)
      let subject = Subject(name: "S", in: context)
      return [author.objectID, book.objectID, subject.objectID]
    }
    let context = store.container.newContext()
    context.author = "c"
    let book = try #require(try context.object(Book.self, with: ids[1]))
    book.title = "B"
    book.pages = 7
    book.author = nil
    book.subjects = Set(try context.fetch(Subject.all))
    try context.save()
    context.delete(book)
    try context.save()
    try store.container.reset()

    let first = try #require(await commits.next())
    #expect(first.author == "w")
    #expect(first.inserted == ids)
    #expect(first.updated == [] && first.deleted == [])
    let second = try #require(await commits.next())
    #expect(second.author == "c")
    #expect(
      second.updated == [
        Commit.Update(objectID: ids[1], properties: ["title", "pages", "author", "subjects"]),
        Commit.Update(objectID: ids[2], properties: ["books"]),
      ])
    let third = try #require(await commits.next())
    #expect(third.deleted == [ids[1]])
    #expect(third.inserted == [] && !third.isReset)
    let last = try #require(await commits.next())
    #expect(last.isReset)
    #expect(
      [first, second, third, last].map(\.token)
        == [first, second, third, last].map(\.token).sorted())
    #expect(first.token < last.token)
  }

  @Test func severalSavesOfOneWriteAreOneCommit() async throws {
    let store = try TemporaryBookshop(.file)
    var commits = store.container.commits.makeAsyncIterator()
    let id = try await store.container.write { context in
      let book = Book(title: "A", in: context)
      let other = Book(title: "B", in: context)
      try context.save()
      book.title = "C"
      context.delete(other)
      try context.save()
      book.pages = 3
      return book.objectID
    }
    let commit = try #require(await commits.next())
    #expect(commit.inserted == [id])
    #expect(commit.updated == [] && commit.deleted == [])
  }

  @Test func whatSavesNothingIsNoCommit() async throws {
    let store = try TemporaryBookshop(.file)
    let commits = store.container.commits
    try await store.container.write { _ = try $0.count(Book.all) }
    try? await store.container.write { context in
      _ = Book(title: "A", in: context)
      throw Stop()
    }
    try store.container.newContext().save()
    store.container.close()
    var iterator = commits.makeAsyncIterator()
    #expect(await iterator.next()?.token == nil)
  }

  @Test func aSlowListenerIsGivenTheNewestAndHowManyItMissed() async throws {
    let store = try TemporaryBookshop(.memory)
    var commits = store.container.commits.makeAsyncIterator()
    let context = store.container.newContext()
    for index in 0..<300 {
      _ = Book(title: "\(index)", in: context)
      try context.save()
    }
    let first = try #require(await commits.next())
    #expect(first.missed == 44)
    #expect(await commits.next()?.missed == 0)
  }

  @Test func aSaveThatFailsIsReported() async throws {
    let store = try TemporaryBookshop(.file)
    var failures = store.container.saveFailures.makeAsyncIterator()
    let context = store.container.newContext()
    context.author = "c"
    for _ in 0..<2 { _ = Author(email: "a", in: context) }
    #expect(throws: (any Error).self) { try context.save() }
    let failure = try #require(await failures.next())
    #expect(failure.author == "c")
    #expect((failure.error as? StoreError)?.code == .uniqueViolation)
  }

  @Test func aListenerWhoseTaskIsCancelledEnds() async throws {
    let store = try TemporaryBookshop(.file)
    let commits = store.container.commits
    let task = Task { for await _ in commits {} }
    task.cancel()
    await task.value
  }
}

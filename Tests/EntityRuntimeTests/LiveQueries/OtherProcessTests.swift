import EntityGraph
import Synchronization
import Testing

@testable import EntityRuntime

/// What others commit to the file of a container, as another process does it: through connections
/// of their own.
@Suite(.timeLimit(.minutes(60))) struct OtherProcessTests {
  /// A file that two containers have open, the first of which follows others if `follows`.
  private struct Shop {
    let store = Result { try TemporaryStore() }
    let own: PersistentContainer
    let others: PersistentContainer

    init(follows: Bool = true) throws {
      let path = try store.get().path
      let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
      own = try PersistentContainer(
        model: model, at: .file(path), options: StoreOptions(followsOtherProcesses: follows))
      others = try PersistentContainer(model: model, at: .file(path))
    }
  }

  /// Counts calls, and lets others wait for them.
  private final class Notices: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let calls = Mutex(0)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    var count: Int { calls.withLock { $0 } }

    func note() {
      calls.withLock { $0 += 1 }
      continuation.yield()
    }
  }

  @Test func aLiveQueryIsFoundAgainAfterACommitOfOthers() async throws {
    let shop = try Shop()
    var counts = shop.own.updates(of: Book.all, as: .count).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    try await shop.others.write { _ = Book(title: "A", in: $0) }
    // The watch begins with a result of its own.
    while let count = try await counts.next(), count != 1 {}
    try await shop.others.write { _ = Book(title: "B", in: $0) }
    while let count = try await counts.next(), count != 2 {}
  }

  @Test func aContextThatFollowsHasWhatOthersHaveCommitted() async throws {
    let shop = try Shop()
    let context = shop.own.newContext()
    let (book, other) = (Book(title: "A", in: context), Book(title: "B", in: context))
    try context.save()
    let id = book.objectID
    for try await books in context.updates(of: Book.sorted(by: \.title)) {
      #expect(books.contains(other))
      if books.count == 3 { break }
      if book.title == "A" {
        try await shop.others.write { context in
          try context.object(Book.self, with: id)?.title = "C"
          _ = Book(title: "D", in: context)
        }
      }
    }
    #expect(book.title == "C")
    #expect(other.title == "B")
    expectSound(context)
  }

  @Test func processCommitsMissesNothingThatWasCommittedBefore() throws {
    let shop = try Shop()
    let (context, others) = (shop.own.newContext(), shop.others.newContext())
    let book = Book(title: "A", pages: 0, in: context)
    try context.save()
    context.followsCommits = true
    let theirs = try #require(try others.object(Book.self, with: book.objectID))
    for pages in 1...100 {
      theirs.pages = pages
      try others.save()
      try context.processCommits()
      #expect(book.pages == pages)
    }
    expectSound(context)
  }

  @Test func changesOfTwoPropertiesAreNoConflict() async throws {
    let shop = try Shop()
    let context = shop.own.newContext()
    let book = Book(title: "A", pages: 1, in: context)
    try context.save()
    let id = book.objectID
    context.followsCommits = true
    book.pages = 2
    try await shop.others.write { try $0.object(Book.self, with: id)?.title = "B" }
    try await wait {
      try context.processCommits()
      return book.title == "B"
    }
    #expect(book.pages == 2)
    try await shop.others.write { try $0.object(Book.self, with: id)?.pages = 3 }
    try await wait {
      _ = try context.count(Author.all)
      return !context.pendingConflicts.isEmpty
    }
    #expect(context.pendingConflicts.map(\.contestedProperties) == [["pages"]])
    #expect(throws: ConflictError.self) { try context.save() }
  }

  @Test func commitsOfOnesOwnAreNotThoseOfOthers() async throws {
    let shop = try Shop()
    let notices = Notices()
    let watch = try #require(shop.own.store.watchOthers { notices.note() })
    var calls = notices.stream.makeAsyncIterator()
    await calls.next()
    for number in 0..<50 { try await shop.own.write { _ = Book(title: "\(number)", in: $0) } }
    #expect(notices.count == 1)
    try await shop.others.write { _ = Book(title: "A", in: $0) }
    await calls.next()
    #expect(notices.count == 2)
    watch.cancel()
  }

  @Test func aConnectionThatIsBusyIsLookedAtLater() async throws {
    let shop = try Shop()
    let notices = Notices()
    let gate = Gate()
    // The closure has the connection that counts until the gate is opened.
    let writing = Task { try await shop.own.write { _ in gate.pass() } }
    await gate.waitForArrival()
    let watch = try #require(shop.own.store.watchOthers { notices.note() })
    gate.open()
    try await writing.value
    var calls = notices.stream.makeAsyncIterator()
    await calls.next()
    watch.cancel()
  }

  @Test func nobodyWatchesUnasked() throws {
    let shop = try Shop(follows: false)
    #expect(shop.own.store.watchOthers {} == nil)
    let memory = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self, Subject.self, Profile.self), at: .memory,
      options: StoreOptions(followsOtherProcesses: true))
    #expect(memory.store.watchOthers {} == nil)
  }

  @Test func theFeedOfTheContainerHasItsOwnCommitsAlone() async throws {
    let shop = try Shop()
    var counts = shop.own.updates(of: Book.all, as: .count).makeAsyncIterator()
    var commits = shop.own.commits.makeAsyncIterator()
    try await shop.others.write { _ = Book(title: "A", in: $0) }
    while let count = try await counts.next(), count != 1 {}
    try await shop.own.write(author: "own") { _ = Book(title: "B", in: $0) }
    let commit = await commits.next()
    #expect(commit?.author == "own")
    #expect(commit?.isReset == false)
  }
}

import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Contexts that follow what others commit.
@Suite struct FollowingTests {
  @Test(arguments: TemporaryBookshop.Place.allCases)
  func othersSavesArriveAtTheNextUse(_ place: TemporaryBookshop.Place) throws {
    let store = try TemporaryBookshop(place)
    let (context, other) = (store.container.newContext(), store.container.newContext())
    context.followsCommits = true
    let author = Author(email: "a", name: "A", in: context)
    let book = Book(title: "A", author: author, in: context)
    try context.save()
    #expect(author.books == [book])

    let theirs = try #require(try other.object(Book.self, with: book.objectID))
    theirs.title = "B"
    _ = Book(title: "C", author: theirs.author, in: other)
    try other.save()
    #expect(book.title == "A")
    try context.processCommits()
    #expect(book.title == "B")
    #expect(Set(author.books.map(\.title)) == ["B", "C"])
    expectSound(context)

    other.delete(theirs)
    try other.save()
    #expect(try context.count(Book.all) == 1)
    #expect(book.isDeleted)
    #expect(author.books.map(\.title) == ["C"])
    expectSound(context)
  }

  @Test func whatWasCommittedBeforeArrivesAtTheNextUseToo() throws {
    let store = try TemporaryBookshop(.file)
    let (context, other) = (store.container.newContext(), store.container.newContext())
    let author = Author(email: "a", name: "A", in: context)
    let books = ["A", "B", "C"].map { Book(title: $0, author: author, in: context) }
    try context.save()
    #expect(author.books.count == 3)
    let theirs = try books.map { try #require(try other.object(Book.self, with: $0.objectID)) }
    for book in theirs { book.title += "!" }
    other.delete(theirs[1])
    try other.save()
    books[2].title = "mine"

    #expect(try context.count(Book.all) == 2)
    #expect(books.map(\.title) == ["A", "B", "mine"])
    context.followsCommits = true
    #expect(books.map(\.title) == ["A", "B", "mine"])
    #expect(try context.count(Book.all) == 2)
    #expect(books[0].title == "A!")
    #expect(books[1].isDeleted && author.books == [books[0], books[2]])
    #expect(books[2].title == "mine")
    #expect(context.pendingConflicts.map(\.objectID) == [books[2].objectID])
    expectSound(context)
  }

  @Test func objectsThatComeAgainHaveTheValuesOfTheCommit() async throws {
    let store = try TemporaryBookshop(.file)
    let container = store.container
    let id = try await container.write { Book(title: "A", pages: 0, in: $0).objectID }
    let last = 200
    let writing = Task {
      for pages in 1...last {
        try await container.write { try $0.object(Book.self, with: id)?.pages = pages }
      }
    }
    let context = container.newContext()
    var held: Book?
    // A result that misses the commit that has brought it would be the last one.
    for try await books in context.updates(of: Book.where { $0.pages >= 0 }) {
      let book = try #require(books.first)
      #expect(held == nil || held === book)
      held = book
      if book.pages == last { break }
    }
    try await writing.value
    withExtendedLifetime(store) {}
  }

  @Test func unsavedChangesCountInWhatComes() async throws {
    let store = try TemporaryBookshop(.memory)
    let (context, other) = (store.container.newContext(), store.container.newContext())
    var updates = context.updates(of: Book.sorted(by: \.title)).makeAsyncIterator()
    #expect(try await updates.next() == [])
    let own = Book(title: "B", in: context)
    _ = Book(title: "A", in: other)
    try other.save()
    #expect(try await updates.next()?.map(\.title) == ["A", "B"])
    try context.save()
    #expect(try await updates.next()?.last === own)
  }

  @Test func aContextThatDoesNotFollowStaysAsItIs() throws {
    let store = try TemporaryBookshop(.memory)
    let (context, other) = (store.container.newContext(), store.container.newContext())
    let book = Book(title: "A", in: context)
    try context.save()
    try other.object(Book.self, with: book.objectID)?.title = "B"
    try other.save()
    _ = try context.fetch(Book.all)
    try context.processCommits()
    #expect(book.title == "A")
  }

  @Test func unsavedChangesStayBesideWhatOthersHaveChanged() throws {
    let store = try TemporaryBookshop(.memory)
    let (context, other) = (store.container.newContext(), store.container.newContext())
    context.followsCommits = true
    let book = Book(title: "A", pages: 1, in: context)
    try context.save()
    book.pages = 2
    try other.object(Book.self, with: book.objectID)?.title = "B"
    try other.save()
    try context.processCommits()
    #expect(book.title == "B" && book.pages == 2)
    try context.save()
    other.refreshAll()
    let saved = try #require(try other.object(Book.self, with: book.objectID))
    #expect(saved.title == "B" && saved.pages == 2)
    expectSound(context)
  }

  @Test func whatBothHaveChangedIsReportedAndNotSaved() throws {
    let store = try TemporaryBookshop(.memory)
    let (context, other) = (store.container.newContext(), store.container.newContext())
    context.followsCommits = true
    let (book, second) = (Book(title: "A", in: context), Book(title: "A", in: context))
    try context.save()
    book.title = "ours"
    second.title = "ours"
    try other.object(Book.self, with: book.objectID)?.title = "theirs"
    try other.object(Book.self, with: second.objectID).map { other.delete($0) }
    try other.save()
    let error = #expect(throws: ConflictError.self) { try context.processCommits() }
    #expect(error?.conflicts.map(\.objectID) == [second.objectID, book.objectID])
    #expect(error?.conflicts.last?.theirs?["title"] == .text("theirs"))
    #expect(error?.conflicts.first?.theirs == nil)
    try context.processCommits()
    #expect(book.title == "ours")
    #expect(throws: ConflictError.self) { try context.save() }
    context.rollback()
    #expect(book.title == "theirs")
    #expect(context.pendingConflicts.isEmpty)
    book.title = "ours again"
    try context.save()
    expectSound(context)
  }

  @Test func whatHasBeenGivenTheValuesThatItHadIsInNoConflict() throws {
    let store = try TemporaryBookshop(.memory)
    let (context, other) = (store.container.newContext(), store.container.newContext())
    context.followsCommits = true
    let (book, second) = (Book(title: "A", in: context), Book(title: "B", in: context))
    try context.save()
    (book.title, second.title) = ("A", "B")
    try other.object(Book.self, with: book.objectID)?.title = "theirs"
    try other.object(Book.self, with: second.objectID).map { other.delete($0) }
    try other.save()
    try context.processCommits()
    #expect(book.title == "theirs")
    #expect(second.isDeleted)
    #expect(!context.hasChanges)
    expectSound(context)
    try context.save()
  }

  @Test func moreThanIsWorthLookingAtIsReadAgainWhole() throws {
    let store = try TemporaryBookshop(.memory)
    let (context, other) = (store.container.newContext(), store.container.newContext())
    let book = Book(title: "A", in: context)
    try context.save()
    context.followsCommits = true
    try other.object(Book.self, with: book.objectID)?.title = "B"
    for index in 0..<10_001 { _ = Book(title: "\(index)", in: other) }
    try other.save()
    try context.processCommits()
    #expect(book.title == "B")
    try store.container.reset()
    try context.processCommits()
    #expect(book.isDeleted)
    expectSound(context)
  }

  @Test func objectsOfALiveRequestHaveTheirNewValues() async throws {
    let store = try TemporaryBookshop(.file)
    let context = store.container.newContext()
    let id = try await store.container.write { Book(title: "A", in: $0).objectID }
    var updates = context.updates(of: Book.sorted(by: \.title)).makeAsyncIterator()
    let first = try #require(try await updates.next()?.first)
    #expect(first.title == "A")
    try await store.container.write { context in
      try context.object(Book.self, with: id)?.title = "B"
      _ = Book(title: "C", in: context)
    }
    #expect(try await updates.next()?.map(\.title) == ["B", "C"])
    #expect(first.title == "B")
  }

  /// A context that follows has what a new one reads.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func aContextThatFollowsAgreesWithTheStore(seed: UInt64) throws {
    let store = try TemporaryBookshop(.memory)
    var random = SeededRandom(seed: seed)
    let follower = store.container.newContext()
    follower.followsCommits = true
    let others = (0..<2).map { _ in store.container.newContext() }
    for other in others { other.followsCommits = true }
    var held: [ManagedObject] = []
    for _ in 0..<50 {
      let context = others.randomElement(using: &random) ?? others[0]
      try RandomBookshop.change(context, &random)
      try context.save()
      if Bool.random(using: &random) { held += try follower.fetch(Book.all) }
      if Bool.random(using: &random) {
        for author in try follower.fetch(Author.all) {
          held.append(author)
          _ = author.books.count
        }
        for subject in try follower.fetch(Subject.all) { _ = subject.books.count }
      }
      guard Bool.random(using: &random) else { continue }
      try follower.processCommits()
      #expect(
        try bookshop(follower) == bookshop(store.container.newContext()), "seed \(seed)")
      expectSound(follower)
    }
    withExtendedLifetime(held) {}
  }
}

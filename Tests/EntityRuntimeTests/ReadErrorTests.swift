import EntityGraph
import Testing

/// What could not be read is thrown together, once, by what promises that all is well.
@Suite struct ReadErrorTests {
  /// What throws what could not be read.
  enum Report: CaseIterable {
    case save, refresh, read
  }

  @Test(arguments: Report.allCases)
  func everythingIsThrownTogetherAndOnce(by report: Report) throws {
    let bench = try damaged()
    let context = bench.container.newContext()
    let books = try context.fetch(Book.sorted(by: \.title))
    let sound = try #require(try context.first(Author.all))
    for book in books { _ = (book.pages, book.tags) }
    #expect(context.pendingErrors.count == 3)
    let error = #expect(throws: ReadError.self) { try throwing(report, context, sound) }
    #expect(error?.problems.map(\.objectID.rowID) == [1, 2, 1])
    #expect(error?.problems.map(\.entity) == ["Book", "Book", "Book"])
    #expect(error?.problems.map(\.property) == ["pages", "pages", "tags"])
    #expect(error?.problems.allSatisfy { $0.underlying == nil } == true)
    #expect(
      error?.description == """
        Book-1.pages could not be read: its column holds what its type cannot
        Book-2.pages could not be read: its column holds what its type cannot
        Book-1.tags could not be read: its column holds what its type cannot
        """)
    #expect(context.pendingErrors.isEmpty)
    #expect(problems { try throwing(report, context, sound) } == "")
  }

  @Test func aFetchThrowsNothingOfThem() throws {
    let bench = try damaged()
    let context = bench.container.newContext()
    let books = try context.fetch(Book.all)
    _ = books.map(\.pages)
    #expect(try context.fetch(Book.all).count == 2)
    #expect(try context.count(Book.all) == 2)
    #expect(try context.identifiers(Book.all).count == 2)
    #expect(try context.first(Book.all) === books[0])
    #expect(try context.object(Book.self, with: books[1].objectID) === books[1])
    #expect(context.pendingErrors.count == 2)
  }

  @Test func readThrowsThemAtItsEndThoughItsBodyEndsWell() throws {
    let bench = try damaged()
    let context = bench.container.newContext()
    var pages: [Int] = []
    let error = #expect(throws: ReadError.self) {
      try context.read { pages = try context.fetch(Book.all).map(\.pages) }
    }
    #expect(pages == [0, 0])
    #expect(error?.problems.count == 2)
  }

  @Test func whatTheBodyOfReadThrowsComesFirstAndTheyStay() throws {
    struct Stop: Error {}
    let bench = try damaged()
    let context = bench.container.newContext()
    #expect(throws: Stop.self) {
      try context.read {
        _ = try context.fetch(Book.all).map(\.pages)
        throw Stop()
      }
    }
    #expect(context.pendingErrors.count == 2)
  }

  @Test func aSaveThatThrowsThemHasWrittenNothing() throws {
    let bench = try damaged()
    let context = bench.container.newContext()
    let books = try context.fetch(Book.all)
    books[0].title = "changed"
    #expect(throws: ReadError.self) { try context.save() }
    #expect(books[0].title == "changed")
    #expect(context.hasChanges)
    #expect(try bench.text("SELECT title FROM Book WHERE _id = 1") == "A")
    try context.save()
    #expect(try bench.text("SELECT title FROM Book WHERE _id = 1") == "changed")
  }

  @Test func oneThingIsReportedOnceHoweverOftenItIsRead() throws {
    let bench = try damaged()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    for _ in 0..<3 { _ = (book.pages, book.tags) }
    #expect(context.pendingErrors.map(\.property) == ["pages", "tags"])
  }

  @Test func whatIsReadAgainIsReportedAgain() throws {
    let bench = try damaged()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    _ = problems { try context.save() }
    context.refreshAll()
    #expect(book.pages == 0)
    #expect(context.pendingErrors.map(\.property) == ["pages"])
  }

  @Test func aStoreThatFailsIsTheReasonOfAProblem() throws {
    let bench = try Bench.inFile(Author.self, Book.self, Subject.self, Profile.self)
    _ = Book(title: "A", author: Author(email: "u", in: bench.context), in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Book.all)?.author)
    bench.container.close()
    #expect(author.email == "")
    let problem = try #require(context.pendingErrors.first)
    #expect(problem.objectID == author.objectID)
    #expect(problem.property == nil)
    #expect((problem.underlying as? StoreError)?.code == .closed)
  }

  @Test func aRollbackForgetsThem() throws {
    let bench = try damaged()
    let context = bench.container.newContext()
    _ = try context.fetch(Book.all).map(\.pages)
    context.rollback()
    #expect(context.pendingErrors.isEmpty)
    try context.save()
  }

  /// Has `context` throw what it could not read.
  private func throwing(
    _ report: Report, _ context: ManagedObjectContext, _ sound: Author
  ) throws {
    switch report {
    case .save: try context.save()
    case .refresh: try context.refresh(sound)
    case .read: try context.read {}
    }
  }

  /// An author, and two books whose pages are none; the tags of the first are damaged too.
  private func damaged() throws -> Bench {
    let bench = try bookshop()
    _ = Author(email: "u", in: bench.context)
    for title in ["A", "B"] { _ = Book(title: title, in: bench.context) }
    try bench.context.save()
    try bench.run("UPDATE Book SET pages = 'many'; UPDATE Book SET tags = '{' WHERE title = 'A'")
    return bench
  }
}

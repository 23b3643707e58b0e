import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// What goes with a deleted object and has not been read stays rows until somebody asks.
@Suite struct UnmadeDeletionTests {
  // MARK: Rows

  @Test func whatGoesWithADeletedObjectIsRemovedWithoutMakingObjects() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    let statements = try bench.sql {
      context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
      #expect(context.hasChanges)
      #expect(context.unit.liveBooks == 0)
      try context.save()
    }
    #expect(context.unit.liveBooks == 0)
    #expect(!context.hasChanges)
    #expect(!statements.contains { $0.contains("\"title\"") })
    #expect(statements.count { $0.hasPrefix("DELETE FROM \"Book\"") } == 3)
    #expect(try bookshop(context) == rest)
    expectSound(context)
  }

  @Test func thoseWhoFollowCommitsAreToldOfEachRow() async throws {
    let bench = try shop()
    let context = bench.container.newContext()
    var commits = bench.container.commits.makeAsyncIterator()
    let other = bench.container.newContext()
    let held = try other.fetch(Book.sorted(by: \.title))
    context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
    try context.save()
    let commit = try #require(await commits.next())
    let gone = commit.deleted.map(\.description).sorted()
    #expect(gone == ["Author-1", "Book-1", "Book-2", "Book-3"])
    #expect(try other.fetch(Book.all).map(\.title) == ["other"])
    other.refreshAll()
    #expect(held.count == 4)
    #expect(held.last?.title == "other")
  }

  @Test func rowsOfSeveralLevelsGo() throws {
    let forum = try Forum()
    try forum.debate("one", ["a", "b"])
    let two = try forum.debate("two", ["c"])
    for post in try forum.context.fetch(Post.all) {
      for _ in 0..<3 { Applause(in: forum.context).post = post }
    }
    try forum.context.save()
    let context = forum.container.newContext()
    let debate = try #require(try context.first(Debate.where { $0.name == "one" }))
    context.delete(debate, permanently: true)
    #expect(context.unit.tracker.unmade?.rows.count == 8)
    try context.save()
    #expect(try context.fetch(Debate.includingDeleted()).map(\.objectID) == [two.objectID])
    #expect(try context.fetch(Post.includingDeleted()).map(\.text) == ["c"])
    #expect(try context.count(Applause.all) == 3)
  }

  // MARK: Whoever asks

  @Test func whoeverAsksWhatIsDeletedIsGivenObjects() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.where { $0.email == "a" }))
    context.delete(author)
    #expect(context.unit.liveBooks == 0)
    let deleted = context.deletedObjects
    #expect(deleted.first === author)
    #expect(deleted.dropFirst().compactMap { ($0 as? Book)?.title }.sorted() == ["a1", "a2", "a3"])
    expectSound(context)
    try save(context, Author.self, Book.self, Subject.self)
    #expect(deleted.filter { !$0.isDeleted } == [])
  }

  @Test func requestsDoNotFindWhatIsToBeRemoved() throws {
    for ask: (ManagedObjectContext) throws -> Int in [
      { try $0.fetch(Book.all).count },
      { try $0.count(Book.all) },
      { try $0.fetch(Book.all.select(\.title)).count },
      { try $0.identifiers(Book.all).count },
      { try $0.exists(Book.where { $0.title == "a1" }) ? 2 : 1 },
      { try $0.object(Book.self, with: ObjectID(entityName: "Book", rowID: 1)) == nil ? 1 : 2 },
      { try $0.first(Subject.all)?.books.count ?? 0 },
      { context in
        let ids = (1...4).map { ObjectID(entityName: "Book", rowID: $0) }
        return try context.objects(Book.self, with: ids).count
      },
    ] {
      let bench = try shop()
      let context = bench.container.newContext()
      context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
      #expect(try ask(context) == 1)
      expectSound(context)
      try save(context, Author.self, Book.self, Subject.self)
      #expect(try bookshop(context) == rest)
    }
  }

  @Test func aDeletedObjectShowsUntilTheSaveWhatGoesWithIt() throws {
    for isHandle in [false, true] {
      let bench = try shop()
      let context = bench.container.newContext()
      let author = try #require(try context.first(Author.where { $0.email == "a" }))
      context.delete(author)
      if isHandle { #expect(try author.$books.count == 3) }
      #expect(author.books.map(\.title).sorted() == ["a1", "a2", "a3"])
      #expect(author.books.filter { !$0.isDeleted } == [])
      expectSound(context)
      try context.save()
      #expect(author.books == [])
      #expect(try bookshop(context) == rest)
    }
  }

  @Test func whatOthersHaveAddedSinceIsNoneOfIt() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.where { $0.email == "a" }))
    context.delete(author)
    let theirs = try #require(try bench.context.first(Author.where { $0.email == "a" }))
    _ = Book(title: "new", author: theirs, in: bench.context)
    try bench.context.save()
    #expect(author.books.map(\.title).sorted() == ["a1", "a2", "a3"])
    #expect(context.deletedObjects.count == 4)
    expectSound(context)
    #expect(throws: ConflictError.self) { try context.save() }
  }

  @Test func whatADeletedObjectReferredToMayHaveGoneWithIt() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    customer.card = Card(code: "1", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let ours = try context.only(Customer.all)
    context.delete(ours)
    try context.save()
    #expect(ours.card == nil)
    #expect(context.pendingErrors.isEmpty)
    _ = Card(code: "2", in: context)
    try context.save()
    #expect(try context.fetch(Card.all).map(\.code) == ["2"])
  }

  @Test func aNestedContextKnowsWhatIsToBeRemoved() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
    let nested = context.nested()
    #expect(try nested.fetch(Book.all).map(\.title) == ["other"])
    try nested.save()
    try save(context, Author.self, Book.self, Subject.self)
    #expect(try bookshop(context) == rest)
  }

  @Test func aRecorderThatComesLaterKnowsWhatIsToBeRemoved() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    let before = try bookshop(bench.container.newContext())
    let author = try #require(try context.first(Author.where { $0.email == "a" }))
    context.undoRecorder = UndoRecorder()
    context.delete(author)
    #expect(context.unit.tracker.unmade == nil)
    context.undo()
    #expect(try bookshop(context) == before)
    context.undoRecorder = nil
    context.delete(author)
    context.undoRecorder = UndoRecorder()
    #expect(context.unit.tracker.unmade == nil)
    try save(context, Author.self, Book.self, Subject.self)
    #expect(try bookshop(context) == rest)
  }

  @Test func aRollbackLeavesAllRows() throws {
    let bench = try shop()
    let before = try bookshop(bench.container.newContext())
    let context = bench.container.newContext()
    let author = try #require(try context.first(Author.where { $0.email == "a" }))
    context.delete(author)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(author.books.count == 3)
    expectSound(context)
    try context.save()
    #expect(try bookshop(bench.container.newContext()) == before)
  }

  @Test func objectsThatAreHeldAreDeletedAtOnce() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.where { $0.title == "a2" }))
    context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
    #expect(book.isDeleted)
    #expect(context.unit.tracker.unmade == nil)
    try save(context, Author.self, Book.self, Subject.self)
    #expect(try bookshop(context) == rest)
  }

  @Test func otherChangesAreSavedTogetherWithThem() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
    _ = Author(email: "c", in: context)
    try save(context, Author.self, Book.self, Subject.self)
    let all = rest.replacing("Book-4", with: "Author-3 email=c name=\nBook-4")
    #expect(try bookshop(context) == all)
  }

  @Test func withinATransactionTheyAreRemovedTogether() async throws {
    let bench = try shop()
    try await bench.container.write { context in
      context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
    }
    #expect(try bookshop(bench.container.newContext()) == rest)
  }

  // MARK: Others

  @Test func aRowThatOthersHaveChangedIsAConflict() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
    for book in try bench.context.fetch(Book.where { $0.title == "a2" }) { book.pages = 7 }
    try bench.context.save()
    #expect(context.unit.tracker.unmade != nil)
    let error = #expect(throws: ConflictError.self) { try context.save() }
    #expect(error?.conflicts.map { "\($0.objectID) \($0.kind)" } == ["Book-2 changed"])
    expectSound(context)
    #expect(try bench.container.newContext().count(Book.all) == 4)
    try context.save(merging: .ours)
    #expect(try bookshop(context) == rest)
  }

  @Test func aMemberThatOthersHaveAddedIsAConflict() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
    let author = try #require(try bench.context.first(Author.where { $0.email == "a" }))
    _ = Book(title: "new", author: author, in: bench.context)
    try bench.context.save()
    let error = #expect(throws: ConflictError.self) { try context.save() }
    #expect(error?.conflicts.map { "\($0.objectID) \($0.kind)" } == ["Author-1 newMember"])
    #expect(try bench.container.newContext().count(Book.all) == 5)
    try context.save(merging: .ours)
    #expect(try bookshop(context) == rest)
  }

  @Test func aRowThatOthersHaveRemovedIsNoLoss() throws {
    let bench = try shop()
    let context = bench.container.newContext()
    context.delete(try #require(try context.first(Author.where { $0.email == "a" })))
    bench.context.delete(try #require(try bench.context.first(Book.where { $0.title == "a2" })))
    try bench.context.save()
    try context.save(merging: .ours)
    #expect(try bookshop(bench.container.newContext()) == rest)
  }

  @Test func whatDeniesADeletionIsNamed() throws {
    let forum = try Forum()
    let debate = try forum.debate("one", ["a"])
    Pin(in: forum.context).debate = debate
    try forum.context.save()
    let context = forum.container.newContext()
    let object = try #require(try context.first(Debate.where { $0.name == "one" }))
    context.delete(object, permanently: true)
    #expect(
      failure { try context.save() } == """
        the save has been refused:
          Debate-1: 'Debate.pins' forbids deleting the object while it holds one; delete or move \
        what it holds first [validation.denied]
        """)
    #expect(try forum.container.newContext().count(Post.all) == 1)
  }

  @Test func aRowThatComesToDenyTheDeletionIsAConflict() throws {
    let forum = try Forum()
    try forum.debate("one", ["a"])
    let context = forum.container.newContext()
    let object = try #require(try context.first(Debate.where { $0.name == "one" }))
    context.delete(object, permanently: true)
    let debate = try #require(try forum.context.first(Debate.all))
    Pin(in: forum.context).debate = debate
    try forum.context.save()
    #expect(throws: (any Error).self) { try context.save() }
    expectSound(context)
    #expect(try forum.container.newContext().count(Post.all) == 1)
  }

  /// Does the same in two stores, in one of which objects are made as soon as something is deleted.
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func madeOrUnmadeTheOutcomeIsTheSame(_ seed: UInt64) throws {
    var outcomes: [[String]] = []
    for makesObjects in [false, true] {
      var random = SeededRandom(seed: seed)
      let bench = try bookshop()
      for index in 0..<4 {
        let author = Author(email: "\(index)", in: bench.context)
        let subject = Subject(name: "s\(index)", in: bench.context)
        for number in 0..<random.below(4) {
          let book = Book(title: "b\(index)\(number)", author: author, in: bench.context)
          if random.oneIn(2) { book.subjects = [subject] }
        }
        if random.oneIn(4) { Profile(in: bench.context).author = author }
      }
      try bench.context.save()
      var outcome: [String] = []
      for _ in 0..<8 {
        let context = bench.container.newContext()
        let email = "\(random.below(4))"
        if random.oneIn(4) { _ = try context.fetch(Subject.all) }
        guard let author = try context.first(Author.where { $0.email == email }) else { continue }
        context.delete(author)
        if makesObjects { _ = context.deletedObjects }
        try change(bench.container.newContext(), &random)
        if random.oneIn(3) { _ = Subject(name: "new", in: context) }
        if random.oneIn(4) { outcome.append("\(try context.count(Book.all)) books") }
        // What others have moved away goes with nothing; by their policy, the deletion stands.
        let policies: [MergePolicy] = [.error, .ours, .byProperty(preferring: .ours)]
        let policy = policies[random.below(3)]
        outcome.append(failure { try context.save(merging: policy) } ?? "saved")
        expectSound(context)
        if random.oneIn(2) {
          context.rollback()
          expectSound(context)
        }
        outcome.append(try bookshop(bench.container.newContext()))
      }
      outcomes.append(outcome)
    }
    #expect(outcomes[0] == outcomes[1])
  }

  /// Makes a change, as others do, or none.
  private func change(_ context: ManagedObjectContext, _ random: inout SeededRandom) throws {
    let books = try context.fetch(Book.sorted(by: \.title))
    let authors = try context.fetch(Author.sorted(by: \.email))
    guard let author = authors.randomElement(using: &random) else { return }
    let choice = random.below(6)
    let book = books.randomElement(using: &random)
    switch choice {
    case 0: book?.pages += 1
    case 1: if let book { context.delete(book) }
    case 2: _ = Book(title: "x", author: author, in: context)
    case 3: book?.author = author
    default: break
    }
    try context.save()
  }

  // MARK: The shop

  /// Returns a shop in which the author `a` has three books.
  private func shop() throws -> Bench {
    let bench = try bookshop()
    let author = Author(email: "a", in: bench.context)
    let other = Author(email: "b", in: bench.context)
    let subject = Subject(name: "s", in: bench.context)
    for title in ["a1", "a2", "a3"] {
      Book(title: title, author: author, in: bench.context).subjects = [subject]
    }
    Book(title: "other", author: other, in: bench.context).subjects = [subject]
    try bench.context.save()
    bench.context.refreshAll()
    return bench
  }

  /// What is left of it without that author.
  private var rest: String {
    """
    Author-2 email=b name= books=[4]
    Book-4 title=other genre=fiction pages=0 tags=[] author=2 subjects=[1]
    Subject-1 name=s books=[4]
    """
  }
}

extension UnitOfWork {
  /// How many books are live.
  fileprivate var liveBooks: Int {
    entities.first { $0.name == "Book" }.map { maps[$0.tree].count } ?? -1
  }
}

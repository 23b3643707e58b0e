import EntityGraph
import Testing

@testable import EntityRuntime

/// What a program must not do is refused, by a call that throws or by the next save.
@Suite struct MisuseTests {
  @Test func objectsOfTwoContextsCannotReferToEachOther() throws {
    let bench = try bookshop()
    let other = bench.container.newContext()
    let author = Author(email: "x", in: other)
    let book = Book(title: "A", author: author, in: bench.context)
    #expect(book.author == nil)
    let error = #expect(throws: ValidationError.self) { try bench.context.save() }
    #expect(
      error?.problems.map(\.message) == [
        "'Book.author' cannot refer to an object of another context; ask this context for the "
          + "object with its id"
      ])
    expectSound(bench.context)
    expectSound(other)

    book.author = Author(email: "y", in: bench.context)
    try bench.context.save()
    author.books = [book]
    #expect(author.books == [])
    #expect(throws: ValidationError.self) { try other.save() }
    other.rollback()
    try other.save()
    #expect(try bench.context.count(Author.all) == 1)
  }

  /// How an object comes to be none any more.
  enum End: CaseIterable { case rolledBack, deletedAndSaved, createdAndDeleted }

  @Test(arguments: End.allCases)
  func aToManyIsNotGivenWhatIsGone(_ end: End) throws {
    let bench = try bookshop()
    let context = bench.context
    let book = Book(title: "A", in: context)
    let live = Subject(name: "live", in: context)
    let author = Author(email: "x", in: context)
    try context.save()
    let subject = Subject(name: "s", in: context)
    let other = Book(title: "B", in: context)
    switch end {
    case .rolledBack: context.rollback()
    case .createdAndDeleted: context.delete([subject, other])
    case .deletedAndSaved:
      try context.save()
      context.delete([subject, other])
      try context.save()
    }

    func expectRefusal(_ property: String, _ change: () -> Void) throws {
      change()
      let error = #expect(throws: ValidationError.self) { try context.save() }
      #expect(
        error?.problems.map(\.message) == [
          "'\(property)' was given an object that has been deleted, or taken back by a rollback; "
            + "leave it out"
        ])
      expectSound(context)
    }
    try expectRefusal("Book.subjects") { book.subjects = [subject, live] }
    book.subjects = [live]
    try expectRefusal("Author.books") { author.books.insert(other) }
    author.books = [book]
    try expectRefusal("Book.subjects") { book.$subjects.insert(subject) }
    book.subjects = [live]
    try context.save()
    #expect(author.books == [book] && book.subjects == [live])
  }

  @Test func anObjectCannotBeDeletedInAnotherContext() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    let other = bench.container.newContext()
    other.delete(book)
    let error = #expect(throws: ValidationError.self) { try other.save() }
    #expect(
      error?.problems.map(\.message) == [
        "an object can be deleted only in its own context; ask this context for it with its id"
      ])
    other.rollback()
    try other.save()
    #expect(try other.count(Book.all) == 1)
  }

  @Test func `a request of any class is none of an entity`() throws {
    let bench = try bookshop()
    let type: ManagedObject.Type = Book.self
    let error = #expect(throws: StoreError.self) { try bench.context.fetch(type.all) }
    #expect(
      error?.message
        == "'ManagedObject' is no entity; write a request with its class, 'Book.all': one that is "
        + "made of a constant asks for the class that the constant is declared as")
  }

  @Test func anEntityThatIsNotInTheModelCannotBeFetched() throws {
    let bench = try bookshop()
    let sentence =
      "'Person' is not in the model of this container; add the class to the ObjectModel that the "
      + "container is opened with"
    for request in [
      { _ = try bench.context.fetch(Person.all) }, { _ = try bench.context.count(Person.all) },
      { _ = try bench.context.identifiers(Person.all) },
      { _ = try bench.context.first(Person.all) },
      { _ = try bench.context.fetch(Person.all.select(\.name)) },
      {
        let id = ObjectID(entityName: "Person", rowID: 1)
        _ = try bench.context.object(Person.self, with: id)
      },
    ] as [() throws -> Void] {
      let error = #expect(throws: StoreError.self) { try request() }
      #expect(error?.code == .invalidRequest)
      #expect(error?.message == sentence)
    }
  }

  @Test func anObjectOfAnEntityThatIsNotInTheModelIsRefusedByTheSave() async throws {
    let bench = try bookshop()
    let person = Person(name: "P", in: bench.context)
    let other = bench.context.insert(Person.self)
    person.mentor = other
    #expect(person.name == "P" && person.mentor == nil && person.children == [])
    other.children = [person]
    bench.context.delete(other)
    let error = #expect(throws: ValidationError.self) { try bench.context.save() }
    #expect(error?.problems.map(\.id) == ["validation.unknownClass"])
    bench.context.rollback()
    _ = Book(title: "A", in: bench.context)
    try bench.context.save()
    await #expect(throws: ValidationError.self) {
      try await bench.container.write { _ = Person(name: "P", in: $0) }
    }
    #expect(try bench.context.count(Book.all) == 1)
  }

  @Test func whatIsChangedWhenItsContextHasGoneIsReported() throws {
    let bench = try bookshop()
    let log = SQLLog()
    bench.container.onMisuse { log.append($0) }
    _ = Book(title: "A", author: Author(email: "x", in: bench.context), in: bench.context)
    try bench.context.save()
    let book = try bench.container.newContext().first(Book.all)
    book?.author = nil
    book?.title = "B"
    #expect(book?.author?.email == "x")
    #expect(
      log.statements == [
        "'Book.author' has been changed in a context that has been released, so that nobody can "
          + "save it; hold the context",
        "'Book.title' has been changed in a context that has been released, so that nobody can "
          + "save it; hold the context",
      ])
  }
}

import EntityGraph
import EntityModel
import Testing

@testable import EntityRuntime

/// Objects by their ids: looked up, and in conditions, which the store and memory answer alike.
@Suite struct IdentifierTests {
  /// A bench with two authors of three books each, saved.
  private func filled() throws -> (Bench, [Author], [Book]) {
    let bench = try bookshop()
    let authors = ["a", "b"].map { Author(email: $0, in: bench.context) }
    var books: [Book] = []
    for author in authors {
      for number in 1...3 {
        books.append(
          Book(title: "\(author.email)\(number)", pages: number, author: author, in: bench.context))
      }
    }
    books.append(Book(title: "c", in: bench.context))
    try bench.context.save()
    return (bench, authors, books)
  }

  // MARK: Many objects

  @Test func objectsComeInTheOrderOfTheirIDsByOneQuery() throws {
    let (bench, _, books) = try filled()
    let ids = [3, 0, 5, 0].map { books[$0].objectID }
    let context = bench.container.newContext()
    var found: [Book] = []
    let sql = try bench.sql { found = try context.objects(Book.self, with: ids) }
    #expect(sql.count == 1)
    #expect(found.map(\.objectID) == ids)
    #expect(found[1] === found[3])
    #expect(try bench.sql { _ = try context.objects(Book.self, with: ids.reversed()) } == [])
  }

  @Test func whatHasNoObjectIsLeftOut() throws {
    let (bench, authors, books) = try filled()
    let context = bench.container.newContext()
    let gone = try #require(try context.object(Book.self, with: books[1].objectID))
    context.delete(gone)
    let new = Book(title: "new", in: context)
    let ids = [
      ObjectID(entityName: "Book", rowID: 99), books[0].objectID, authors[0].objectID,
      gone.objectID, new.objectID, ObjectID(entityName: "Book", rowID: -99_999),
      ObjectID(entityName: "None", rowID: 1), ObjectID(entityName: "Book", rowID: 0),
      ObjectID(entityName: "Book", rowID: .min), books[2].objectID,
    ]
    #expect(try context.objects(Book.self, with: ids).map(\.title) == ["a1", "new", "a3"])
    #expect(try context.objects(Book.self, with: [ObjectID]()) == [])
  }

  @Test func objectsOfSeveralEntitiesAreFoundWithoutAClass() throws {
    let (bench, authors, books) = try filled()
    let context = bench.container.newContext()
    let ids = [books[0].objectID, authors[1].objectID, books[1].objectID]
    let found = try context.objects(ManagedObject.self, with: ids)
    #expect(found.map(\.objectID) == ids)
  }

  @Test func theRowOfAFaultThatIsGoneIsLeftOut() throws {
    let (bench, _, books) = try filled()
    bench.context.refreshAll()
    try bench.run("DELETE FROM Book WHERE _id = \(books[1].objectID.rowID)")
    let found = try bench.context.objects(Book.self, with: books.map(\.objectID))
    #expect(found.map(\.title) == ["a1", "a3", "b1", "b2", "b3", "c"])
    #expect(bench.context.pendingErrors.isEmpty)
  }

  @Test func objectsLoadWhatTheyReferToTogether() throws {
    let (bench, _, books) = try filled()
    let context = bench.container.newContext()
    let found = try context.objects(Book.self, with: books.map(\.objectID))
    var emails: [String] = []
    let sql = bench.sql { emails = found.compactMap(\.author?.email) }
    #expect(emails == ["a", "a", "a", "b", "b", "b"])
    #expect(sql.count == 1)
  }

  @Test func thousandsOfIDsAreOneQuery() throws {
    let bench = try bookshop()
    for number in 0..<3000 { _ = Book(title: "\(number)", in: bench.context) }
    try bench.context.save()
    let context = bench.container.newContext()
    let ids = try context.identifiers(Book.all)
    var found: [Book] = []
    let sql = try bench.sql { found = try context.objects(Book.self, with: ids) }
    #expect(found.count == 3000)
    #expect(sql.count == 1)
    #expect(try context.count(Book.where { $0.objectID.in(ids) }) == 3000)
    #expect(try context.count(Book.where { !$0.objectID.in(ids.dropFirst()) }) == 1)
    _ = Book(title: "new", in: context)
    #expect(try context.count(Book.where { $0.objectID.in(ids) }) == 3000)
    #expect(try context.count(Book.where { !$0.objectID.in(ids) }) == 1)
  }

  // MARK: Unique attributes

  @Test func anObjectIsFoundByAUniqueAttribute() throws {
    let (bench, authors, _) = try filled()
    let context = bench.container.newContext()
    let found = try context.find(Author.self, \.email, "b")
    #expect(found?.objectID == authors[1].objectID)
    #expect(try Author.find(\.email, "b", in: context) === found)
    #expect(try Author.find(\.email, "z", in: context) == nil)
    let sql = try bench.sql { _ = try context.find(Author.self, \.email, "a") }
    #expect(sql.count == 1)
    // Unsaved changes count.
    found?.email = "z"
    #expect(try context.find(Author.self, \.email, "z") === found)
    #expect(try context.find(Author.self, \.email, "b") == nil)
    let new = Author(email: "n", in: context)
    #expect(try context.find(Author.self, \.email, "n") === new)
  }

  @Test func anAttributeThatIsNotUniqueIsRefused() throws {
    let bench = try bookshop()
    let error = #expect(throws: StoreError.self) {
      try bench.context.find(Book.self, \.title, "x")
    }
    #expect(error?.code == .invalidRequest)
    #expect(
      error?.message
        == "'Book.title' is not unique, so that several objects may have the value; mark it "
        + "'@Attribute(.unique)', or fetch with a condition: 'context.first(Book.where { $0.title "
        + "== … })'")
  }

  // MARK: Conditions

  @Test func idsAreComparedInTheStoreAndInMemoryAlike() throws {
    let (bench, authors, books) = try filled()
    let (first, author) = (books[0].objectID, authors[0].objectID)
    let unsaved = ObjectID(entityName: "Book", rowID: -99_999)
    let cases: [(Condition<Book>, [String])] = [
      (ids { $0.objectID == first }, ["a1"]),
      (ids { $0.objectID != first }, ["a2", "a3", "b1", "b2", "b3", "c"]),
      (ids { $0.objectID == nil }, []),
      (ids { $0.objectID == author }, []),
      (ids { $0.objectID != author && $0.pages == 1 }, ["a1", "b1"]),
      (ids { $0.objectID == unsaved }, []),
      (ids { $0.objectID.in([first, books[6].objectID, author, unsaved]) }, ["a1", "c"]),
      (ids { [first].contains($0.objectID) }, ["a1"]),
      (ids { $0.objectID.in([]) }, []),
      (ids { $0.author.objectID == author }, ["a1", "a2", "a3"]),
      (ids { $0.author == author }, ["a1", "a2", "a3"]),
      (ids { $0.author.objectID != author }, ["b1", "b2", "b3", "c"]),
      (ids { $0.author.objectID == nil }, ["c"]),
      (ids { $0.author.objectID != nil && $0.pages == 3 }, ["a3", "b3"]),
      (ids { $0.author.objectID == first }, []),
      (ids { $0.author.objectID.in([author, first]) }, ["a1", "a2", "a3"]),
      (ids { $0.author.in([author]) && $0.pages > 2 }, ["a3"]),
      (ids { !$0.author.in([author]) }, ["b1", "b2", "b3", "c"]),
      (ids { $0.author.profile.objectID == nil && $0.pages == 0 }, ["c"]),
      (ids { $0.author.objectID == $0.objectID }, []),
      (ids { $0.subjects.contains(author) }, []),
    ]
    for (condition, titles) in cases {
      let stored = bench.container.newContext()
      var request = FetchRequest<Book>()
      request.condition = condition
      #expect(try stored.fetch(request.sorted(by: \.title)).map(\.title) == titles)
      #expect(
        books.filter { condition.isSatisfied(by: $0) }.map(\.title).sorted() == titles)
      // With an unsaved change memory answers for what has changed.
      let changed = bench.container.newContext()
      for book in try changed.fetch(Book.all) { book.tags = ["x"] }
      #expect(try changed.fetch(request.sorted(by: \.title)).map(\.title) == titles)
    }
    let new = Book(title: "new", in: bench.context)
    #expect(try bench.context.fetch(Book.where { $0.objectID == new.objectID }) == [new])
    #expect(
      try bench.context.fetch(Author.where { $0.books.contains(first) }) == [authors[0]])
  }

  /// Returns the condition that `condition` makes.
  private func ids(_ condition: (Fields<Book>) -> Condition<Book>) -> Condition<Book> {
    condition(Fields())
  }

  // MARK: Texts of ids

  @Test func aTextIsCheckedAgainstTheTreeOfAClass() throws {
    let (bench, _, books) = try filled()
    let id = try ObjectID(books[0].objectID.text, of: Book.self)
    #expect(try bench.context.object(Book.self, with: id) === books[0])
    #expect(try ObjectID("Book-7"[...], of: ManagedObject.self).rowID == 7)
    let error = #expect(throws: ObjectIDError.self) { try ObjectID("Author-1", of: Book.self) }
    #expect(
      error?.message
        == "\"Author-1\" is not the id of an object of 'Book', which is like \"Book-42\"")
    #expect(throws: ObjectIDError.self) { try ObjectID("1", of: Book.self) }
  }
}

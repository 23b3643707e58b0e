import EntityGraph
import EntityStore
import Testing

@testable import EntityRuntime

/// A save is a value that names rows and holds no objects; the store is asked for nothing to make
/// one.
@Suite struct ChangeSetTests {
  // The entities of the bookshop by their indexes in the layout, which are those of their names.
  private static let author = 0
  private static let book = 1
  private static let subject = 3

  @Test func aChangeSetHoldsEverythingInTheOrderOfWriting() throws {
    let bench = try filled()
    let context = bench.context
    let authors = try context.fetch(Author.all)
    let books = try context.fetch(Book.all)
    let subjects = try context.fetch(Subject.all)
    for book in books { _ = book.subjects }
    let statements = try bench.sql {
      authors[0].name = "changed"
      books[0].title = "changed"
      books[0].pages = 7
      books[1].author = authors[0]
      books[1].subjects = [subjects[1]]
      context.delete(subjects[0])
      let subject = Subject(name: "new", in: context)
      let book = Book(title: "new", author: authors[1], subjects: [subject], in: context)
      subject.books.insert(books[0])
      var expected = ChangeSet()
      expected.deletes = [.init(entity: Self.subject, id: 1, version: 2)]
      expected.updates = [
        .init(
          entity: Self.author, id: 1, version: 2, properties: [1], values: [.text("changed")],
          base: [.text("")]),
        .init(
          entity: Self.book, id: 1, version: 2, properties: [0, 2],
          values: [.text("changed"), .integer(7)], base: [.text("A"), .integer(0)]),
        .init(
          entity: Self.book, id: 2, version: 2, properties: [4], values: [.integer(1)],
          base: [.integer(2)]),
      ]
      let (newBook, newSubject) = (book.objectID.rowID, subject.objectID.rowID)
      expected.inserts = [
        .init(
          entity: Self.book, id: newBook,
          values: [.text("new"), .text("fiction"), .integer(0), .text("[]"), .integer(2)]),
        .init(entity: Self.subject, id: newSubject, values: [.text("new")]),
      ]
      expected.links = [
        .init(entity: Self.book, property: 5, owner: 1, other: newSubject),
        .init(entity: Self.book, property: 5, owner: 2, other: 2),
        .init(entity: Self.book, property: 5, owner: newBook, other: newSubject),
      ]
      let changes = try changes(of: context)
      #expect(changes == expected)
    }
    #expect(statements == [])
    #expect(
      try bench.sql { try context.save() } == [
        #"UPDATE "_ids" SET "next" = "next" + ?1 WHERE "table" = ?2"#,
        #"SELECT "next" FROM "_ids" WHERE "table" = ?1"#,
        #"UPDATE "_ids" SET "next" = "next" + ?1 WHERE "table" = ?2"#,
        #"SELECT "next" FROM "_ids" WHERE "table" = ?1"#,
        #"DELETE FROM "Subject" WHERE "_id" = ?1 AND "_version" = ?2"#,
        #"UPDATE "Author" SET "name" = ?1, "_version" = ?2 WHERE "_id" = ?3 AND "_version" = ?4"#,
        #"UPDATE "Book" SET "title" = ?1, "pages" = ?2, "_version" = ?3"#
          + #" WHERE "_id" = ?4 AND "_version" = ?5"#,
        #"UPDATE "Book" SET "author" = ?1, "_version" = ?2 WHERE "_id" = ?3 AND "_version" = ?4"#,
        #"INSERT INTO "Book" ("_id", "_version", "title", "genre", "pages", "tags", "author")"#
          + #" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"#,
        #"INSERT INTO "Subject" ("_id", "_version", "name") VALUES (?1, ?2, ?3)"#,
        #"INSERT INTO "_Book.subjects" ("_first", "_second") VALUES (?1, ?2)"#
          + " ON CONFLICT DO NOTHING",
        #"INSERT INTO "_Book.subjects" ("_first", "_second") VALUES (?1, ?2)"#
          + " ON CONFLICT DO NOTHING",
        #"INSERT INTO "_Book.subjects" ("_first", "_second") VALUES (?1, ?2)"#
          + " ON CONFLICT DO NOTHING",
      ])
  }

  @Test func linksAreWrittenFromOneSideOnly() throws {
    let bench = try Bench(Person.self)
    let people = ["a", "b"].map { Person(name: $0, in: bench.context) }
    try bench.context.save()
    let friends = try index(of: "friends", in: bench)
    let dependencies = try index(of: "dependencies", in: bench)
    people[1].friends = [people[0], people[1]]
    people[1].dependents = [people[0]]
    var expected = ChangeSet()
    expected.links = [
      .init(entity: 0, property: friends, owner: 1, other: 2),
      .init(entity: 0, property: dependencies, owner: 1, other: 2),
      .init(entity: 0, property: friends, owner: 2, other: 2),
    ]
    #expect(try changes(of: bench.context) == expected)
    try bench.context.save()
    people[0].friends = []
    people[0].dependencies = []
    expected = ChangeSet()
    expected.unlinks = [
      .init(entity: 0, property: friends, owner: 1, other: 2),
      .init(entity: 0, property: dependencies, owner: 1, other: 2),
    ]
    #expect(try changes(of: bench.context) == expected)
  }

  @Test func theLinksOfADeletedObjectGoWithIt() throws {
    let bench = try filled()
    bench.context.delete(try #require(try bench.context.first(Book.all)))
    var expected = ChangeSet()
    expected.deletes = [.init(entity: Self.book, id: 1, version: 2)]
    #expect(try changes(of: bench.context) == expected)
  }

  @Test func valuesThatComeBackAreNotWritten() throws {
    let bench = try filled()
    let book = try #require(try bench.context.first(Book.all))
    let (title, subjects, author) = (book.title, book.subjects, book.author)
    (book.title, book.subjects, book.author) = ("x", [], nil)
    (book.title, book.subjects, book.author) = (title, subjects, author)
    #expect(try changes(of: bench.context).isEmpty)
    #expect(!bench.context.hasChanges)
  }

  @Test func rowsAreOrderedByTheirIdsWhateverWasChangedFirst() throws {
    let bench = try filled()
    let authors = try bench.context.fetch(Author.all)
    authors[1].email = "x"
    authors[1].name = "changed"
    authors[0].email = "y"
    var expected = ChangeSet()
    expected.updates = [
      .init(
        entity: Self.author, id: 1, version: 2, properties: [0], values: [.text("y")],
        base: [.text("x")]),
      .init(
        entity: Self.author, id: 2, version: 2, properties: [0, 1],
        values: [.text("x"), .text("changed")], base: [.text("y"), .text("")]),
    ]
    #expect(try changes(of: bench.context) == expected)
    try bench.context.save()
    #expect(try bench.container.newContext().fetch(Author.all).map(\.email) == ["y", "x"])
  }

  @Test func whatCannotBeEncodedIsNoChangeSet() throws {
    let bench = try Bench(Holder.self)
    _ = Holder(required: Stubborn(refuses: true), in: bench.context)
    #expect(throws: ValidationError.self) { _ = try changes(of: bench.context) }
  }

  /// Returns what a save of `context` would write, with all values.
  private func changes(of context: ManagedObjectContext) throws -> ChangeSet {
    let plan = SavePlan(context.unit.tracker)
    return try plan.changeSet().stored(from: plan)
  }

  /// Returns the property index of `property` of the only entity in `bench`.
  private func index(of property: String, in bench: Bench) throws -> Int {
    try #require(bench.container.store.layout.entities.first?.propertyIndex(property))
  }

  /// Two authors with a book each; the first book has two subjects.
  private func filled() throws -> Bench {
    let bench = try bookshop()
    let subjects = ["S", "T"].map { Subject(name: $0, in: bench.context) }
    for (email, title) in [("x", "A"), ("y", "B")] {
      let author = Author(email: email, in: bench.context)
      let book = Book(title: title, author: author, in: bench.context)
      if title == "A" { book.subjects = Set(subjects) }
    }
    try bench.context.save()
    return bench
  }
}

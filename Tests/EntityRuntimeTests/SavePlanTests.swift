import EntityGraph
import Testing

@testable import EntityRuntime

/// A plan is a value; the store is asked for nothing to make one.
@Suite struct SavePlanTests {
  @Test func aPlanNamesEverythingInTheOrderOfWriting() throws {
    let bench = try filled()
    let context = bench.context
    let authors = try context.fetch(Author.all)
    let books = try context.fetch(Book.all)
    let subjects = try context.fetch(Subject.all)
    for book in books { _ = book.subjects }
    let statements = bench.sql {
      authors[0].name = "changed"
      books[0].title = "changed"
      books[0].pages = 7
      books[1].author = authors[0]
      books[1].subjects = [subjects[1]]
      context.delete(subjects[0])
      let subject = Subject(name: "new", in: context)
      let book = Book(title: "new", author: authors[1], subjects: [subject], in: context)
      subject.books.insert(books[0])
      let plan = SavePlan(context.unit).description
        .replacing("\(book.objectID)", with: "Book/new")
        .replacing("\(subject.objectID)", with: "Subject/new")
      #expect(
        plan == """
          delete Subject/1
          update Author/1 (name)
          update Book/1 (title, pages)
          update Book/2 (author)
          insert Book
          insert Subject
          join Book/1.subjects Subject/new
          join Book/2.subjects Subject/2
          join Book/new.subjects Subject/new
          """)
    }
    #expect(statements == [])
    #expect(
      try bench.sql { try context.save() } == [
        #"DELETE FROM "Subject" WHERE "_id" = ?1 AND "_version" = ?2"#,
        #"UPDATE "_ids" SET "next" = "next" + ?1 WHERE "table" = ?2 RETURNING "next""#,
        #"UPDATE "_ids" SET "next" = "next" + ?1 WHERE "table" = ?2 RETURNING "next""#,
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

  @Test func joinsAreWrittenFromOneSideOnly() throws {
    let bench = try Bench(Person.self)
    let people = ["a", "b"].map { Person(name: $0, in: bench.context) }
    try bench.context.save()
    people[1].friends = [people[0], people[1]]
    people[1].dependents = [people[0]]
    #expect(
      SavePlan(bench.context.unit).description == """
        join Person/1.friends Person/2
        join Person/1.dependencies Person/2
        join Person/2.friends Person/2
        """)
    try bench.context.save()
    people[0].friends = []
    people[0].dependencies = []
    #expect(
      SavePlan(bench.context.unit).description == """
        part Person/1.friends Person/2
        part Person/1.dependencies Person/2
        """)
  }

  @Test func theJoinsOfADeletedObjectGoWithIt() throws {
    let bench = try filled()
    bench.context.delete(try #require(try bench.context.first(Book.all)))
    #expect(SavePlan(bench.context.unit).description == "delete Book/1")
  }

  @Test func valuesThatComeBackAreNotInThePlan() throws {
    let bench = try filled()
    let book = try #require(try bench.context.first(Book.all))
    let (title, subjects, author) = (book.title, book.subjects, book.author)
    (book.title, book.subjects, book.author) = ("x", [], nil)
    (book.title, book.subjects, book.author) = (title, subjects, author)
    #expect(SavePlan(bench.context.unit).isEmpty)
  }

  @Test func uniqueValuesGiveWayBeforeTheyAreTaken() throws {
    let bench = try filled()
    let authors = try bench.context.fetch(Author.all)
    authors[0].email = "y"
    authors[1].email = "z"
    #expect(
      SavePlan(bench.context.unit).description == """
        update Author/2 (email)
        update Author/1 (email)
        """)
    authors[1].email = "x"
    authors[1].name = "changed"
    #expect(
      SavePlan(bench.context.unit).description == """
        park Author/1 (email)
        update Author/2 (email, name)
        update Author/1 (email)
        """)
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

import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct SavingTests {
  @Test func onlyChangedColumnsAreWritten() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    let book = Book(title: "A", author: author, in: bench.context)
    try bench.context.save()
    book.pages = 7
    #expect(
      try bench.sql { try bench.context.save() } == [
        #"UPDATE "Book" SET "pages" = ?1, "_version" = ?2 WHERE "_id" = ?3 AND "_version" = ?4"#
      ])
    book.author = nil
    book.title = "B"
    #expect(
      try bench.sql { try bench.context.save() } == [
        #"UPDATE "Book" SET "title" = ?1, "author" = ?2, "_version" = ?3 WHERE "_id" = ?4"#
          + #" AND "_version" = ?5"#
      ])
  }

  @Test func equalValuesAreNoUpdate() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    let book = Book(title: "A", tags: ["a"], author: author, in: bench.context)
    try bench.context.save()
    book.title = "A"
    book.tags = ["a"]
    book.author = nil
    book.author = author
    book.pages = 1
    book.pages = 0
    #expect(!bench.context.hasChanges)
    #expect(bench.context.updatedObjects.isEmpty)
    #expect(book.changedValues.isEmpty)
    #expect(!book.hasChanges)
    #expect(try bench.sql { try bench.context.save() } == [])
    #expect(!bench.context.hasChanges)
  }

  @Test func changesAreListedUntilTheyAreSaved() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    #expect(bench.context.insertedObjects == [book])
    #expect(book.isInserted)
    #expect(book.hasChanges)
    #expect(
      book.changedValues.mapValues { "\($0 ?? "nil")" } == [
        "title": "A", "genre": "fiction", "pages": "0", "tags": "[]", "author": "nil",
      ])
    try bench.context.save()
    #expect(!book.isInserted)
    #expect(!book.hasChanges)
    #expect(book.changedValues.isEmpty)
    let author = Author(email: "x", in: bench.context)
    book.author = author
    book.pages = 3
    #expect(bench.context.updatedObjects == [book])
    #expect(Set(book.changedValues.keys) == ["author", "pages"])
    #expect(book.originalValues == ["author": .null, "pages": .integer(0)])
    try bench.context.save()
    #expect(bench.context.updatedObjects == [])
    #expect(book.originalValues == [:])
    bench.context.delete(book)
    #expect(bench.context.deletedObjects == [book])
    #expect(book.hasChanges)
    try bench.context.save()
    #expect(bench.context.deletedObjects == [])
  }

  @Test func aUniqueValueCanMoveToANewObjectInOneSave() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    try bench.context.save()
    bench.context.delete(author)
    _ = Author(email: "x", name: "new", in: bench.context)
    try saveBookshop(bench.context)
    #expect(try bookshop(bench.context) == "Author-2 email=x name=new")
  }

  @Test func aUniqueValueCanMoveBetweenObjectsInOneSave() throws {
    let bench = try bookshop()
    let first = Author(email: "x", in: bench.context)
    let second = Author(email: "y", in: bench.context)
    let third = Author(email: "z", in: bench.context)
    try bench.context.save()
    first.email = "y"
    second.email = "z"
    third.email = "w"
    try saveBookshop(bench.context)
    first.email = "z"
    second.email = "y"
    try saveBookshop(bench.context)
    #expect(
      try bookshop(bench.context) == """
        Author-1 email=z name=
        Author-2 email=y name=
        Author-3 email=w name=
        """)
  }

  @Test func uniqueValuesOfEveryFormCanGoInACircle() throws {
    let bench = try Bench(Unique.self)
    let objects = (0..<3).map { number in
      Unique(
        text: number == 0 ? nil : "\(number)", integer: number, real: Double(number),
        uuid: UUID(), data: Data([UInt8(number)]), in: bench.context)
    }
    try bench.context.save()
    let values = objects.map { ($0.text, $0.integer, $0.real, $0.uuid, $0.data) }
    for (number, object) in objects.enumerated() {
      (object.text, object.integer, object.real, object.uuid, object.data) =
        values[(number + 1) % 3]
    }
    try save(bench.context, Unique.self)
    let saved = try bench.container.newContext().fetch(Unique.all)
    #expect(saved.map(\.integer) == [1, 2, 0])
    #expect(saved.map(\.uuid) == objects.map(\.uuid))
  }

  @Test func aUniqueViolationNamesThePropertyAndChangesNothing() throws {
    let bench = try bookshop()
    let first = Author(email: "x", in: bench.context)
    try bench.context.save()
    first.name = "changed"
    let second = Author(email: "x", in: bench.context)
    let book = Book(title: "A", author: second, in: bench.context)
    let before = try bookshop(bench.context)
    let error = #expect(throws: StoreError.self) { try bench.context.save() }
    #expect(error?.code == .uniqueViolation)
    #expect(error?.entity == "Author")
    #expect(error?.properties == ["email"])
    #expect(
      error?.message == """
        another object already has the value of a unique attribute: 'Author.email': \
        \(first.objectID) has the value that \(second.objectID) is to have
        """)
    #expect(error?.uniqueViolations.map(\.holderID) == [first.objectID])
    #expect(error?.uniqueViolations.map(\.objectID) == [second.objectID])
    expectSound(bench.context)
    #expect(second.objectID.isTemporary)
    #expect(book.objectID.isTemporary)
    #expect(second.isInserted)
    #expect(try bookshop(bench.context) == before)
    #expect(try bookshop(bench.container.newContext()) == "Author-1 email=x name=")
    second.email = "y"
    try saveBookshop(bench.context)
    #expect(
      try bookshop(bench.context) == """
        Author-1 email=x name=changed
        Author-2 email=y name= books=[1]
        Book-1 title=A genre=fiction pages=0 tags=[] author=2
        """)
  }

  @Test func idsFollowTheOrderOfCreation() throws {
    let bench = try bookshop()
    let books = ["C", "A", "B"].map { Book(title: $0, in: bench.context) }
    #expect(books.allSatisfy { $0.objectID.isTemporary })
    try bench.context.save()
    #expect(books.map { "\($0.objectID)" } == ["Book-1", "Book-2", "Book-3"])
    bench.context.delete(books[2])
    try bench.context.save()
    let next = Book(title: "D", in: bench.context)
    try bench.context.save()
    #expect("\(next.objectID)" == "Book-4")
  }

  @Test func newObjectsMayReferToEachOtherInCycles() throws {
    let bench = try bookshop()
    let author = Author(email: "x", in: bench.context)
    author.profile = Profile(in: bench.context)
    try saveBookshop(bench.context)
    #expect(
      try bookshop(bench.context) == "Author-1 email=x name= profile=1\nProfile-1 text= author=1")
    let people = try Bench(Person.self)
    let (a, b) = (Person(name: "a", in: people.context), Person(name: "b", in: people.context))
    (a.parent, b.parent) = (b, a)
    a.spouse = b
    try save(people.context, Person.self)
  }

  @Test func anObjectInsertedByItsTypeHasDefaults() throws {
    let bench = try bookshop()
    let book = bench.context.insert(Book.self)
    #expect(book.title == "")
    #expect(book.genre == .fiction)
    #expect(book.author == nil)
    #expect(book.subjects == [])
    book.title = "A"
    try saveBookshop(bench.context)
    #expect(try bookshop(bench.context) == "Book-1 title=A genre=fiction pages=0 tags=[]")
  }

  @Test func aSecondSaveWritesNothing() throws {
    let bench = try bookshop()
    _ = Book(title: "A", subjects: [Subject(name: "S", in: bench.context)], in: bench.context)
    try bench.context.save()
    #expect(try bench.sql { try bench.context.save() } == [])
  }

  @Test func linksAreWrittenAndRemovedOnce() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    let subjects = ["S", "T"].map { Subject(name: $0, in: bench.context) }
    try bench.context.save()
    book.subjects = Set(subjects)
    #expect(
      try bench.sql { try bench.context.save() } == [
        #"INSERT INTO "_Book.subjects" ("_first", "_second") VALUES (?1, ?2) "#
          + "ON CONFLICT DO NOTHING",
        #"INSERT INTO "_Book.subjects" ("_first", "_second") VALUES (?1, ?2) "#
          + "ON CONFLICT DO NOTHING",
      ])
    book.subjects.remove(subjects[0])
    #expect(
      try bench.sql { try bench.context.save() } == [
        #"DELETE FROM "_Book.subjects" WHERE "_first" = ?1 AND "_second" = ?2"#
      ])
    try saveBookshop(bench.context)
  }

  @Test func aReadOnlyStoreRefusesToSave() throws {
    let directory = try TemporaryStore()
    let container = try PersistentContainer(
      model: ObjectModel(Book.self, Author.self, Subject.self, Profile.self),
      at: .file(directory.path))
    container.close()
    let reopened = try PersistentContainer(
      model: container.model, at: .file(directory.path), options: StoreOptions(isReadOnly: true))
    let context = reopened.newContext()
    let book = Book(title: "A", in: context)
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == .readOnly)
    expectSound(context)
    #expect(context.insertedObjects == [book])
  }

  private func saveBookshop(_ context: ManagedObjectContext) throws {
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
  }
}

import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// The versions that a program compares.
@Suite struct ObjectVersionTests {
  @Test(arguments: TemporaryBookshop.Place.allCases) func aVersionIsTheSameUntilTheRowIsChanged(
    place: TemporaryBookshop.Place
  ) throws {
    let shop = try TemporaryBookshop(place)
    let (context, other) = (shop.container.newContext(), shop.container.newContext())
    let author = Author(email: "a", in: context)
    let book = Book(title: "A", in: context)
    try context.save()
    let first = try #require(context.version(of: book))
    let same = try #require(try other.object(Book.self, with: book.objectID))
    #expect(other.version(of: same) == first)
    // Another one of the same number.
    #expect(context.version(of: author) != first)

    try context.save()
    #expect(context.version(of: book) == first)
    book.author = author
    try context.save()
    let second = try #require(context.version(of: book))
    #expect(second != first)
    #expect(other.version(of: same) == first)
    try other.refresh(same)
    #expect(other.version(of: same) == second)
  }

  @Test func unsavedChangesAlterNothing() throws {
    let context = try bookshop().context
    let book = Book(title: "A", in: context)
    try context.save()
    let version = try #require(context.version(of: book))
    book.title = "B"
    #expect(context.version(of: book) == version)
    context.rollback()
    #expect(context.version(of: book) == version)
    context.delete(book)
    #expect(context.version(of: book) == version)
  }

  @Test func whatHasNoRowHasNoVersion() throws {
    let bench = try bookshop()
    let context = bench.context
    let book = Book(title: "A", in: context)
    let other = Book(title: "B", in: context)
    #expect(context.version(of: book) == nil)
    try context.save()
    #expect(context.version(of: book) != nil)
    context.delete(book)
    try context.save()
    #expect(context.version(of: book) == nil)

    context.refreshAll()
    #expect(context.version(of: other) != nil)
    context.refreshAll()
    try bench.run("DELETE FROM Book")
    #expect(context.version(of: other) == nil)
    #expect(throws: ReadError.self) { try context.save() }
  }

  @Test func aVersionComparesWithinOneTransaction() async throws {
    let shop = try TemporaryBookshop(.file)
    let (id, first) = try await shop.container.write { context in
      let book = Book(title: "A", in: context)
      #expect(context.version(of: book) == nil)
      try context.save()
      return (book.objectID, context.version(of: book))
    }
    let second = try await shop.container.write { context in
      let book = try #require(try context.object(Book.self, with: id))
      #expect(context.version(of: book) == first)
      book.title = "B"
      try context.save()
      return context.version(of: book)
    }
    #expect(second != first)
    let read = try await shop.container.read { context in
      try context.object(Book.self, with: id).flatMap { context.version(of: $0) }
    }
    #expect(read == second)
  }

  @Test func membersAreNoPartOfTheVersionOfTheirOwner() throws {
    let context = try bookshop().context
    let author = Author(email: "a", in: context)
    let book = Book(title: "A", in: context)
    try context.save()
    let versions = [context.version(of: author), context.version(of: book)]
    author.books.insert(book)
    book.subjects.insert(Subject(name: "s", in: context))
    try context.save()
    #expect(context.version(of: author) == versions[0])
    // Its own row refers to the author.
    #expect(context.version(of: book) != versions[1])
  }

  @Test func aVersionHasOneText() throws {
    let version = ObjectVersion(
      store: "0af", objectID: ObjectID(entityName: "Büro 1", rowID: 7), number: 3)
    #expect(version.description == "0af.B~C3~BCro~201-7.3")
    #expect(ObjectVersion(version.description) == version)
    let data = try JSONEncoder().encode([version])
    #expect(String(decoding: data, as: UTF8.self) == #"["0af.B~C3~BCro~201-7.3"]"#)
    #expect(try JSONDecoder().decode([ObjectVersion].self, from: data) == [version])
  }

  @Test(arguments: [
    "", "0af.Book-7", "0af.Book-7.", "0af.Book-7.0", "0af.Book-7.03", "0af.Book-7.+3",
    "0af.Book.3", "0af.Book-t7.3", "0af.Book-7.3.1",
  ]) func whatIsNoVersionIsRefused(text: String) throws {
    #expect(ObjectVersion(text) == nil)
    let data = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ObjectVersion].self, from: data)
    }
  }

  @Test func aRestoredStoreHasOtherVersions() throws {
    let directory = try TemporaryDirectory()
    let (path, copy) = (directory.path("shop.sqlite"), directory.path("copy.sqlite"))
    let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
    func version(_ body: (ManagedObjectContext, Book) throws -> Void) throws -> ObjectVersion? {
      let container = try PersistentContainer(model: model, at: .file(path))
      defer { container.close() }
      let context = container.newContext()
      let book = try context.first(Book.all) ?? Book(title: "A", in: context)
      try body(context, book)
      try context.save()
      if !FileManager.default.fileExists(atPath: copy) { try container.backUp(to: copy) }
      return context.version(of: book)
    }
    let first = try version { _, _ in }
    #expect(try version { _, _ in } == first)
    let changed = try version { $1.title = "B" }
    try PersistentContainer.restore(from: copy, to: path, for: model)
    let other = try version { $1.title = "C" }
    #expect(other != changed)
    #expect(try version { _, _ in } == other)
  }
}

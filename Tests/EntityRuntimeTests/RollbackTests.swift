import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct RollbackTests {
  @Test func rollbackTakesAttributesAndReferencesBack() throws {
    let bench = try filled()
    let before = try bookshop(bench.context)
    let author = try #require(try bench.context.first(Author.all))
    let books = try bench.context.fetch(Book.all)
    author.name = "changed"
    author.books = [books[1]]
    author.profile = nil
    books[0].subjects = []
    books[1].subjects = Set(try bench.context.fetch(Subject.all))
    books[0].title = "changed"
    bench.context.rollback()
    expectSound(bench.context)
    #expect(!bench.context.hasChanges)
    #expect(try bookshop(bench.context) == before)
    #expect(try bench.sql { try bench.context.save() } == [])
  }

  @Test func rollbackForgetsNewObjects() throws {
    let bench = try filled()
    let before = try bookshop(bench.context)
    let author = try #require(try bench.context.first(Author.all))
    let book = Book(title: "new", author: author, in: bench.context)
    let subject = Subject(
      name: "new", books: Set(try bench.context.fetch(Book.all)), in: bench.context)
    bench.context.rollback()
    expectSound(bench.context)
    #expect(book.managedObjectContext == nil)
    #expect(!book.isInserted)
    #expect(book.title == "new")
    #expect(book.author == nil)
    #expect(subject.books == [])
    #expect(try bookshop(bench.context) == before)
    book.title = "newer"
    #expect(!bench.context.hasChanges)
  }

  @Test func rollbackBringsDeletedObjectsBack() throws {
    let bench = try filled()
    let before = try bookshop(bench.context)
    for object in try bench.context.fetch(Subject.all) { bench.context.delete(object) }
    for object in try bench.context.fetch(Author.all) { bench.context.delete(object) }
    #expect(try bench.context.count(Book.all) == 1)
    bench.context.rollback()
    expectSound(bench.context)
    #expect(try bookshop(bench.context) == before)
  }

  @Test func rollbackTakesBackWhatWasAssignedToADeletedObject() throws {
    let bench = try filled()
    let book = try #require(try bench.context.first(Book.all))
    bench.context.delete(book)
    book.title = "changed"
    bench.context.rollback()
    #expect(book.title == "A")
    #expect(!book.isDeleted)
    expectSound(bench.context)
  }

  @Test func rollbackTakesSetsBackThatWereNeverRead() throws {
    let bench = try filled()
    let before = try bookshop(bench.context)
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    book.author = nil
    book.subjects.insert(Subject(name: "new", in: context))
    context.rollback()
    expectSound(context)
    #expect(try bookshop(context) == before)
  }

  @Test func rollbackAfterAFailedSaveIsTheStateAsSaved() throws {
    let bench = try filled()
    let before = try bookshop(bench.context)
    _ = Author(email: "x", books: Set(try bench.context.fetch(Book.all)), in: bench.context)
    #expect(throws: StoreError.self) { try bench.context.save() }
    bench.context.rollback()
    expectSound(bench.context)
    #expect(try bookshop(bench.context) == before)
  }

  @Test func rollbackReturnsWhatATypeDoesNotKnow() throws {
    let bench = try filled()
    try bench.run("UPDATE Book SET genre = 'poetry'")
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    book.genre = .science
    #expect(book.unrecognizedValues == [:])
    context.rollback()
    #expect(book.unrecognizedValues == ["genre": .text("poetry")])
    #expect(book.genre == .fiction)
  }

  /// A saved author with a profile and a book of two subjects, and another book.
  private func filled() throws -> Bench {
    let bench = try bookshop()
    let author = Author(email: "x", name: "X", in: bench.context)
    author.profile = Profile(in: bench.context)
    let book = Book(title: "A", author: author, in: bench.context)
    book.subjects = [Subject(name: "S", in: bench.context), Subject(name: "T", in: bench.context)]
    _ = Book(title: "B", in: bench.context)
    try bench.context.save()
    return bench
  }
}

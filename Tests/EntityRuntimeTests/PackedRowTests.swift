import EntityGraph
import Testing

@testable import EntityRuntime

/// An object keeps its row as bytes until its values are wanted.
@Suite struct PackedRowTests {
  /// Returns a context with one book that has just been fetched, and the book.
  private func fetchedBook() throws -> (Bench, ManagedObjectContext, Book) {
    let bench = try bookshop()
    let ursula = Author(email: "ursula", in: bench.context)
    _ = Book(
      title: "The Left Hand of Darkness", genre: .science, pages: 304, tags: ["winter"],
      author: ursula, in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    return (bench, context, try #require(try context.first(Book.all)))
  }

  @Test func singleValuesAreReadFromTheBytesAndThenAllAtOnce() throws {
    let (_, _, book) = try fetchedBook()
    #expect(book.__state.row != nil && !book.isFault)
    for _ in 0..<2 {
      #expect(book.title == "The Left Hand of Darkness")
      #expect(book.__state.row != nil)
    }
    #expect(book.pages == 304 && book.__state.row == nil)
    #expect(book.title == "The Left Hand of Darkness" && book.genre == .science)
  }

  @Test func jsonAndRelationshipsHaveAllReadAtOnce() throws {
    let (_, context, book) = try fetchedBook()
    #expect(book.tags == ["winter"] && book.__state.row == nil)
    context.refreshAll()
    #expect(book.isFault && book.pages == 304)
    let other = try #require(try context.container.newContext().first(Book.all))
    #expect(other.author?.email == "ursula" && other.__state.row == nil)
  }

  @Test func aChangeKeepsTheBytesAndToTakeItBackGivesThemBack() throws {
    let (_, context, book) = try fetchedBook()
    book.title = "Planet of Exile"
    book.author = nil
    #expect(book.__state.row == nil && book.__state.changes?.asRow != nil)
    #expect(book.originalValues["title"] == .text("The Left Hand of Darkness"))
    #expect(book.originalValues["author"] == .integer(1))
    context.rollback()
    expectSound(context)
    #expect(book.__state.row != nil && !book.hasChanges)
    #expect(book.title == "The Left Hand of Darkness" && book.author?.email == "ursula")
  }

  @Test func theSameValueAssignedIsNoChange() throws {
    let (bench, context, book) = try fetchedBook()
    book.title = "The Left Hand of Darkness"
    book.genre = .science
    book.tags = ["winter"]
    #expect(!book.hasChanges)
    #expect(try bench.sql { try context.save() } == [])
    book.pages = 305
    try context.save()
    #expect(book.__state.changes == nil && !book.hasChanges)
    #expect(try bench.container.newContext().first(Book.all)?.pages == 305)
  }

  @Test func aRowOfAnotherFormIsReadAtOnce() throws {
    let (bench, _, _) = try fetchedBook()
    try bench.run("UPDATE Book SET pages = 'many'")
    let context = bench.container.newContext()
    var book: Book?
    #expect(throws: ReadError.self) {
      book = try context.first(Book.all)
      try context.save()
    }
    #expect(book?.__state.row == nil)
  }

  @Test func anObjectOutlivesItsContextAsBytes() throws {
    let (_, _, book) = try fetchedBook()
    #expect(book.managedObjectContext == nil && book.__state.row != nil)
    #expect(book.pages == 304 && book.title == "The Left Hand of Darkness" && book.pages == 304)
  }
}

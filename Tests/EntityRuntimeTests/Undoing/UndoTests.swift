import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

/// What is given back.
@Suite struct UndoTests {
  private let bench: Bench
  private let context: ManagedObjectContext
  private let author: Author
  private let book: Book

  /// A saved author with a profile and a book of two subjects, and another book; a recorder.
  init() throws {
    bench = try bookshop()
    context = bench.context
    author = Author(email: "x", name: "X", in: context)
    author.profile = Profile(text: "P", in: context)
    book = Book(title: "A", author: author, in: context)
    book.subjects = [Subject(name: "S", in: context), Subject(name: "T", in: context)]
    _ = Book(title: "B", in: context)
    try context.save()
    context.undoRecorder = UndoRecorder()
  }

  /// Expects that `body` can be undone, redone and undone again, and that nothing is to be saved
  /// then.
  private func expectGivenBack(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let before = try bookshop(context)
    try body()
    let after = try bookshop(context)
    #expect(before != after, sourceLocation: sourceLocation)
    for _ in 0..<2 {
      #expect(context.undo(), sourceLocation: sourceLocation)
      expectSound(context, sourceLocation: sourceLocation)
      #expect(try bookshop(context) == before, sourceLocation: sourceLocation)
      #expect(!context.hasChanges, sourceLocation: sourceLocation)
      #expect(context.redo(), sourceLocation: sourceLocation)
      expectSound(context, sourceLocation: sourceLocation)
      #expect(try bookshop(context) == after, sourceLocation: sourceLocation)
    }
    #expect(context.undo(), sourceLocation: sourceLocation)
    #expect(try bench.sql { try context.save() } == [], sourceLocation: sourceLocation)
    #expect(try bookshop(context) == before, sourceLocation: sourceLocation)
  }

  // MARK: Values

  @Test func valuesOfEveryKindAreGivenBack() throws {
    try expectGivenBack {
      book.title = "changed"
      book.genre = .history
      book.pages += 1
      book.tags = ["x", "y"]
      author.born = Date(timeIntervalSince1970: 1)
      author.profile?.text = ""
    }
    #expect(author.born == nil)
  }

  @Test func whatHasNotBeenReadIsGivenBackAsItIsStored() throws {
    let other = bench.container.newContext()
    other.undoRecorder = UndoRecorder()
    let found = try other.only(Book.where { $0.title == "A" })
    found.title = "changed"
    found.title = "again"
    other.undo()
    #expect(found.title == "A")
    #expect(!other.hasChanges)
    expectSound(other)
  }

  @Test func aValueThatItsTypeDoesNotKnowIsGivenBack() throws {
    try bench.run("UPDATE Book SET genre = 'poetry'")
    let other = bench.container.newContext()
    other.undoRecorder = UndoRecorder()
    let found = try #require(try other.first(Book.all))
    found.genre = .science
    other.undo()
    #expect(found.unrecognizedValues == ["genre": .text("poetry")])
    #expect(!other.hasChanges)
    other.redo()
    #expect(found.unrecognizedValues == [:])
    #expect(found.genre == .science)
  }

  @Test func eachGroupGivesBackItsOwnValues() throws {
    for title in ["one", "two", "three"] { context.undoGroup(title) { book.title = title } }
    context.undo()
    #expect(book.title == "two")
    context.undo()
    context.redo()
    #expect(book.title == "two")
    context.undo()
    context.undo()
    #expect(book.title == "A")
    #expect(!context.undo())
    expectSound(context)
  }

  // MARK: Relationships

  @Test func relationshipsAreGivenBackAtBothEnds() throws {
    let other = Author(email: "y", in: context)
    let partner = Profile(author: other, in: context)
    try context.save()
    context.undoRecorder?.removeAll()
    try expectGivenBack {
      author.books = []
      author.profile = partner
      book.subjects = [try #require(book.subjects.first), Subject(name: "U", in: context)]
      other.books = Set(try context.fetch(Book.all))
    }
    #expect(book.author == author)
    #expect(author.books == [book])
    #expect(partner.author == other)
    #expect(other.profile == partner)
  }

  @Test func membersAreGivenBackThatHaveNeverBeenRead() throws {
    let other = bench.container.newContext()
    other.undoRecorder = UndoRecorder()
    let before = try bookshop(bench.container.newContext())
    let found = try other.only(Book.where { $0.title == "A" })
    found.author = nil
    found.$subjects.insert(Subject(name: "new", in: other))
    other.undo()
    #expect(try bookshop(other) == before)
    expectSound(other)
    #expect(!other.hasChanges)
  }

  // MARK: Objects

  @Test func aNewObjectIsGoneAndIsTheSameWhenItIsMadeAgain() throws {
    try expectGivenBack {
      let new = Book(title: "new", author: author, in: context)
      new.subjects = book.subjects
      new.pages = 7
    }
    let new = Book(title: "new", author: author, in: context)
    let id = new.objectID
    context.undo()
    #expect(new.managedObjectContext == nil)
    #expect(author.books == [book])
    context.redo()
    #expect(new.managedObjectContext === context)
    #expect(new.isInserted)
    #expect(new.objectID == id)
    #expect(try context.object(Book.self, with: id) === new)
    #expect(author.books == [book, new])
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
  }

  @Test func whatHasBeenDeletedIsBackWithAllThatWentWithIt() throws {
    let (id, subjects) = (author.objectID, book.subjects)
    try expectGivenBack { context.delete(author) }
    #expect(author.objectID == id)
    #expect(!author.isDeleted && !book.isDeleted)
    #expect(author.books == [book])
    #expect(book.subjects == subjects)
    #expect(subjects.allSatisfy { $0.books == [book] })
    #expect(author.profile?.author === author)
  }

  @Test func aNewObjectThatHasBeenDeletedIsBack() throws {
    let new = Author(email: "new", books: [book], in: context)
    let other = Book(title: "C", author: new, in: context)
    context.undoRecorder?.endGroup()
    let before = try bookshop(context)
    context.delete(new)
    #expect(book.isDeleted && other.managedObjectContext == nil)
    context.undo()
    #expect(try bookshop(context) == before)
    #expect(new.isInserted && other.isInserted)
    #expect(new.books == [book, other])
    expectSound(context)
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
  }

  @Test func whatHasBeenChangedAndDeletedHasTheValuesFromBeforeBoth() throws {
    try expectGivenBack {
      book.title = "changed"
      book.author = nil
      book.subjects = []
      context.delete(book)
    }
    book.title = "pending"
    context.undoRecorder?.endGroup()
    context.delete(book)
    context.undo()
    #expect(book.title == "pending")
    #expect(book.committedValue(\.title) == "A")
  }

  // MARK: After a save

  @Test func aSavedChangeIsUndoneByAnotherSave() throws {
    book.title = "changed"
    book.author = nil
    try context.save()
    #expect(context.undo())
    #expect(context.hasChanges)
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
    #expect(book.title == "A")
    #expect(author.books == [book])
    #expect(context.redo())
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
    #expect(book.title == "changed")
    #expect(author.books == [])
  }

  @Test func whatASaveHasDeletedIsInsertedWithItsID() throws {
    let before = try bookshop(context)
    let ids = [author.objectID, book.objectID]
    context.delete(author)
    try context.save()
    #expect(author.managedObjectContext == nil)
    #expect(context.undo())
    #expect(author.isInserted && book.isInserted)
    #expect([author.objectID, book.objectID] == ids)
    #expect(try context.object(Author.self, with: ids[0]) === author)
    #expect(try context.count(Book.all) == 2)
    #expect(try bookshop(context) == before)
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
    #expect(try bookshop(bench.container.newContext()) == before)
    #expect(context.redo())
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
    #expect(try context.count(Author.all) == 0)
    #expect(context.undo())
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
    #expect(try bookshop(context) == before)
  }

  @Test func whatASaveHasInsertedIsDeleted() throws {
    let before = try bookshop(context)
    let new = Author(email: "new", in: context)
    new.books = [Book(title: "C", in: context), book]
    try context.save()
    let id = new.objectID
    #expect(context.undo())
    #expect(new.isDeleted)
    #expect(book.author == author)
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
    #expect(try bookshop(context) == before)
    #expect(context.redo())
    #expect(new.objectID == id)
    try save(context, Author.self, Book.self, Subject.self, Profile.self)
    #expect(new.books.count == 2)
    #expect(try bench.container.newContext().object(Author.self, with: id)?.books.count == 2)
  }

  @Test func anUndoneChangeIsValidatedByTheSave() throws {
    let new = context.insert(Author.self)
    context.undoRecorder?.endGroup()
    new.email = "given"
    try context.save()
    context.undo()
    #expect(new.email == "")
    context.undo()
    context.redo()
    #expect(new.isInserted == false && new.isDeleted == false)
    expectSound(context)
  }
}

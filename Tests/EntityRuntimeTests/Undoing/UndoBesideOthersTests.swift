import EntityGraph
import Foundation
import Observation
import Synchronization
import Testing

@testable import EntityRuntime

/// Undoing beside other contexts, hooks and observers.
@Suite struct UndoBesideOthersTests {
  private let bench: Bench
  private let context: ManagedObjectContext
  private let book: Book

  init() throws {
    bench = try bookshop()
    context = bench.context
    book = Book(title: "A", author: Author(email: "x", in: context), in: context)
    try context.save()
    context.undoRecorder = UndoRecorder()
  }

  private func change(_ body: (ManagedObjectContext, Book) throws -> Void) throws {
    let other = bench.container.newContext()
    let found = try other.only(Book.where { $0.title == "A" || $0.title == "B" })
    try body(other, found)
    try other.save()
  }

  // MARK: Others

  @Test func aRowThatOthersHaveChangedIsAConflictAsEver() throws {
    book.title = "B"
    try context.save()
    try change { $1.pages = 7 }
    context.undo()
    #expect(throws: ConflictError.self) { try context.save() }
    #expect(book.title == "A")
    try context.refresh(book)
    try context.save()
    #expect(book.title == "A" && book.pages == 7)
    expectSound(context)
  }

  @Test func whatOthersHaveChangedBesideItStays() throws {
    context.followsCommits = true
    book.title = "B"
    try context.save()
    try change { $1.pages = 7 }
    context.undo()
    #expect(book.title == "A" && book.pages == 7)
    try save(context, Author.self, Book.self)
    context.redo()
    #expect(book.title == "B" && book.pages == 7)
  }

  @Test func whatAMergeHasDroppedIsNotUndone() throws {
    let author = Author(email: "y", in: context)
    try context.save()
    context.undoRecorder?.removeAll()
    context.undoGroup("all") {
      book.title = "B"
      book.pages = 5
      book.author = author
    }
    try change {
      $1.title = "theirs"
      $1.author = nil
    }
    try context.save(merging: .byProperty(preferring: .theirs))
    #expect(book.title == "theirs" && book.pages == 5 && book.author == nil)
    #expect(context.undo())
    #expect(book.title == "theirs" && book.pages == 0 && book.author == nil)
    try save(context, Author.self, Book.self)
    context.redo()
    #expect(book.title == "theirs" && book.pages == 5 && book.author == nil)
    try save(context, Author.self, Book.self)
  }

  @Test func aGroupThatAMergeHasDroppedIsNone() throws {
    book.title = "B"
    try change { $1.title = "theirs" }
    try context.save(merging: .theirs)
    #expect(book.title == "theirs")
    #expect(!context.undo())
    #expect(!context.hasChanges)
  }

  @Test func whatAMergeKeepsIsUndone() throws {
    book.title = "B"
    try change { $1.title = "theirs" }
    try context.save(merging: .ours)
    #expect(context.undo())
    #expect(book.title == "A")
    try save(context, Author.self, Book.self)
  }

  @Test func whatOthersHaveDeletedStaysDeleted() throws {
    context.followsCommits = true
    let other = Book(title: "C", in: context)
    try context.save()
    context.undoRecorder?.removeAll()
    context.undoGroup {
      book.title = "B"
      other.title = "D"
    }
    try context.save()
    try change { $0.delete($1) }
    #expect(context.undo())
    #expect(book.managedObjectContext == nil && book.isDeleted)
    #expect(other.title == "C")
    try save(context, Author.self, Book.self)
    #expect(try context.count(Book.all) == 1)
  }

  @Test func whatOthersHaveDeletedTooStaysDeleted() throws {
    context.mergePolicy = .ours
    let kept = Book(title: "C", in: context)
    try context.save()
    context.undoRecorder?.removeAll()
    context.undoGroup {
      context.delete(book)
      context.delete(kept)
    }
    try change { $0.delete($1) }
    try context.save()
    #expect(context.undo())
    #expect(book.managedObjectContext == nil && book.isDeleted)
    #expect(kept.isInserted && kept.title == "C")
    try save(context, Author.self, Book.self)
    #expect(try context.fetch(Book.all) == [kept])
    #expect(context.redo())
    try save(context, Author.self, Book.self)
    #expect(try context.count(Book.all) == 0)
    context.undo()
    try save(context, Author.self, Book.self)
    #expect(try context.fetch(Book.all) == [kept])
  }

  @Test func whatOthersHaveDeletedAfterOurDeletionWasTakenBackStaysDeleted() throws {
    context.mergePolicy = .theirs
    context.delete(book)
    try change { $1.pages = 7 }
    try context.save()
    #expect(!book.isDeleted && book.pages == 7)
    context.followsCommits = true
    try change { $0.delete($1) }
    context.undo()
    #expect(book.managedObjectContext == nil)
    try save(context, Author.self, Book.self)
    #expect(try context.count(Book.all) == 0)
  }

  @Test func aRowThatIsInsertedAgainIsNotWhatOthersHaveRead() throws {
    let other = bench.container.newContext()
    let found = try other.only(Book.all)
    #expect(found.title == "A")
    let version = book.__version
    context.delete(book)
    try context.save()
    context.undo()
    book.title = "ours"
    try save(context, Author.self, Book.self)
    #expect(book.__version == version + 1)
    #expect(found.objectID == book.objectID)
    found.title = "theirs"
    #expect(throws: ConflictError.self) { try other.save() }
    #expect(try bench.container.newContext().only(Book.all).title == "ours")
    // Each time that it comes back it is another row.
    context.delete(book)
    try context.save()
    context.undo()
    try context.save()
    #expect(book.__version == version + 2)
    context.redo()
    try context.save()
    context.undo()
    try save(context, Author.self, Book.self)
    #expect(book.__version == version + 3)
  }

  @Test func whoFollowsReadsARowAgainThatIsInsertedAgain() throws {
    let other = bench.container.newContext()
    other.followsCommits = true
    let found = try other.only(Book.all)
    #expect(found.title == "A")
    context.delete(book)
    try context.save()
    context.undo()
    book.title = "B"
    try context.save()
    #expect(try other.only(Book.all).title == "B")
    #expect(found.title == "B")
    expectSound(other)
  }

  @Test func whatIsInsertedAgainWithOtherValuesIsAConflictOfEachOfThem() throws {
    let other = bench.container.newContext()
    other.followsCommits = true
    let found = try other.only(Book.all)
    found.pages = 7
    context.delete(book)
    try context.save()
    context.undo()
    context.withoutUndo { book.pages = 5 }
    try context.save()
    book.title = "B"
    try context.save()
    #expect(throws: ConflictError.self) { try other.save() }
    #expect(try bench.container.newContext().only(Book.all).pages == 5)
  }

  @Test func aReferenceToWhatOthersHaveDeletedIsNotGivenBack() throws {
    context.followsCommits = true
    let former = try #require(book.author)
    let new = Author(email: "y", in: context)
    try context.save()
    context.undoRecorder?.removeAll()
    book.author = new
    try context.save()
    let other = bench.container.newContext()
    other.delete(try other.only(Author.where { $0.email == "x" }))
    try other.save()
    #expect(context.undo())
    #expect(former.isDeleted)
    #expect(book.author == new)
    expectSound(context)
    try save(context, Author.self, Book.self)
  }

  @Test func whatARefreshTakesBackIsNotRecorded() throws {
    book.title = "B"
    try context.refresh(book, mergingChanges: false)
    #expect(book.title == "A")
    #expect(context.undoRecorder?.undoNames == [])
    #expect(!context.undo() && book.title == "A")
    #expect(!context.hasChanges)
    expectSound(context)
  }

  // MARK: Hooks

  @Test func objectsAreNotAskedAgainWhatTheyDoWhenTheyAreMadeAndDeleted() throws {
    let container = try StoreKind.sqlite.container(Journal.self, LockedJournal.self, Passage.self)
    let context = container.newContext()
    context.undoRecorder = UndoRecorder()
    let journal = Journal(title: "A", in: context)
    _ = Passage(text: "a", journal: journal, in: context)
    journal.revision = 4
    context.undo()
    context.redo()
    #expect(journal.revision == 4)
    #expect(journal.calls == ["awakeFromInsert"])
    context.undoRecorder?.endGroup()
    journal.beforeDeletion = { $0.title = "gone" }
    context.delete(journal)
    context.undo()
    #expect(journal.title == "A")
    context.redo()
    context.undo()
    #expect(journal.calls == ["awakeFromInsert", "willDelete 1"])
    #expect(context.undoRecorder?.undoNames.count == 1)
    expectSound(context)
  }

  @Test func whatObjectsChangeAsTheyAreSavedIsNotRecorded() throws {
    let container = try StoreKind.sqlite.container(Journal.self, LockedJournal.self, Passage.self)
    let context = container.newContext()
    context.undoRecorder = UndoRecorder()
    let journal = Journal(title: "A", in: context)
    try context.save()
    journal.title = "B"
    journal.afterSave = { $0.revision = 9 }
    context.undoRecorder?.endGroup()
    context.undo()
    try context.save()
    #expect(journal.slug == "a")
    #expect(context.redo())
    #expect(journal.title == "B" && journal.slug == "a")
    try context.save()
    #expect(journal.slug == "b")
    #expect(journal.revision == 9)
  }

  @Test func whatReadingChangesIsNotRecorded() throws {
    let container = try StoreKind.sqlite.container(Journal.self, LockedJournal.self, Passage.self)
    let first = container.newContext()
    _ = Passage(text: "lost", in: first)
    _ = Journal(title: "A", in: first)
    try first.save()
    let context = container.newContext()
    context.undoRecorder = UndoRecorder()
    try context.only(Journal.all).title = "B"
    context.undo()
    #expect(try context.only(Passage.all).text == "found")
    #expect(context.redo())
  }

  @Test func observersAreWokenWhenEverythingHasBeenUndone() throws {
    let container = try StoreKind.sqlite.container(
      Article.self, Editor.self, Topic.self, Cover.self, Remark.self)
    let context = container.newContext()
    let article = Article(title: "A", in: context)
    let editor = Editor(name: "E", in: context)
    try context.save()
    context.undoRecorder = UndoRecorder()
    context.undoGroup {
      article.title = "B"
      article.editor = editor
    }
    let count = Mutex(0)
    withObservationTracking {
      _ = (article.title, article.words)
    } onChange: {
      count.withLock { $0 += 1 }
    }
    withObservationTracking {
      _ = editor.articles
    } onChange: {
      count.withLock { $0 += 1 }
    }
    withObservationTracking {
      _ = article.words
    } onChange: {
      count.withLock { $0 += 100 }
    }
    context.undo()
    #expect(count.withLock { $0 } == 2)
    #expect(editor.articles == [])
    context.delete(article)
    count.withLock { $0 = 0 }
    withObservationTracking {
      _ = article.title
    } onChange: {
      count.withLock { $0 += 10 }
    }
    context.undo()
    #expect(count.withLock { $0 } == 10)
    #expect(article.title == "A")
    expectSound(context)
  }
}

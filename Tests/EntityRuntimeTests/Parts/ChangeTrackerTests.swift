import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct ChangeTrackerTests {
  @Test func anObjectIsListedOnceWithTheValuesFromBeforeItsFirstChange() throws {
    let (bench, book) = try saved()
    let tracker = bench.context.unit.tracker
    tracker.willWrite(book, 2)
    tracker.willWrite(book, 0)
    #expect(tracker.changed == [book])
    #expect(tracker.hasChanges)
    tracker.forgetChanges(of: book)
    #expect(tracker.changed == [])
    tracker.restore(book)
    expectSound(bench.context)
  }

  @Test func changesThatHaveBeenTakenBackAreForgotten() throws {
    let (bench, book) = try saved()
    let (context, tracker) = (bench.context, bench.context.unit.tracker)
    let subject = Subject(name: "S", in: context)
    try context.save()
    book.pages = 1
    book.subjects = [subject]
    tracker.forgetChangesTakenBack()
    #expect(tracker.changed == [book])
    #expect(Set(tracker.touched) == [book, subject])
    book.pages = 0
    tracker.forgetChangesTakenBack()
    #expect(tracker.changed == [])
    #expect(Set(tracker.touched) == [book, subject])
    expectSound(context)
    subject.books = []
    tracker.forgetChangesTakenBack()
    #expect(!tracker.hasChanges)
    expectSound(context)
    book.pages = 0
    context.delete(book)
    tracker.forgetChangesTakenBack()
    #expect(tracker.deleted == [book])
    expectSound(context)
    context.rollback()
    #expect(!book.isDeleted)
    expectSound(context)
  }

  @Test func newObjectsAreFoundByTheirTemporaryIdsOnceTheyAreLookedFor() throws {
    let (bench, _) = try saved()
    let tracker = bench.context.unit.tracker
    let new = Book(title: "new", in: bench.context)
    let tree = try bench.context.unit.entity(of: Book.self).tree
    #expect(tracker.inserted == [new])
    #expect(tracker.liveObject(new.objectID.rowID, tree: tree) === new)
    #expect(tracker.knowsNewObjects)
    #expect(tracker.liveObject(-1, tree: tree) == nil)
    expectSound(bench.context)
  }

  @Test func whetherATreeHasChangesIsKnownByTree() throws {
    let (bench, book) = try saved()
    let unit = bench.context.unit
    let (books, authors) = (
      try unit.entity(of: Book.self).tree, try unit.entity(of: Author.self).tree
    )
    book.pages = 1
    #expect(unit.tracker.isChanged(in: [books]))
    #expect(!unit.tracker.isChanged(in: [authors]))
    #expect(!unit.tracker.isChanged(in: []))
  }

  @Test func afterASaveAndAfterARollbackNothingIsListed() throws {
    let (bench, book) = try saved()
    let tracker = bench.context.unit.tracker
    book.pages = 1
    tracker.didSave()
    #expect(!tracker.hasChanges)
    #expect(book.pages == 1)
    book.pages = 2
    tracker.rollBack()
    #expect(!tracker.hasChanges)
    #expect(book.pages == 1)
  }

  /// Returns a bench and its only book.
  private func saved() throws -> (Bench, Book) {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    return (bench, book)
  }
}

import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct ConflictTests {
  @Test func twoUpdatesOfARowAreAConflict() throws {
    let duel = try Duel()
    duel.theirs.title = "theirs"
    duel.ours.pages = 7
    try duel.bench.context.save()
    let conflict = try #require(try duel.conflict())
    #expect(conflict.objectID == duel.ours.objectID)
    #expect(conflict.base == values(title: "A", pages: 0))
    #expect(conflict.ours == values(title: "A", pages: 7))
    #expect(conflict.theirs == values(title: "theirs", pages: 0))
    #expect(
      failure { try duel.context.save() } == """
        the save has been refused, since others have saved in the meantime; roll back, or refresh \
        without merging changes, and make the changes again:
          Book-1 has been changed
        """)
    expectSound(duel.context)
    try duel.context.refresh(duel.ours)
    #expect(duel.ours.title == "theirs")
    #expect(duel.ours.pages == 7)
    #expect(duel.ours.originalValues == ["pages": .integer(0)])
    try save(duel.context, Book.self)
  }

  @Test func aRefreshThatDropsChangesTakesTheirs() throws {
    let duel = try Duel()
    duel.theirs.title = "theirs"
    duel.ours.title = "ours"
    try duel.bench.context.save()
    #expect(try duel.conflict() != nil)
    try duel.context.refresh(duel.ours, mergingChanges: false)
    #expect(duel.ours.title == "theirs")
    #expect(!duel.context.hasChanges)
    expectSound(duel.context)
  }

  @Test func aChangeThatIsMadeAgainAfterARollbackLosesNothing() throws {
    let duel = try Duel()
    duel.theirs.pages += 5
    try duel.bench.context.save()
    var attempts = 0
    while attempts < 3 {
      attempts += 1
      do {
        duel.ours.pages += 2
        try duel.context.save()
        break
      } catch is ConflictError {
        duel.context.rollback()
        duel.context.refreshAll()
      }
    }
    #expect(attempts == 2)
    #expect(duel.ours.pages == 7)
  }

  @Test func anUpdateOfADeletedRowIsAConflict() throws {
    let duel = try Duel()
    duel.bench.context.delete(duel.theirs)
    duel.ours.pages = 7
    try duel.bench.context.save()
    let conflict = try #require(try duel.conflict())
    #expect(conflict.theirs == nil)
    #expect(
      failure { try duel.context.save() } == """
        the save has been refused, since others have saved in the meantime; roll back, or refresh \
        without merging changes, and make the changes again:
          Book-1 has been deleted
        """)
    #expect(
      failure { try duel.context.refresh(duel.ours) }
        == "Book-1 could not be read: its row does not exist any more")
    #expect(duel.ours.isUnreadable)
    #expect(duel.ours.pages == 7)
    #expect(try duel.conflict() != nil)
    #expect(throws: ReadError.self) {
      try duel.context.refresh(duel.ours, mergingChanges: false)
    }
    expectSound(duel.context)
    try duel.context.save()
    #expect(try duel.context.count(Book.all) == 0)
  }

  @Test func aDeletionOfAnUpdatedRowIsAConflict() throws {
    let duel = try Duel()
    duel.theirs.title = "theirs"
    duel.context.delete(duel.ours)
    try duel.bench.context.save()
    let conflict = try #require(try duel.conflict())
    #expect(conflict.base == values(title: "A", pages: 0))
    #expect(conflict.ours == conflict.base)
    #expect(conflict.theirs == values(title: "theirs", pages: 0))
    expectSound(duel.context)
    #expect(duel.ours.isDeleted)
    try duel.context.refresh(duel.ours)
    #expect(duel.ours.isDeleted)
    #expect(duel.ours.title == "theirs")
    expectSound(duel.context)
    try save(duel.context, Book.self)
    #expect(try duel.context.count(Book.all) == 0)
  }

  @Test func everyConflictIsReported() throws {
    let duel = try Duel()
    let theirs = Book(title: "B", in: duel.bench.context)
    try duel.bench.context.save()
    let ours = try #require(try duel.context.object(Book.self, with: theirs.objectID))
    theirs.pages = 1
    duel.theirs.pages = 1
    try duel.bench.context.save()
    ours.pages = 2
    duel.context.delete(duel.ours)
    #expect(
      failure { try duel.context.save() } == """
        the save has been refused, since others have saved in the meantime; roll back, or refresh \
        without merging changes, and make the changes again:
          Book-1 has been changed
          Book-2 has been changed, on both sides: 'pages'
        """)
    for book in [ours, duel.ours] { try duel.context.refresh(book) }
    try save(duel.context, Book.self)
  }

  @Test func aConflictLeavesNothingBehind() throws {
    let duel = try Duel()
    duel.theirs.pages = 1
    try duel.bench.context.save()
    duel.ours.pages = 2
    let book = Book(title: "new", in: duel.context)
    _ = try duel.conflict()
    #expect(book.objectID.isTemporary)
    #expect(book.isInserted)
    #expect(duel.ours.hasChanges)
    #expect(try duel.bench.context.count(Book.all) == 1)
    try duel.context.refresh(duel.ours)
    try save(duel.context, Book.self)
    #expect(try duel.context.fetch(Book.all).map(\.pages) == [2, 0])
  }

  @Test func savingTwiceIsNoConflictWithOneself() throws {
    let duel = try Duel()
    for pages in 1...3 {
      duel.ours.pages = pages
      try duel.context.save()
    }
    duel.context.delete(duel.ours)
    try duel.context.save()
    #expect(try duel.context.count(Book.all) == 0)
  }

  @Test func unchangedObjectsDoNotConflict() throws {
    let duel = try Duel()
    duel.theirs.title = "theirs"
    try duel.bench.context.save()
    _ = Book(title: "B", in: duel.context)
    duel.ours.title = "A"
    try duel.context.save()
    #expect(try duel.bench.container.newContext().fetch(Book.all).map(\.title) == ["theirs", "B"])
  }

  /// Returns the stored values of a book that has only a title and pages.
  private func values(title: String, pages: Int64) -> [String: StoredValue] {
    [
      "title": .text(title), "genre": .text("fiction"), "pages": .integer(pages),
      "tags": .text("[]"), "author": .null,
    ]
  }
}

/// One book in two contexts.
private struct Duel {
  let bench: Bench
  let context: ManagedObjectContext
  let theirs: Book
  let ours: Book

  init() throws {
    bench = try bookshop()
    theirs = Book(title: "A", in: bench.context)
    try bench.context.save()
    context = bench.container.newContext()
    ours = try #require(try context.first(Book.all))
  }

  /// Saves our side, expects a conflict, and returns it.
  func conflict() throws -> ConflictError.Conflict? {
    let error = #expect(throws: ConflictError.self) { try context.save() }
    return error?.conflicts.first
  }
}

import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct NestedContextTests {
  private let bench: Bench
  private let context: ManagedObjectContext
  private let author: Author
  private let book: Book

  init() throws {
    bench = try bookshop()
    context = bench.context
    author = Author(email: "u", name: "Ursula", in: context)
    book = Book(title: "A", pages: 100, author: author, in: context)
    _ = Book(title: "Z", pages: 5, in: context)
    try context.save()
    context.undoRecorder = UndoRecorder()
  }

  private func titles(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetch(Book.sorted(by: \.title)).map(\.title)
  }

  // MARK: What it sees

  @Test func aNestedContextSeesWhatIsUnsavedInItsParent() throws {
    let new = Book(title: "B", author: author, in: context)
    new.subjects = [Subject(name: "s", in: context)]
    book.pages = 101
    book.tags = ["x", "y"]
    context.delete(try context.only(Book.where { $0.title == "Z" }))
    let draft = context.nested()
    #expect(!draft.hasChanges)
    #expect(draft.parent === context && context.parent == nil)
    #expect(try bookshop(draft) == bookshop(context))
    #expect(try titles(draft) == ["A", "B"])
    #expect(try draft.count(Book.where { $0.pages > 100 }) == 1)
    #expect(try draft.fetch(Book.all.select { $0.pages.sum }) == [101])
    #expect(try draft.identifiers(Book.sorted(by: \.title)) == [book.objectID, new.objectID])
    #expect(try draft.count(Book.where { $0.author.name == "Ursula" }) == 2)
    let found = try #require(try draft.object(for: author))
    #expect(found.books.count == 2 && found.books.allSatisfy { $0.author === found })
    #expect(try draft.object(for: new)?.subjects.first?.name == "s")
    #expect(try draft.object(for: book)?.tags == ["x", "y"])
    expectSound(draft)
    expectSound(context)
  }

  @Test func whatIsChangedInItIsNotSeenByItsParentBeforeItsSave() throws {
    let draft = context.nested()
    let own = try #require(try draft.object(for: book))
    #expect(own !== book && own.objectID == book.objectID)
    own.title = "AA"
    let new = Book(title: "B", author: own.author, in: draft)
    draft.delete(try draft.only(Book.where { $0.title == "Z" }))
    #expect(draft.hasChanges && !context.hasChanges)
    #expect(book.title == "A" && author.books.count == 1)
    let sql = try bench.sql { try draft.save() }
    #expect(!sql.contains { $0.hasPrefix("INSERT") || $0.hasPrefix("UPDATE") })
    #expect(!draft.hasChanges && context.hasChanges)
    #expect(book.title == "AA" && author.books.count == 2)
    #expect(try context.object(for: new)?.title == "B")
    #expect(try titles(context) == ["AA", "B"])
    #expect(try bookshop(draft) == bookshop(context))
    expectSound(draft)
    try save(context, Author.self, Book.self)
    #expect(try bookshop(draft) == bookshop(context))
  }

  @Test func oneUndoTakesBackWhatHasBeenSavedIntoTheParent() throws {
    let before = try bookshop(context)
    let draft = context.nested()
    try draft.object(for: book)?.title = "AA"
    draft.delete(try #require(try draft.object(for: author)))
    _ = Author(email: "x", in: draft)
    try draft.save()
    let after = try bookshop(context)
    #expect(after != before)
    #expect(context.undoRecorder?.undoNames.count == 1)
    context.undo()
    #expect(try bookshop(context) == before && !context.hasChanges)
    context.redo()
    #expect(try bookshop(context) == after)
    expectSound(context)
  }

  @Test func aRollbackDropsWhatHasBeenChangedAndSeesWhatTheParentHasNow() throws {
    let new = Book(title: "B", in: context)
    let draft = context.nested()
    let own = try #require(try draft.object(for: new))
    own.title = "BB"
    let dropped = Book(title: "C", in: draft)
    new.pages = 7
    draft.rollback()
    #expect(!draft.hasChanges && own.title == "B" && own.pages == 7)
    #expect(dropped.managedObjectContext == nil)
    #expect(try draft.object(for: new) === own)
    expectSound(draft)
  }

  @Test func aNestedContextThatNobodyHoldsChangesNothing() throws {
    do {
      let draft = context.nested()
      try draft.object(for: book)?.title = "AA"
    }
    #expect(!context.hasChanges && book.title == "A")
    #expect(context.unit.nestedUnits.isEmpty)
    try context.save()
  }

  @Test func contextsAreNestedInNestedOnes() throws {
    let draft = context.nested()
    let new = Book(title: "B", author: try draft.object(for: author), in: draft)
    let inner = draft.nested()
    let innermost = try #require(try inner.object(for: new))
    innermost.title = "BB"
    #expect(innermost.author?.books.count == 2)
    try inner.save()
    #expect(new.title == "BB" && author.books.count == 1)
    innermost.title = "BBB"
    try draft.save()
    try context.save()
    #expect(innermost.title == "BBB" && inner.hasChanges)
    #expect(!innermost.objectID.isTemporary)
    try inner.save()
    try draft.save()
    #expect(try titles(context) == ["A", "BBB", "Z"])
    expectSound(inner)
    expectSound(draft)
  }

  // MARK: Beside its parent

  @Test func aSaveOfTheParentGivesObjectsTheirIDsAndLeavesWhatIsUnsaved() throws {
    let new = Book(title: "B", author: author, in: context)
    let draft = context.nested()
    let own = try #require(try draft.object(for: new))
    own.pages = 3
    let other = Book(title: "C", author: own.author, in: draft)
    try context.save()
    #expect(own.objectID == new.objectID && !own.objectID.isTemporary)
    #expect(own.pages == 3 && new.pages == 0 && !own.isInserted && other.isInserted)
    #expect(try titles(draft) == ["A", "B", "C", "Z"])
    expectSound(draft)
    try draft.save()
    #expect(new.pages == 3)
    try save(context, Author.self, Book.self)
    #expect(!other.objectID.isTemporary)
  }

  @Test func aValueThatIsTakenIsForTheSaveOfTheParent() throws {
    _ = Author(email: "taken", in: context)
    try context.save()
    // The parent has something unfinished, which is not the draft's.
    _ = Author(email: "new", in: context)
    context.insert(Book.self).genre = .science
    let draft = context.nested()
    _ = Author(email: "taken", in: draft)
    try draft.save()
    #expect(throws: (any Error).self) { try context.save() }
    let other = context.nested()
    _ = Author(email: "taken", in: other)
    _ = other.insert(Book.self)
    let error = #expect(throws: ValidationError.self) { try other.save() }
    #expect(error?.problems.map(\.id).contains("validation.required") == true)
  }

  @Test func whatBothHaveChangedIsMergedByProperty() throws {
    let draft = context.nested()
    try draft.object(for: book)?.title = "AA"
    book.pages = 7
    let new = Book(title: "B", in: context)
    try draft.save()
    #expect(book.title == "AA" && book.pages == 7)
    #expect(try draft.object(for: book)?.pages == 7)
    #expect(try draft.object(for: new)?.title == "B")
  }

  @Test func aPropertyThatBothHaveChangedIsAConflict() throws {
    let draft = context.nested()
    try draft.object(for: book)?.title = "AA"
    try draft.object(for: book)?.genre = .science
    book.title = "AB"
    let error = #expect(throws: ConflictError.self) { try draft.save() }
    let conflict = try #require(error?.conflicts.first)
    #expect(conflict.kind == .changed && conflict.objectID == book.objectID)
    #expect(conflict.contestedProperties == ["title"])
    #expect(
      error.map { "\($0)" } == """
        the save has been refused, since the context that this one is nested in has been changed \
        in the meantime; roll back, and make the changes again:
          \(book.objectID) has been changed, on both sides: 'title'
        """)
    #expect(conflict.base["title"] == .text("A") && conflict.ours["title"] == .text("AA"))
    #expect(conflict.theirs?["title"] == .text("AB"))
    #expect(book.title == "AB" && book.genre == .fiction && draft.hasChanges)
    // A save of the parent does not settle it.
    try context.save()
    #expect(throws: ConflictError.self) { try draft.save() }
    try draft.save(merging: .byProperty(preferring: .theirs))
    #expect(book.title == "AB" && book.genre == .science)
    #expect(!draft.hasChanges)
  }

  @Test func aPolicyDecidesAboutWhatBothHaveChanged() throws {
    let draft = context.nested()
    draft.mergePolicy = .ours
    try draft.object(for: book)?.title = "AA"
    (book.title, book.pages) = ("AB", 7)
    try draft.save()
    #expect(book.title == "AA" && book.pages == 100)
    try draft.object(for: book)?.pages = 1
    book.pages = 2
    try draft.save(
      merging: .custom { conflict in
        if let pages = conflict.values(of: \Book.pages) {
          conflict.set(\Book.pages, to: pages.ours + pages.theirs)
        }
      })
    #expect(book.pages == 3)
    try draft.object(for: book)?.pages = 1
    book.pages = 1
    try draft.save(merging: .error)
    #expect(book.pages == 1)
  }

  @Test func whatTheParentHasDeletedStaysSo() throws {
    let draft = context.nested()
    try draft.object(for: book)?.title = "AA"
    let new = Book(title: "B", author: try draft.object(for: author), in: draft)
    context.delete(author)
    let error = #expect(throws: ConflictError.self) { try draft.save() }
    #expect(
      error?.conflicts.map(\.kind) == [.deleted, .missingReference],
      "\(error.map { "\($0)" } ?? "")")
    #expect(draft.hasChanges)
    try draft.save(merging: .ours)
    #expect(try titles(context) == ["B", "Z"])
    #expect(try context.object(for: new)?.author == nil)
    expectSound(context)
    expectSound(draft)
  }

  @Test func whatTheParentHasDeletedAndSavedIsReportedOnce() throws {
    let draft = context.nested()
    let own = try #require(try draft.object(for: book))
    own.title = "AA"
    context.delete(book)
    try context.save()
    #expect(own.isDeleted && own.managedObjectContext == nil)
    let error = #expect(throws: ConflictError.self) { try draft.save() }
    #expect(error?.conflicts.map(\.kind) == [.deleted])
    draft.rollback()
    try draft.save()
    #expect(try titles(draft) == ["Z"])
    expectSound(draft)
  }

  @Test func whatTheParentHasTakenBackDoesNotExist() throws {
    let new = Author(email: "x", in: context)
    let draft = context.nested()
    let own = Book(title: "B", author: try draft.object(for: new), in: draft)
    context.rollback()
    #expect(throws: ConflictError.self) { try draft.save() }
    try draft.save(merging: .theirs)
    #expect(try context.object(for: own)?.author == nil)
    #expect(try context.count(Author.all) == 1)
    try save(context, Author.self, Book.self)
  }

  @Test func aPolicyDecidesAboutOneToOnes() throws {
    let policies: [(MergePolicy, String)] = [
      (.ours, "2"), (.theirs, "1"), (.byProperty(preferring: .ours), "2"),
      (.byProperty(preferring: .theirs), "1"), (.custom { $0.takeContested(.theirs) }, "1"),
    ]
    for (policy, email) in policies {
      for fromProfile in [true, false] {
        let bench = try bookshop()
        let context = bench.context
        let authors = ["1", "2"].map { Author(email: $0, in: context) }
        let profile = Profile(text: "p", in: context)
        try context.save()
        let draft = context.nested()
        let own = try draft.fetch(Author.sorted(by: \.email))
        let ownProfile = try #require(try draft.object(for: profile))
        if fromProfile { ownProfile.author = own[1] } else { own[1].profile = ownProfile }
        if fromProfile { profile.author = authors[0] } else { authors[0].profile = profile }
        #expect(throws: ConflictError.self) { try draft.save() }
        try draft.save(merging: policy)
        expectSound(context)
        #expect(profile.author?.email == email)
        try save(context, Author.self, Profile.self)
      }
    }
  }

  @Test func aNewPartnerThatAPolicyDropsRefersToNothing() throws {
    let bench = try bookshop()
    let author = Author(email: "1", in: bench.context)
    try bench.context.save()
    let draft = bench.context.nested()
    let own = Profile(text: "own", in: draft)
    own.author = try draft.object(for: author)
    let profile = Profile(text: "parent's", in: bench.context)
    profile.author = author
    try draft.save(merging: .byProperty(preferring: .theirs))
    expectSound(bench.context)
    #expect(author.profile === profile)
    #expect(try bench.context.fetch(Profile.sorted(by: \.text)).map(\.author) == [nil, author])
    try save(bench.context, Author.self, Profile.self)
  }

  @Test func aDeletionOfWhatTheParentHasChangedIsAConflict() throws {
    let draft = context.nested()
    draft.delete(try #require(try draft.object(for: book)))
    book.pages = 1
    #expect(throws: ConflictError.self) { try draft.save() }
    try draft.save(merging: .theirs)
    #expect(book.isDeleted)
  }

  @Test func refreshingHasWhatTheParentHasNowBesideWhatIsUnsaved() throws {
    let draft = context.nested()
    let own = try #require(try draft.object(for: book))
    own.title = "AA"
    book.pages = 7
    draft.refreshAll()
    #expect(own.title == "AA" && own.pages == 7 && draft.hasChanges)
    try draft.save()
    #expect(book.title == "AA" && book.pages == 7)
  }

  @Test func whatOthersCommitIsAConflictOfTheParentsSave() throws {
    let draft = context.nested()
    let other = bench.container.newContext()
    try other.object(for: book)?.pages = 1
    try other.save()
    try draft.object(for: book)?.title = "AA"
    try draft.save()
    #expect(throws: ConflictError.self) { try context.save() }
    try context.save(merging: .byProperty(preferring: .ours))
    #expect(book.title == "AA" && book.pages == 1)
  }

  // MARK: What is refused

  @Test func aSaveIsRefusedForWhatHasBeenChangedAndNotForWhatTheParentHas() throws {
    let unfinished = context.insert(Subject.self)
    let draft = context.nested()
    try draft.save()
    let second = draft.insert(Subject.self)
    let error = #expect(throws: ValidationError.self) { try draft.save() }
    #expect(error?.problems.map(\.objectID) == [second.objectID])
    second.name = "s"
    try draft.save()
    #expect(throws: ValidationError.self) { try context.save() }
    // Nobody has given it a name, here or there.
    unfinished.name = "t"
    try context.save()
  }

  @Test func aSaveIsNotRefusedForWhatIsUnfinishedOfWhatIsReferredTo() throws {
    let unfinished = context.insert(Author.self)
    unfinished.name = "n"
    let subject = context.insert(Subject.self)
    let draft = context.nested()
    let own = Book(title: "B", author: try draft.object(for: unfinished), in: draft)
    own.subjects = [try #require(try draft.object(for: subject))]
    try draft.save()
    subject.name = "s"
    #expect(unfinished.books.map(\.title) == ["B"])
    let error = #expect(throws: ValidationError.self) { try context.save() }
    #expect(error?.problems.map(\.objectID) == [unfinished.objectID])
    unfinished.email = "n"
    try context.save()
  }

  @Test func anObjectOfTheParentIsOneOfAnotherContext() throws {
    let draft = context.nested()
    let new = Book(title: "B", in: draft)
    new.author = author
    let error = #expect(throws: ValidationError.self) { try draft.save() }
    #expect(error?.problems.map(\.id) == ["validation.otherContext"])
    new.author = try draft.object(for: author)
    try draft.save()
    #expect(author.books.count == 2)
  }

  @Test func whatWritesToTheStoreIsRefused() throws {
    let draft = context.nested()
    let error = #expect(throws: StoreError.self) { try draft.deleteAll(Book.all) }
    #expect(
      error?.message
        == "'deleteAll' writes to the store, and a nested context saves into its parent; call it "
        + "in the context that saves to the store")
    #expect(throws: StoreError.self) { try draft.refresh(book, mergingChanges: false) }
    #expect(try context.count(Book.all) == 2)
  }

  // MARK: Where

  @Test func aNestedContextOfATransactionSeesItAndIsAPartOfIt() async throws {
    let id = book.objectID
    try await bench.container.write { context in
      _ = Book(title: "B", in: context)
      try context.save()
      let pending = Book(title: "C", in: context)
      let draft = context.nested()
      #expect(try draft.fetch(Book.sorted(by: \.title)).map(\.title) == ["A", "B", "C", "Z"])
      try draft.object(Book.self, with: id)?.title = "AA"
      try draft.object(for: pending)?.pages = 9
      let own = Book(title: "D", in: draft)
      try draft.save()
      #expect(try context.object(for: own)?.title == "D")
      draft.delete(own)
      try context.save()
      expectSound(draft)
      try draft.save()
      expectSound(context)
    }
    let after = bench.container.newContext()
    #expect(try titles(after) == ["AA", "B", "C", "Z"])
    #expect(try after.only(Book.where { $0.title == "C" }).pages == 9)
  }

  @Test func aNestedContextReadsOneStateWithItsParent() throws {
    let draft = context.nested()
    let count = try context.read {
      try draft.object(for: book)?.title = "AA"
      try draft.save()
      return try draft.count(Book.all)
    }
    #expect(count == 2 && book.title == "AA")
  }

  @Test func whatIsToBeDoneAfterACommitIsDoneByTheParentsSave() throws {
    let draft = context.nested()
    draft.afterCommit {}
    try draft.object(for: book)?.title = "AA"
    try draft.save()
    #expect(draft.unit.commitActions.isEmpty && context.unit.commitActions.count == 1)
  }

  @Test func anOwnUndoRecorderUndoesUntilTheSave() throws {
    let draft = context.nested()
    draft.undoRecorder = UndoRecorder()
    let own = try #require(try draft.object(for: book))
    own.title = "AA"
    draft.undo()
    #expect(own.title == "A" && !draft.hasChanges)
    draft.redo()
    #expect(own.title == "AA")
    try draft.save()
    #expect(!draft.undo() && book.title == "AA")
  }
}

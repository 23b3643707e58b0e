import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

@Suite struct EditingSessionTests {
  private let bench: Bench
  private let context: ManagedObjectContext
  private let book: Book

  init() throws {
    bench = try bookshop()
    context = bench.context
    book = Book(title: "A", pages: 100, author: Author(email: "u", in: context), in: context)
    book.subjects = [Subject(name: "s", in: context)]
    _ = Book(title: "Z", in: context)
    try context.save()
  }

  /// Changes everything that can be in a state.
  private func change(_ context: ManagedObjectContext) throws {
    let author = try context.only(Author.all)
    let new = Book(title: "B", tags: ["t"], author: author, in: context)
    new.subjects = [Subject(name: "n", in: context)]
    let book = try context.only(Book.where { $0.title == "A" })
    book.pages = 7
    book.subjects = []
    author.profile = Profile(text: "p", in: context)
    author.born = Date(timeIntervalSinceReferenceDate: 1)
    context.delete(try context.only(Book.where { $0.title == "Z" }))
  }

  @Test func whatIsChangedIsSavedOrCancelledTogether() throws {
    let session = EditingSession(in: bench.container)
    try change(session.context)
    #expect(session.hasChanges)
    session.cancel()
    #expect(!session.hasChanges)
    try change(session.context)
    #expect(try session.validate() == [])
    try session.save()
    #expect(!session.hasChanges)
    #expect(try context.count(Book.where { $0.title == "B" }) == 1)
  }

  @Test func whatIsToBeDoneAtTheEndIsDoneOnceAndInOrder() throws {
    var done: [String] = []
    let session = EditingSession(in: bench.container)
    session.onEnd { ending in
      done.append("first \(ending)")
      session.onEnd { done.append("later \($0)") }
    }
    session.onEnd { done.append("second \($0)") }
    try change(session.context)
    #expect(done == [])
    session.cancel()
    #expect(done == ["first cancelled", "second cancelled"])
    try change(session.context)
    try session.save()
    try session.save()
    #expect(done == ["first cancelled", "second cancelled", "later saved"])
  }

  @Test func aSaveThatIsRefusedEndsNothing() throws {
    var endings: [EditingSession.Ending] = []
    do {
      let session = EditingSession(in: context)
      session.onEnd { endings.append($0) }
      _ = Author(email: "u", in: session.context)
      try session.save()
      #expect(endings == [.saved])
      let refused = EditingSession(in: bench.container)
      refused.onEnd { endings.append($0) }
      _ = Author(email: "u", in: refused.context)
      #expect(throws: StoreError.self) { try refused.save() }
      // What has been said holds in that session, and not in one that resumes it.
      let resumed = try EditingSession(resuming: refused.encoded(), in: bench.container)
      resumed.cancel()
      #expect(endings == [.saved])
      refused.cancel()
      #expect(endings == [.saved, .cancelled])
      let dropped = EditingSession(in: bench.container)
      dropped.onEnd { endings.append($0) }
    }
    #expect(endings == [.saved, .cancelled])
    context.rollback()
  }

  @Test func aNestedSessionSavesIntoItsContext() throws {
    let session = EditingSession(in: context)
    try change(session.context)
    #expect(!context.hasChanges)
    try session.save()
    #expect(context.hasChanges && book.pages == 7)
    expectSound(context)
    try context.save()
  }

  @Test func whatIsKeptIsResumedAsItWas() throws {
    let session = EditingSession(in: bench.container)
    try change(session.context)
    let before = try bookshop(session.context).replacing(/-t?\d+/, with: "-")
    let state = try session.encoded()
    let resumed = try EditingSession(resuming: state, in: bench.container)
    expectSound(resumed.context)
    let after = try bookshop(resumed.context).replacing(/-t?\d+/, with: "-")
    #expect(after == before, "\(after)\n\(before)")
    #expect(resumed.hasChanges)
    #expect(
      Set(resumed.context.insertedObjects.map(\.objectID))
        .isDisjoint(with: session.context.insertedObjects.map(\.objectID)))
    // What is resumed and kept again is the same, apart from temporary ids.
    #expect(
      String(decoding: try resumed.encoded(), as: UTF8.self).replacing(/-t?\d+/, with: "-")
        == String(decoding: state, as: UTF8.self).replacing(/-t?\d+/, with: "-"))
    try resumed.save()
    #expect(throws: (any Error).self) { try session.save() }
    try save(resumed.context, Author.self, Book.self, Subject.self, Profile.self)
    #expect(try bench.container.newContext().count(Book.where { $0.pages == 7 }) == 1)
  }

  @Test func aNestedSessionKeepsWhatItsContextHasUnsavedToo() throws {
    book.pages = 50
    let new = Book(title: "B", in: context)
    let session = EditingSession(in: context)
    try session.context.object(for: new)?.title = "BB"
    let resumed = try EditingSession(resuming: try session.encoded(), in: bench.container)
    #expect(try resumed.context.count(Book.where { $0.title == "BB" || $0.pages == 50 }) == 2)
    let nested = try EditingSession(resuming: try session.encoded(), in: context.container)
    try nested.save()
    #expect(try bench.container.newContext().count(Book.all) == 3)
  }

  @Test func ordersAndSoftDeletionsAreKept() throws {
    let container = try StoreKind.sqlite.container(musicClasses + Forum.classes)
    let context = container.newContext()
    let album = Album(title: "a", in: context)
    album.tracks = ["1", "2", "3"].map { Track(title: $0, in: context) }
    let post = Post(text: "p", in: context)
    try context.save()
    let session = EditingSession(in: container)
    try session.context.only(Album.all).tracks.swapAt(0, 2)
    try session.context.only(Album.all).tracks.insert(Track(title: "x", in: session.context), at: 1)
    session.context.delete(try #require(try session.context.object(for: post)))
    let resumed = try EditingSession(resuming: try session.encoded(), in: container)
    #expect(try resumed.context.only(Album.all).tracks.map(\.title) == ["3", "x", "2", "1"])
    #expect(try resumed.context.count(Post.all) == 0)
    #expect(resumed.context.unit.tracker.deletedSoftly.count == 1)
    try save(resumed.context, Album.self, Track.self)
    context.refreshAll()
    #expect(album.tracks.map(\.title) == ["3", "x", "2", "1"] && post.isSoftlyDeleted)
  }

  @Test func whatOthersHaveSavedSinceIsAConflict() throws {
    let session = EditingSession(in: bench.container)
    try change(session.context)
    let state = try session.encoded()
    book.title = "AA"
    try context.save()
    let resumed = try EditingSession(resuming: state, in: bench.container)
    #expect(throws: ConflictError.self) { try resumed.save() }
    try resumed.context.save(merging: .byProperty(preferring: .ours))
    let after = try bench.container.newContext().only(Book.where { $0.title == "AA" })
    #expect(after.pages == 7)
  }

  @Test func whatOthersHaveDeletedSinceIsAConflict() throws {
    let session = EditingSession(in: bench.container)
    try session.context.object(for: book)?.pages = 7
    let state = try session.encoded()
    context.delete(book)
    try context.save()
    let resumed = try EditingSession(resuming: state, in: bench.container)
    #expect(throws: ConflictError.self) { try resumed.save() }
    try resumed.context.save(merging: .theirs)
    #expect(try resumed.context.count(Book.all) == 1)
  }

  @Test(arguments: [false, true])
  func whatOthersHaveRelatedToADeletedObjectIsAConflict(_ isResumed: Bool) throws {
    var session = EditingSession(in: bench.container)
    let author = try session.context.only(Author.all)
    session.context.delete(author)
    let state = try session.encoded()
    _ = Book(title: "new", author: try context.only(Author.all), in: context)
    try context.save()
    if isResumed { session = try EditingSession(resuming: state, in: bench.container) }
    let error = #expect(throws: ConflictError.self) { try session.save() }
    #expect(error?.conflicts.map { "\($0.objectID) \($0.kind)" } == ["Author-1 newMember"])
    #expect(try bench.container.newContext().count(Book.all) == 3)
    try session.context.save(merging: .theirs)
    #expect(try bench.container.newContext().count(Book.all) == 3)
  }

  @Test(arguments: [false, true])
  func aMemberThatOthersHaveGivenADeletedObjectIsAConflict(_ isResumed: Bool) throws {
    let bench = try Bench(
      Debate.self, Post.self, Poll.self, Poster.self, Applause.self, Pin.self, Keyword.self)
    let poster = Poster(name: "p", in: bench.context)
    try poll("old", bench).poster = poster
    try bench.context.save()
    var session = EditingSession(in: bench.container)
    session.context.delete(try session.context.only(Poster.all))
    let state = try session.encoded()
    try poll("new", bench).poster = poster
    try bench.context.save()
    if isResumed { session = try EditingSession(resuming: state, in: bench.container) }
    let error = #expect(throws: ConflictError.self) { try session.save() }
    #expect(error?.conflicts.map { "\($0.objectID) \($0.kind)" } == ["Poster-1 newMember"])
    try session.context.save(merging: .ours)
    #expect(try bench.container.newContext().fetch(Poll.all).map(\.poster) == [nil, nil])
  }

  @Test(arguments: [false, true])
  func aLinkToWhatOthersHaveDeletedIsAConflict(_ isResumed: Bool) throws {
    for isFromBook in [true, false] {
      let bench = try bookshop()
      let book = Book(title: "A", in: bench.context)
      let subject = Subject(name: "s", in: bench.context)
      try bench.context.save()
      var session = EditingSession(in: bench.container)
      let ours = try session.context.only(Book.all)
      ours.subjects = [try session.context.only(Subject.all)]
      let state = try session.encoded()
      bench.context.delete(isFromBook ? subject : book)
      try bench.context.save()
      if isResumed { session = try EditingSession(resuming: state, in: bench.container) }
      let error = #expect(throws: ConflictError.self) { try session.save() }
      #expect(error?.conflicts.map(\.kind) == [.missingReference])
    }
  }

  @Test(arguments: [false, true])
  func aReferenceToWhatOthersHaveDeletedIsAConflictInATree(_ isResumed: Bool) throws {
    let bench = try Bench(
      Debate.self, Post.self, Poll.self, Poster.self, Applause.self, Pin.self, Keyword.self)
    let poll = try poll("p", bench)
    var session = EditingSession(in: bench.container)
    Applause(in: session.context).post = try session.context.only(Poll.all)
    let state = try session.encoded()
    bench.context.delete(poll, permanently: true)
    try bench.context.save()
    if isResumed { session = try EditingSession(resuming: state, in: bench.container) }
    let error = #expect(throws: ConflictError.self) { try session.save() }
    #expect(error?.conflicts.map(\.kind) == [.missingReference])
    try session.context.save(merging: .ours)
    #expect(try bench.container.newContext().count(Applause.all) == 0)
  }

  /// Saves a poll called `text`.
  private func poll(_ text: String, _ bench: Bench) throws -> Poll {
    let poll = Poll(votes: 1, in: bench.context)
    poll.text = text
    try bench.context.save()
    return poll
  }

  @Test func allProblemsAreFoundWithoutASave() throws {
    let session = EditingSession(in: context)
    _ = session.context.insert(Subject.self)
    let author = Author(email: "u", in: session.context)
    let problems = try session.validate()
    #expect(problems.map(\.id).sorted() == ["validation.required", "validation.unique"])
    #expect(throws: ValidationError.self) { try session.save() }
    author.email = "v"
    session.context.delete(try session.context.fetch(Subject.where { $0.name != "s" }))
    #expect(try session.validate() == [])
    try session.save()
  }

  // MARK: Bad input

  private func refusal(_ text: String) -> String? {
    failure { _ = try EditingSession(resuming: Data(text.utf8), in: bench.container) }
  }

  /// Returns why the state of `change` is refused once `part` of it has been replaced.
  private func refusal(_ part: String, _ other: String) throws -> String? {
    let session = EditingSession(in: bench.container)
    try change(session.context)
    let text = String(decoding: try session.encoded(), as: UTF8.self)
    #expect(text.contains(part), "\(text)")
    return refusal(text.replacingOccurrences(of: part, with: other))
  }

  @Test func whatIsNoStateIsRefused() throws {
    let none =
      "the state of an editing session is JSON that 'encoded()' has written, and this is none"
    #expect(refusal("") == none)
    #expect(refusal("[]") == none)
    #expect(refusal(#"{"version": "x"}"#) == none)
    #expect(
      refusal(#"{"version": 3}"#)
        == "the state was written in a form of version 3; this library reads version 2")
    #expect(
      refusal(#"{"version": 2}"#)
        == "the state of the editing session is damaged: 'store' is missing or not what it "
        + "should be")
    #expect(
      try refusal(#""inserts":["#, #""inserts":[7,"#)
        == "the state of the editing session is damaged: 'inserts.0' is missing or not what it "
        + "should be")
  }

  @Test func aStateAboutObjectsOfAnotherStoreIsRefused() throws {
    let refusal =
      "the state is about objects of another store, or of this one before it was restored from a "
      + "copy; discard it"
    let other = try bookshop()
    func resuming(
      _ change: (ManagedObjectContext) throws -> Void
    ) throws -> String? {
      let session = EditingSession(in: bench.container)
      try change(session.context)
      let state = try session.encoded()
      _ = try EditingSession(resuming: state, in: bench.container)
      return failure { _ = try EditingSession(resuming: state, in: other.container) }
    }
    #expect(try resuming { try $0.only(Book.where { $0.title == "A" }).pages = 1 } == refusal)
    #expect(try resuming { $0.delete(try $0.only(Book.where { $0.title == "Z" })) } == refusal)
    #expect(
      try resuming { try $0.only(Book.where { $0.title == "Z" }).author = $0.only(Author.all) }
        == refusal)
    #expect(try resuming { Book(title: "B", in: $0).author = try $0.only(Author.all) } == refusal)
    #expect(
      try resuming { Book(title: "B", in: $0).subjects = [try $0.only(Subject.all)] } == refusal)
    // What is about new objects alone can be done anywhere.
    #expect(
      try resuming {
        Book(title: "B", author: Author(email: "v", in: $0), in: $0).subjects = [
          Subject(name: "n", in: $0)
        ]
      } == nil)
    #expect(try other.context.count(Book.all) == 0)
  }

  @Test func aStateFromBeforeTheStoreWasRestoredIsRefused() throws {
    try TemporaryDirectory.with { (directory) throws in
      let shop = try TemporaryBookshop(.file)
      let context = shop.container.newContext()
      _ = Author(email: "a", in: context)
      try context.save()
      try shop.container.backUp(to: directory.path("copy"))
      let session = EditingSession(in: shop.container)
      try session.context.only(Author.all).email = "b"
      let state = try session.encoded()
      shop.container.close()
      try PersistentContainer.restore(from: directory.path("copy"), to: shop.path)
      let restored = try PersistentContainer(model: shop.container.model, at: .file(shop.path))
      #expect(
        failure { _ = try EditingSession(resuming: state, in: restored) }
          == "the state is about objects of another store, or of this one before it was restored "
          + "from a copy; discard it")
      #expect(try restored.newContext().only(Author.all).email == "a")
    }
  }

  @Test func whatAnotherModelHasWrittenIsRefused() throws {
    func other(_ what: String) -> String {
      "the state was written with another model: \(what); discard it"
    }
    #expect(
      try refusal(#""pages":"int64""#, #""pages":"string""#)
        == other("'Book.pages' has another type now"))
    #expect(
      try refusal(#""pages":"int64""#, #""paper":"int64""#)
        == other("'Book.pages' is new"))
    #expect(
      try refusal(#""pages":"int64""#, #""pages":"int64","size":"int64""#)
        == other("the model has no 'Book.size' any more"))
    let start = "the state of the editing session cannot be resumed: "
    #expect(
      try refusal(#""entity":"Subject""#, #""entity":"Topic""#)
        == start + "the model has no entity 'Topic'")
    #expect(
      try refusal(#""text":{"text":"p"}"#, #""words":{"text":"p"}"#)
        == start + "'Profile' has no attribute or to-one 'words'")
    #expect(
      try refusal(#""text":{"text":"p"}"#, #""text":{"integer":1}"#)
        == start + "'Profile.text' cannot hold the value that it has there")
    #expect(
      try refusal(#""property":"subjects""#, #""property":"title""#)
        == start + "'Book' has no to-many 'title'")
  }

  @Test func aDamagedStateChangesNothing() throws {
    let session = EditingSession(in: bench.container)
    try change(session.context)
    let state = try session.encoded()
    for count in stride(from: 0, to: state.count, by: 7) {
      #expect(throws: EditingStateError.self) {
        try EditingSession(resuming: state.prefix(count), in: context)
      }
    }
    #expect(!context.hasChanges)
    expectSound(context)
  }
}

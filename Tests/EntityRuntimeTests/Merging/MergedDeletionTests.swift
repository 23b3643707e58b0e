import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct MergedDeletionTests {
  // MARK: Deleted there

  @Test(arguments: StoreKind.allCases) func aRowThatOthersHaveDeletedIsStoredAgainWhereWeWin(
    kind: StoreKind
  ) throws {
    for policy in [MergePolicy.ours, .byProperty(preferring: .ours)] {
      let duel = try MergeDuel.bookshop(kind)
      let author = Author(email: "a", name: "A", in: duel.theirs)
      let profile = Profile(text: "p", author: author, in: duel.theirs)
      let book = Book(title: "B", author: author, in: duel.theirs)
      try duel.theirs.save()
      let (ours, own) = (try duel.own(author), try duel.own(profile))
      #expect(ours.books.count == 1)
      #expect(ours.profile === own)
      ours.name = "ours"
      duel.theirs.delete(author)
      try duel.theirs.save()
      #expect(book.isDeleted)
      let error = try duel.expectFailure(.error, ConflictError.self, Author.self)
      #expect(error?.conflicts.map(\.kind) == [.deleted])
      try duel.merge(policy)
      #expect(ours.objectID == author.objectID)
      #expect(
        try bookshop(duel.container.newContext()) == """
          Author-1 email=a name=ours
          Profile-1 text=p
          """)
      #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
      ours.name = "again"
      try duel.ours.save()
    }
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func aRowIsStoredAgainWithWhatHasBeenRelatedToItHere(
    kind: StoreKind, readsOtherEnd: Bool
  ) throws {
    for policy in [MergePolicy.ours, .byProperty(preferring: .ours)] {
      let duel = try MergeDuel.bookshop(kind)
      let author = Author(email: "a", name: "A", in: duel.theirs)
      let book = Book(title: "B", in: duel.theirs)
      let subjects = ["S", "T"].map { Subject(name: $0, in: duel.theirs) }
      book.subjects = [subjects[1]]
      let profile = Profile(text: "p", in: duel.theirs)
      let other = Book(title: "C", in: duel.theirs)
      try duel.theirs.save()
      let (ownBook, ownAuthor) = (try duel.own(book), try duel.own(author))
      if readsOtherEnd { #expect(try duel.own(subjects[1]).books == [ownBook]) }
      ownBook.title = "ours"
      ownBook.subjects.insert(try duel.own(subjects[0]))
      ownAuthor.name = "ours"
      ownAuthor.profile = try duel.own(profile)
      try duel.own(other).author = ownAuthor
      duel.theirs.delete(author)
      duel.theirs.delete(book)
      try duel.theirs.save()
      try duel.merge(policy)
      #expect(!ownBook.isDeleted)
      let stored = try bookshop(duel.container.newContext())
      // What the deletion by others has taken from it stays taken, as with links of both sides.
      #expect(
        stored == """
          Author-1 email=a name=ours books=[2] profile=1
          Book-1 title=ours genre=fiction pages=0 tags=[] subjects=[1]
          Book-2 title=C genre=fiction pages=0 tags=[] author=1
          Subject-1 name=S books=[1]
          Subject-2 name=T
          Profile-1 text=p author=1
          """)
      let known = try bookshop(duel.ours)
      #expect(known == stored)
    }
  }

  @Test(arguments: StoreKind.allCases) func anObjectThatOthersHaveDeletedGoesWhereTheyWin(
    kind: StoreKind
  ) throws {
    for policy in [MergePolicy.theirs, .byProperty(preferring: .theirs)] {
      let duel = try MergeDuel.bookshop(kind)
      let author = Author(email: "a", name: "A", in: duel.theirs)
      _ = Book(title: "B", author: author, in: duel.theirs)
      let profile = Profile(text: "p", author: author, in: duel.theirs)
      try duel.theirs.save()
      let (ours, own) = (try duel.own(author), try duel.own(profile))
      ours.name = "ours"
      let book = Book(title: "new", author: ours, in: duel.ours)
      own.text = "ours"
      duel.theirs.delete(author)
      try duel.theirs.save()
      try duel.merge(policy)
      // What we have added goes by the delete rule, and the profile is in no conflict about text.
      #expect(ours.managedObjectContext == nil)
      #expect(book.managedObjectContext == nil)
      #expect(own.author == nil)
      #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
      #expect(try duel.container.newContext().count(Author.all) == 0)
      #expect(try duel.container.newContext().count(Book.all) == 0)
    }
  }

  @Test(arguments: StoreKind.allCases) func whatBothHaveDeletedIsNoConflictForAPolicy(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.bookshop(kind)
    let book = Book(title: "B", in: duel.theirs)
    let other = Book(title: "C", in: duel.theirs)
    try duel.theirs.save()
    let (ours, second) = (try duel.own(book), try duel.own(other))
    second.pages = 1
    duel.ours.delete(ours)
    duel.theirs.delete(book)
    try duel.theirs.save()
    try duel.expectFailure(.error, ConflictError.self, Book.self)
    try duel.merge(
      .custom { _ in Issue.record("nothing is to be decided") })
    #expect(try duel.container.newContext().fetch(Book.all).map(\.pages) == [1])
  }

  // MARK: Deleted here

  @Test(arguments: StoreKind.allCases) func aDeletionOfWhatOthersHaveChangedStandsWhereWeWin(
    kind: StoreKind
  ) throws {
    for policy in [MergePolicy.ours, .byProperty(preferring: .ours)] {
      let duel = try MergeDuel.bookshop(kind)
      let author = Author(email: "a", in: duel.theirs)
      _ = Book(title: "B", author: author, in: duel.theirs)
      try duel.theirs.save()
      let ours = try duel.own(author)
      duel.ours.delete(ours)
      author.name = "theirs"
      try duel.theirs.save()
      let error = try duel.expectFailure(.error, ConflictError.self, Author.self, Book.self)
      #expect(error?.conflicts.map(\.kind) == [.changed])
      try duel.merge(policy)
      #expect(try bookshop(duel.container.newContext()) == "")
    }
  }

  @Test(arguments: StoreKind.allCases) func aDeletionOfWhatOthersHaveChangedIsTakenBackWhereTheyWin(
    kind: StoreKind
  ) throws {
    for policy in [MergePolicy.theirs, .byProperty(preferring: .theirs)] {
      let duel = try MergeDuel.bookshop(kind)
      let author = Author(email: "a", in: duel.theirs)
      let book = Book(title: "B", author: author, in: duel.theirs)
      let subject = Subject(name: "S", in: duel.theirs)
      subject.books = [book]
      _ = Profile(text: "p", author: author, in: duel.theirs)
      try duel.theirs.save()
      let before = try bookshop(duel.theirs)
      let ours = try duel.own(author)
      let topic = try duel.own(subject)
      #expect(topic.books.count == 1)
      duel.ours.delete(ours)
      #expect(duel.ours.deletedObjects.count == 2)
      expectSound(duel.ours)
      author.name = "theirs"
      try duel.theirs.save()
      try duel.merge(policy)
      #expect(!ours.isDeleted)
      #expect(ours.books.count == 1)
      #expect(topic.books.count == 1)
      #expect(ours.profile?.text == "p")
      #expect(
        try bookshop(duel.container.newContext())
          == before.replacing("name= ", with: "name=theirs "))
      #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
    }
  }

  @Test(arguments: StoreKind.allCases) func whatADeletionTakesWithItTakesTheDeletionBack(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.bookshop(kind)
    let author = Author(email: "a", in: duel.theirs)
    let book = Book(title: "B", author: author, in: duel.theirs)
    try duel.theirs.save()
    duel.ours.delete(try duel.own(author))
    book.title = "theirs"
    try duel.theirs.save()
    try duel.merge(.theirs)
    #expect(
      try bookshop(duel.container.newContext()) == """
        Author-1 email=a name= books=[1]
        Book-1 title=theirs genre=fiction pages=0 tags=[] author=1
        """)
    #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
  }
}

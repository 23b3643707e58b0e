import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Contexts that follow commits, and have changes that are taken back after others were in the way.
@Suite struct FormerConflictTests {
  /// A context that follows and has changed a book, and another one that has the same book.
  private struct Bench {
    let container: PersistentContainer
    let context: ManagedObjectContext
    let book: Book
    let others: ManagedObjectContext
    let same: Book

    init() throws {
      container = try StoreKind.sqlite.container(
        Author.self, Book.self, Subject.self, Profile.self)
      others = container.newContext()
      same = Book(title: "x", author: Author(email: "a", in: others), in: others)
      _ = Author(email: "b", in: others)
      try others.save()
      context = container.newContext()
      context.followsCommits = true
      context.undoRecorder = UndoRecorder()
      book = try context.only(Book.all)
      book.title = "y"
      context.undoRecorder?.endGroup()
    }
  }

  @Test(arguments: [true, false])
  func whatOthersHaveSavedIsTakenOverOnceTheChangeIsTakenBack(_ undoes: Bool) throws {
    let bench = try Bench()
    #expect(bench.book.author?.books.count == 1)
    bench.same.title = "z"
    bench.same.pages = 1
    bench.same.author = try bench.others.only(Author.where { $0.email == "b" })
    try bench.others.save()
    #expect(throws: ConflictError.self) { try bench.context.processCommits() }
    #expect(bench.book.title == "y")
    if undoes { bench.context.undo() } else { bench.book.title = "x" }
    #expect(!bench.context.hasChanges)
    try bench.context.processCommits()
    #expect(bench.book.title == "z")
    #expect(bench.book.pages == 1)
    #expect(bench.book.author?.email == "b")
    expectSound(bench.context)
    let authors = try bench.context.fetch(Author.sorted(by: \.email))
    #expect(authors.map(\.books.count) == [0, 1])
    bench.book.title = "own"
    try bench.context.save()
    #expect(try bench.container.newContext().only(Book.all).title == "own")
  }

  @Test func whatOthersHaveDeletedIsGoneOnceTheChangeIsTakenBack() throws {
    let bench = try Bench()
    bench.others.delete(bench.same)
    try bench.others.save()
    #expect(throws: ConflictError.self) { try bench.context.processCommits() }
    bench.book.title = "x"
    #expect(try bench.context.count(Book.all) == 0)
    #expect(bench.book.isDeleted)
    expectSound(bench.context)
    try bench.context.save()
  }

  @Test func aChangeThatStaysIsInTheWayUntilItIsTakenBack() throws {
    let bench = try Bench()
    bench.same.title = "z"
    try bench.others.save()
    #expect(throws: ConflictError.self) { try bench.context.processCommits() }
    bench.book.title = "again"
    try bench.context.processCommits()
    #expect(bench.book.title == "again")
    #expect(throws: ConflictError.self) { try bench.context.save() }
    bench.context.rollback()
    #expect(bench.book.title == "z")
  }

  @Test func anObjectThatIsStoredAgainIsAMemberOfItself() throws {
    let container = try StoreKind.sqlite.container([Loop.self])
    let others = container.newContext()
    let loop = Loop(name: "a", in: others)
    loop.owner = loop
    try others.save()
    for follows in [true, false] {
      let context = container.newContext()
      context.followsCommits = follows
      let same = try context.only(Loop.all)
      #expect(same.members == [same])
      same.name += "b"
      let held = try others.only(Loop.all)
      others.delete(held)
      try others.save()
      if follows { #expect(throws: ConflictError.self) { try context.processCommits() } }
      try context.save(merging: .ours)
      #expect(same.owner === same)
      #expect(same.members == [same])
      #expect(try same.$members.count == 1)
      expectSound(context)
      #expect(try container.newContext().only(Loop.all).members.count == 1)
      others.refreshAll()
    }
  }

  @Test(arguments: [true, false])
  func aDeletionThatOthersAreInTheWayOfIsTakenBackWhateverElseIsChanged(
    _ isChanged: Bool
  ) throws {
    for policy in [MergePolicy.theirs, .byProperty(preferring: .theirs)] {
      let container = try StoreKind.sqlite.container(
        Author.self, Book.self, Subject.self, Profile.self)
      let others = container.newContext()
      let author = Author(email: "a", in: others)
      let book = Book(title: "x", in: others)
      try others.save()
      let context = container.newContext()
      let held = try context.only(Author.all)
      let same = try context.only(Book.all)
      context.delete(held)
      if isChanged { same.title = "mine" }
      book.author = author
      try others.save()
      try context.save(merging: policy)
      expectSound(context)
      let stored = try container.newContext().only(Book.all)
      #expect(stored.author?.email == "a")
      if isChanged { #expect(same.author === held) }
    }
  }

  @Test(arguments: [false, true])
  func whatIsReadAfterOthersHaveMadeItReferToADeletedObjectIsMerged(_ isChanged: Bool) throws {
    let policies: [(MergePolicy, [String])] = [
      (.ours, ["b -"]), (.theirs, ["a -", "b a"]), (.byProperty(preferring: .ours), ["b -"]),
    ]
    for (policy, expected) in policies {
      let container = try StoreKind.sqlite.container([Loop.self])
      let others = container.newContext()
      let (owner, member) = (Loop(name: "a", in: others), Loop(name: "b", in: others))
      try others.save()
      let context = container.newContext()
      context.delete(try context.only(Loop.where { $0.name == "a" }))
      member.owner = owner
      try others.save()
      let same = try context.only(Loop.where { $0.name == "b" })
      #expect(same.owner?.isDeleted == true)
      if isChanged { same.members = [Loop(name: "c", in: context)] }
      #expect(throws: ConflictError.self) { try context.save() }
      try context.save(merging: policy)
      expectSound(context)
      let saved = try container.newContext().fetch(Loop.sorted(by: \.name))
      #expect(
        saved.filter { $0.name != "c" }.map { "\($0.name) \($0.owner?.name ?? "-")" } == expected)
      #expect((saved.last?.name == "c") == isChanged)
    }
  }

  @Test(arguments: [true, false])
  func aLinkThatOthersHaveChangedTooIsOneToChangeAgainOnceItIsRead(_ isLinked: Bool) throws {
    let container = try StoreKind.sqlite.container(
      Author.self, Book.self, Subject.self, Profile.self)
    let others = container.newContext()
    let subject = Subject(name: "a", in: others)
    let book = Book(title: "x", subjects: isLinked ? [subject] : [], in: others)
    try others.save()
    let context = container.newContext()
    let (same, own) = (try context.only(Book.all), try context.only(Subject.all))
    same.subjects = isLinked ? [] : [own]
    book.subjects = isLinked ? [] : [subject]
    try others.save()
    context.refreshAll()
    #expect(same.subjects.isEmpty == isLinked)
    if isLinked { same.subjects.insert(own) } else { own.books = [] }
    #expect(context.hasChanges)
    #expect(own.books.isEmpty != isLinked && same.subjects.isEmpty != isLinked)
    expectSound(context)
    try context.save()
    #expect(try container.newContext().only(Book.all).subjects.isEmpty != isLinked)
  }

  @Test func linksThatOthersHaveRemovedBeforeTheContextFollowsAreNoChanges() throws {
    let container = try StoreKind.sqlite.container(
      Author.self, Book.self, Subject.self, Profile.self)
    let others = container.newContext()
    let subjects = ["a", "b"].map { Subject(name: $0, in: others) }
    let book = Book(title: "x", subjects: [subjects[0]], in: others)
    try others.save()
    let context = container.newContext()
    let same = try context.only(Book.all)
    let own = try context.fetch(Subject.sorted(by: \.name))
    same.subjects = [own[1]]
    book.subjects = [subjects[1]]
    try others.save()
    context.followsCommits = true
    try context.processCommits()
    #expect(!context.hasChanges)
    same.subjects = [own[0]]
    #expect(own.map(\.books.count) == [1, 0])
    expectSound(context)
    try context.save()
    #expect(try container.newContext().only(Book.all).subjects.map(\.name) == ["a"])
  }
}

@Entity final class Loop: ManagedObject {
  var name: String
  @Relationship(inverse: "members", deleteRule: .nullify) var owner: Loop?
  @Relationship(inverse: "owner", deleteRule: .nullify) var members: Set<Loop>
}

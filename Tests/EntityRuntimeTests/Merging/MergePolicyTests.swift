import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct MergePolicyTests {
  private struct Refusal: Error {}

  /// A book of which both sides have changed the pages, we the title and they the genre.
  private func contest(_ kind: StoreKind) throws -> (duel: MergeDuel, book: Book) {
    let duel = try MergeDuel.bookshop(kind)
    let theirs = Book(title: "A", pages: 1, in: duel.theirs)
    try duel.theirs.save()
    let ours = try duel.own(theirs)
    (ours.title, ours.pages) = ("ours", 2)
    (theirs.genre, theirs.pages) = (.science, 3)
    try duel.theirs.save()
    return (duel, ours)
  }

  /// Expects that the book is as `expected` says, here and in the store.
  private func expect(
    _ duel: MergeDuel, _ book: Book, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect("\(book.title) \(book.genre) \(book.pages)" == expected, sourceLocation: sourceLocation)
    let other = duel.container.newContext()
    let stored = try #require(try other.object(Book.self, with: book.objectID))
    #expect(
      "\(stored.title) \(stored.genre) \(stored.pages)" == expected,
      sourceLocation: sourceLocation)
    // Saving again is no conflict.
    book.pages += 1
    try duel.ours.save()
  }

  @Test(arguments: StoreKind.allCases) func aConflictIsAnErrorUnlessAPolicySaysMore(
    kind: StoreKind
  ) throws {
    let (duel, book) = try contest(kind)
    let error = try duel.expectFailure(.error, ConflictError.self, Book.self)
    let conflict = try #require(error?.conflicts.first)
    #expect(error?.conflicts.count == 1)
    #expect(conflict.kind == .changed)
    #expect(conflict.objectID == book.objectID)
    #expect(conflict.entity == "Book")
    #expect(conflict.property == nil)
    #expect(conflict.relatedID == nil)
    #expect(conflict.contestedProperties == ["pages"])
    #expect(throws: ConflictError.self) { try duel.ours.save() }
  }

  @Test(arguments: StoreKind.allCases) func oursMakesTheRowWhatTheObjectIs(kind: StoreKind) throws {
    let (duel, book) = try contest(kind)
    try duel.merge(.ours)
    try expect(duel, book, "ours fiction 2")
  }

  @Test(arguments: StoreKind.allCases) func theirsDropsWhatHasBeenChangedHere(
    kind: StoreKind
  ) throws {
    let (duel, book) = try contest(kind)
    try duel.merge(.theirs)
    try expect(duel, book, "A science 3")
  }

  @Test(arguments: StoreKind.allCases) func whatOneSideHasChangedIsTakenFromThatSide(
    kind: StoreKind
  ) throws {
    let (duel, book) = try contest(kind)
    try duel.merge(.byProperty(preferring: .ours))
    try expect(duel, book, "ours science 2")
    let (other, second) = try contest(kind)
    try other.merge(.byProperty(preferring: .theirs))
    try expect(other, second, "ours science 3")
  }

  @Test(arguments: StoreKind.allCases) func aClosureDecidesPropertyByProperty(
    kind: StoreKind
  ) throws {
    let (duel, book) = try contest(kind)
    duel.ours.mergePolicy = MergePolicy { conflict in
      guard let pages = conflict.values(of: \Book.pages) else { return }
      #expect(conflict.values(of: \Author.name) == nil)
      #expect(conflict.contestedProperties == ["pages"])
      conflict.set(\Book.pages, to: pages.theirs + pages.ours - pages.base)
      conflict.take(.theirs, of: \Book.title)
      conflict.take(.ours, of: "genre")
    }
    try duel.ours.save()
    expectSound(duel.ours)
    try expect(duel, book, "A fiction 4")
  }

  @Test(arguments: StoreKind.allCases) func whatAClosureLeavesOpenIsAnError(
    kind: StoreKind
  ) throws {
    let (duel, book) = try contest(kind)
    let error = try duel.expectFailure(.custom { _ in }, ConflictError.self, Book.self)
    #expect(error?.conflicts.map(\.objectID) == [book.objectID])
    try duel.merge(.custom { $0.takeContested(.theirs) })
    try expect(duel, book, "ours science 3")
  }

  @Test(arguments: StoreKind.allCases) func aClosureThatThrowsChangesNothing(
    kind: StoreKind
  ) throws {
    let (duel, _) = try contest(kind)
    _ = Book(title: "new", author: Author(email: "x", in: duel.ours), in: duel.ours)
    try duel.expectFailure(
      MergePolicy { _ in throw Refusal() }, Refusal.self, Author.self, Book.self)
    try duel.merge(.theirs)
    #expect(try duel.container.newContext().count(Book.all) == 2)
  }

  @Test(arguments: StoreKind.allCases) func aDecisionOfWhatThereIsNotIsAnError(
    kind: StoreKind
  ) throws {
    let (duel, book) = try contest(kind)
    let unknown = try duel.expectFailure(
      .custom { $0.take(.ours, of: "price") }, PropertyError.self, Book.self)
    #expect(
      unknown?.message == """
        'Book' has no attribute or to-one 'price', which a merge policy has decided about
        """)
    let unfit = try duel.expectFailure(
      .custom { $0.set("pages", to: .text("secret")) }, PropertyError.self, Book.self)
    #expect(
      unfit?.message == """
        'Book.pages' cannot hold the value that a merge policy gives it; give it one that is \
        stored as its type is
        """)
    try duel.expectFailure(
      .custom { $0.set("title", to: .null) }, PropertyError.self, Book.self)
    try duel.merge(
      .custom {
        $0.set("pages", to: .integer(9))
        $0.set("tags", to: .text(#"["a","b"]"#))
      })
    #expect(book.tags == ["a", "b"])
    try expect(duel, book, "ours science 9")
  }

  @Test(arguments: StoreKind.allCases) func aMergeIsValidatedAgain(kind: StoreKind) throws {
    let duel = try MergeDuel.warehouse(kind)
    let club = Club(name: "C", in: duel.theirs)
    let members = (0..<3).map { Customer(name: "\($0)", in: duel.theirs) }
    members[0].club = club
    members[1].club = club
    try duel.theirs.save()
    // We take one member out and they the other: each may, both may not.
    let (first, second) = (try duel.own(members[0]), try duel.own(members[1]))
    let own = try duel.own(club)
    #expect(own.members.count == 2)
    first.club = nil
    second.name = "ours"
    members[1].club = nil
    try duel.theirs.save()
    let error = try duel.expectFailure(
      .byProperty(preferring: .ours), ValidationError.self, Customer.self, Club.self)
    #expect(error?.problems.map(\.id) == ["validation.count"])
  }

  @Test(arguments: StoreKind.allCases) func aUniqueValueThatOthersHaveFreedIsFree(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.bookshop(kind)
    let (first, second) = (
      Author(email: "x", in: duel.theirs), Author(email: "y", in: duel.theirs)
    )
    try duel.theirs.save()
    let (ours, other) = (try duel.own(first), try duel.own(second))
    ours.email = "y"
    other.email = "x"
    (first.email, second.email) = ("y", "z")
    try duel.theirs.save()
    // Theirs: the first has y, the second z.
    let error = try duel.expectFailure(.error, ConflictError.self, Author.self)
    #expect(error?.conflicts.count == 2)
    try duel.merge(.ours)
    #expect(
      try bookshop(duel.container.newContext()) == """
        Author-1 email=y name=
        Author-2 email=x name=
        """)
  }

  @Test func aSaveWithoutConflictsRunsTheSameStatements() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    book.pages = 1
    let plain = try bench.sql { try bench.context.save() }
    book.pages = 2
    #expect(try bench.sql { try bench.context.save(merging: .ours) } == plain)
  }

  @Test(arguments: StoreKind.allCases) func toOnesAreMergedAtBothEnds(kind: StoreKind) throws {
    for policy in [0, 1, 2, 3] {
      let duel = try MergeDuel.bookshop(kind)
      let authors = ["a", "b", "c"].map { Author(email: $0, in: duel.theirs) }
      let book = Book(title: "A", author: authors[0], in: duel.theirs)
      try duel.theirs.save()
      let own = try authors.map { try duel.own($0) }
      let ours = try duel.own(book)
      #expect(own.map(\.books.count) == [1, 0, 0])
      ours.author = own[1]
      book.author = authors[2]
      try duel.theirs.save()
      let policies: [MergePolicy] = [
        .ours, .theirs, .byProperty(preferring: .ours), .custom { $0.set("author", to: .null) },
      ]
      try duel.merge(policies[policy])
      #expect(
        own.map(\.books.count) == [[0, 1, 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]][policy])
      #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
    }
  }

  @Test(arguments: StoreKind.allCases) func whatOthersAloneHaveMovedOursMovesBack(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.bookshop(kind)
    let authors = ["a", "b"].map { Author(email: $0, in: duel.theirs) }
    let book = Book(title: "A", author: authors[0], in: duel.theirs)
    try duel.theirs.save()
    let own = try authors.map { try duel.own($0) }
    let ours = try duel.own(book)
    #expect(own.map(\.books.count) == [1, 0])
    ours.title = "ours"
    book.author = authors[1]
    try duel.theirs.save()
    try duel.merge(.ours)
    #expect(own.map(\.books.count) == [1, 0])
    #expect(try bookshop(duel.ours) == bookshop(duel.container.newContext()))
  }

  @Test(arguments: StoreKind.allCases) func propertiesOfSubentitiesAreMerged(
    kind: StoreKind
  ) throws {
    let duel = try MergeDuel.workshop(kind)
    let gadget = duel.theirs.insert(Gadget.self)
    gadget.code = 1
    try duel.theirs.save()
    let ours = try #require(try duel.own(gadget as Thing) as? Gadget)
    (ours.power, ours.name, ours.mood) = (1, "ours", .gloomy)
    (gadget.power, gadget.score) = (2, 2)
    try duel.theirs.save()
    try duel.merge(
      .custom {
        #expect($0.entity == "Gadget")
        #expect($0.values(of: \Thing.name)?.ours == "ours")
        $0.take(.theirs, of: \Thing.mood)
        $0.take(.theirs, of: \Gadget.power)
      })
    #expect("\(ours.name) \(ours.mood) \(ours.power) \(ours.score ?? 0)" == "ours calm 2 2.0")
    #expect(
      try duel.container.newContext().fetch(Gadget.all).map(\.power) == [2])
  }

  @Test func aPolicyIsPrintedAsItIsWritten() {
    let policies: [MergePolicy] = [
      .error, .ours, .theirs, .byProperty(preferring: .theirs), .custom { _ in },
    ]
    #expect(
      policies.map { "\($0)" } == [
        ".error", ".ours", ".theirs", ".byProperty(preferring: .theirs)", ".custom",
      ])
  }
}

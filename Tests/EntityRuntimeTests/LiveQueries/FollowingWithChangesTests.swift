import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Contexts that follow what others commit, and have unsaved changes.
@Suite struct FollowingWithChangesTests {
  // MARK: One-to-ones

  @Test(arguments: [true, false], [true, false])
  func aOneToOneThatBothHaveAssignedIsAConflict(_ isOwn: Bool, _ processes: Bool) throws {
    let bench = try bookshop()
    let authors = ["a", "b"].map { Author(email: $0, in: bench.context) }
    let profile = Profile(text: "p", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    context.followsCommits = true
    let held = try context.fetch(Author.sorted(by: \.email))
    let ours = try context.only(Profile.all)
    if isOwn { ours.author = held[1] } else { held[1].profile = ours }
    profile.author = authors[0]
    try bench.context.save()
    if processes { #expect(throws: ConflictError.self) { try context.processCommits() } }
    expectSound(context)
    for _ in 0..<2 {
      #expect(throws: ConflictError.self) { try context.save() }
      expectSound(context)
    }
    #expect(try bench.container.newContext().only(Profile.all).author?.email == "a")
    context.rollback()
    #expect(ours.author === held[0] && held[0].profile === ours && held[1].profile == nil)
    expectSound(context)
  }

  @Test(arguments: [true, false])
  func whatGoesWithAnObjectThatIsChangedHereIsMergedAsEver(_ follows: Bool) throws {
    let policies: [(MergePolicy, [String])] = [
      (.ours, ["mine"]), (.theirs, []), (.byProperty(preferring: .ours), ["mine"]),
    ]
    for (policy, left) in policies {
      let bench = try warehouse()
      let customer = Customer(name: "c", in: bench.context)
      customer.card = Card(code: "1", in: bench.context)
      try bench.context.save()
      let context = bench.container.newContext()
      context.followsCommits = follows
      let ours = try context.only(Customer.all)
      ours.name = "mine"
      #expect(ours.card?.code == "1")
      bench.context.delete(customer)
      try bench.context.save()
      try context.save(merging: policy)
      expectSound(context)
      let names = try bench.container.newContext().fetch(Customer.all).map(\.name)
      #expect(names == left)
      #expect(try bench.container.newContext().count(Card.all) == 0)
    }
  }

  @Test func anotherPartnerOfAnObjectThatGoesIsNoError() throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    customer.card = Card(code: "1", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    context.followsCommits = true
    let ours = try context.only(Customer.all)
    ours.name = "mine"
    #expect(ours.card?.code == "1")
    let card = Card(code: "2", in: bench.context)
    customer.card = card
    bench.context.delete(customer)
    try bench.context.save()
    #expect(throws: ConflictError.self) { try context.save() }
    try context.save(merging: .ours)
    expectSound(context)
    #expect(try bench.container.newContext().fetch(Customer.all).map(\.name) == ["mine"])
  }

  // MARK: Links

  @Test(arguments: [true, false])
  func aLinkThatIsTakenAwayFromWhatOthersDeleteIsNoConflict(_ follows: Bool) throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    let subject = Subject(name: "s", in: bench.context)
    book.subjects = [subject, Subject(name: "t", in: bench.context)]
    try bench.context.save()
    let context = bench.container.newContext()
    context.followsCommits = follows
    let ours = try context.only(Book.all)
    ours.subjects = ours.subjects.filter { $0.name == "t" }
    bench.context.delete(subject)
    try bench.context.save()
    try context.processCommits()
    try context.save()
    expectSound(context)
    #expect(!context.hasChanges)
    #expect(ours.subjects.map(\.name) == ["t"])
    #expect(try bookshop(context) == bookshop(bench.container.newContext()))
  }

  @Test(arguments: [true, false])
  func aLinkToWhatOthersDeleteIsAConflict(_ follows: Bool) throws {
    let bench = try bookshop()
    let subject = Subject(name: "s", in: bench.context)
    _ = Book(title: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    context.followsCommits = follows
    let ours = try context.only(Book.all)
    ours.subjects = [try context.only(Subject.all)]
    bench.context.delete(subject)
    try bench.context.save()
    #expect(throws: ConflictError.self) { try context.save() }
    context.rollback()
    #expect(ours.subjects == [])
    expectSound(context)
  }

  // MARK: Deletions

  @Test(arguments: [true, false])
  func aMemberThatOthersGiveADeletedObjectIsAConflict(_ follows: Bool) throws {
    let bench = try bookshop()
    let author = Author(email: "a", in: bench.context)
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    context.followsCommits = follows
    let held = try context.only(Book.all)
    context.delete(try context.only(Author.all))
    book.author = author
    try bench.context.save()
    if follows {
      let error = #expect(throws: ConflictError.self) { try context.processCommits() }
      #expect(error?.conflicts.map { "\($0.objectID) \($0.kind)" } == ["Author-1 newMember"])
    }
    let error = #expect(throws: ConflictError.self) { try context.save() }
    #expect(error?.conflicts.map { "\($0.objectID) \($0.kind)" } == ["Author-1 newMember"])
    try context.save(merging: .theirs)
    expectSound(context)
    context.refreshAll()
    #expect(held.author?.email == "a")
    #expect(try bookshop(context) == bookshop(bench.container.newContext()))
    #expect(try context.count(Author.all) == 1 && context.count(Book.all) == 1)
  }

  @Test(arguments: [true, false])
  func aConflictAboutADeletedObjectIsTakenBack(_ follows: Bool) throws {
    let bench = try bookshop()
    let author = Author(email: "a", in: bench.context)
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    context.followsCommits = follows
    let held = try context.only(Book.all)
    let ours = try context.only(Author.all)
    context.delete(ours)
    book.author = author
    try bench.context.save()
    #expect(throws: ConflictError.self) { try context.save() }
    context.rollback()
    context.refreshAll()
    expectSound(context)
    #expect(held.author === ours && ours.books == [held])
  }

  @Test(arguments: [true, false])
  func aPartnerThatOthersGiveADeletedObjectIsKeptWithItByTheirs(_ follows: Bool) throws {
    let bench = try warehouse()
    let customer = Customer(name: "c", in: bench.context)
    let card = Card(code: "1", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    context.followsCommits = follows
    let held = try context.only(Card.all)
    context.delete(try context.only(Customer.all))
    card.customer = customer
    try bench.context.save()
    #expect(throws: ConflictError.self) { try context.save() }
    try context.save(merging: .theirs)
    expectSound(context)
    context.refreshAll()
    #expect(held.customer?.name == "c")
    #expect(try warehouse(context) == warehouse(bench.container.newContext()))
  }

  // MARK: Several commits

  @Test func aConflictStaysWhateverOthersCommitNext() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    context.followsCommits = true
    let ours = try context.only(Book.all)
    ours.title = "mine"
    book.title = "theirs"
    try bench.context.save()
    #expect(throws: ConflictError.self) { try context.processCommits() }
    book.pages = 7
    try bench.context.save()
    _ = try context.fetch(Book.all)
    #expect(throws: ConflictError.self) { try context.save() }
    #expect(try bench.container.newContext().only(Book.all).title == "theirs")
    context.rollback()
    #expect(ours.title == "theirs" && ours.pages == 7)
  }

  /// A save throws where both have changed a property or one has deleted what the other has
  /// changed; otherwise the store has what both have done.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func nothingThatOthersHaveSavedIsOverwritten(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let bench = try bookshop()
    for index in 0..<3 {
      let author = Author(email: "\(index)", in: bench.context)
      Profile(text: "\(index)", in: bench.context).author = random.oneIn(2) ? author : nil
      _ = Book(title: "\(index)", author: random.oneIn(3) ? nil : author, in: bench.context)
      _ = Book(title: "x\(index)", in: bench.context)
    }
    try bench.context.save()
    let context = bench.container.newContext()
    context.followsCommits = true
    var conflicts = 0
    for round in 0..<12 {
      let comment: Comment = "seed \(seed), round \(round)"
      let base = try snapshot(bench.container.newContext())
      if random.oneIn(2) { _ = try bookshop(context) }
      for _ in 0..<random.below(4) { try change(context, &random) }
      let ours = try difference(snapshot(context), base)
      let other = bench.container.newContext()
      for _ in 0..<random.below(4) { try change(other, &random) }
      try other.save()
      let theirs = try difference(snapshot(bench.container.newContext()), base)
      if random.oneIn(3) { _ = try? context.processCommits() }
      if random.oneIn(3) { _ = try context.fetch(Book.all) }
      let isConflict = ours.contains { id, values in
        guard let others = theirs[id] else { return false }
        return values[gone] != nil || others[gone] != nil
          || values.keys.contains { others[$0] != nil }
      }
      do {
        try context.save()
        #expect(!isConflict, comment)
        var expected = base
        for changes in [ours, theirs] {
          for (id, values) in changes {
            expected[id, default: [:]].merge(values) { $1 }
            if values[gone] != nil { expected[id] = nil }
          }
        }
        #expect(try snapshot(bench.container.newContext()) == expected, comment)
      } catch is ConflictError {
        conflicts += 1
        #expect(isConflict, comment)
        expectSound(context)
        context.rollback()
      }
      try context.processCommits()
      expectSound(context)
      let (held, stored) = try (bookshop(context), bookshop(bench.container.newContext()))
      #expect(held == stored, comment)
    }
  }

  private typealias Values = [String: StoredValue]

  /// The name under which a difference has that an object is gone.
  private let gone = "gone"

  /// Returns the values and references of all objects.
  private func snapshot(_ context: ManagedObjectContext) throws -> [ObjectID: Values] {
    var all: [ObjectID: Values] = [:]
    for book in try context.fetch(Book.all) {
      all[book.objectID] = try values(book, ["title", "pages", "author"])
    }
    for author in try context.fetch(Author.all) {
      all[author.objectID] = try values(author, ["email", "profile"])
    }
    for profile in try context.fetch(Profile.all) {
      all[profile.objectID] = try values(profile, ["text", "author"])
    }
    return all
  }

  private func values(_ object: ManagedObject, _ names: [String]) throws -> Values {
    var values: Values = [:]
    for name in names { values[name] = try object.storedValue(forKey: name) }
    return values
  }

  private func difference(
    _ all: [ObjectID: Values], _ base: [ObjectID: Values]
  ) -> [ObjectID: Values] {
    var result: [ObjectID: Values] = [:]
    for (id, values) in base {
      guard let now = all[id] else {
        result[id] = [gone: .null]
        continue
      }
      let changed = now.filter { values[$0.key] != $0.value }
      if !changed.isEmpty { result[id] = changed }
    }
    return result
  }

  private func change(_ context: ManagedObjectContext, _ random: inout SeededRandom) throws {
    let books = try context.fetch(Book.sorted(by: \.title))
    let authors = try context.fetch(Author.sorted(by: \.email))
    let profiles = try context.fetch(Profile.sorted(by: \.text))
    guard let book = books.randomElement(using: &random),
      let author = authors.randomElement(using: &random),
      let profile = profiles.randomElement(using: &random)
    else { return }
    switch random.below(10) {
    case 0, 1: book.title = "\(random.below(1_000_000))"
    case 2, 3: book.pages = 1 + random.below(1_000_000)
    case 4: book.author = author
    case 5: book.author = nil
    case 6: profile.author = author
    case 7: author.profile = profile
    case 8: author.profile = nil
    default: if random.oneIn(3) { context.delete(book) }
    }
  }
}

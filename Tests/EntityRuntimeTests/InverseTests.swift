import EntityGraph
import Testing

@testable import EntityRuntime

/// Each rule is proved for new objects, for saved and loaded ones, and for rows not read yet.
@Suite struct InverseTests {
  /// How much of a graph is in memory when it is changed.
  enum State: CaseIterable, Sendable { case new, loaded, unread }

  // MARK: To-one and to-many

  @Test(arguments: State.allCases)
  func assigningAToOneMovesTheObjectBetweenSets(_ state: State) throws {
    let shop = try Shop(state)
    let (book, other) = (try shop.book("A"), try shop.book("B"))
    let (first, second) = (try shop.author("x"), try shop.author("y"))
    book.author = second
    #expect(first.books == [])
    #expect(second.books == [book, other])
    #expect(book.author === second)
    book.author = nil
    #expect(first.books == [])
    #expect(second.books == [other])
    #expect(book.author == nil)
    book.author = first
    #expect(first.books == [book])
    #expect(second.books == [other])
    try shop.save()
  }

  @Test(arguments: State.allCases)
  func changingASetSetsTheToOnes(_ state: State) throws {
    let shop = try Shop(state)
    let (first, second) = (try shop.author("x"), try shop.author("y"))
    let (a, b) = (try shop.book("A"), try shop.book("B"))
    second.books.insert(a)
    #expect(a.author === second)
    #expect(first.books == [])
    #expect(second.books == [a, b])
    second.books.remove(b)
    #expect(b.author == nil)
    #expect(second.books == [a])
    first.books = [a, b]
    #expect(a.author === first)
    #expect(b.author === first)
    #expect(second.books == [])
    first.books.removeAll()
    #expect(a.author == nil)
    #expect(b.author == nil)
    second.books.formUnion([a])
    #expect(a.author === second)
    try shop.save()
  }

  @Test(arguments: State.allCases)
  func aToOneAssignedBeforeTheSetIsReadCounts(_ state: State) throws {
    let shop = try Shop(state)
    let (a, b) = (try shop.book("A"), try shop.book("B"))
    let (first, second) = (try shop.author("x"), try shop.author("y"))
    a.author = second
    b.author = first
    expectSound(shop.context)
    #expect(first.books == [b])
    #expect(second.books == [a])
    try shop.save()
  }

  // MARK: One-to-one

  @Test(arguments: State.allCases)
  func aOneToOneTakesTheObjectFromItsFormerPartner(_ state: State) throws {
    let shop = try Shop(state)
    let (first, second) = (try shop.author("x"), try shop.author("y"))
    let profile = try #require(first.profile)
    let other = try #require(second.profile)
    second.profile = profile
    #expect(first.profile == nil)
    #expect(profile.author === second)
    #expect(other.author == nil)
    other.author = second
    #expect(second.profile === other)
    #expect(profile.author == nil)
    other.author = nil
    #expect(second.profile == nil)
    try shop.save()
  }

  // MARK: Many-to-many

  @Test(arguments: State.allCases)
  func aManyToManyIsChangedFromEitherSide(_ state: State) throws {
    let shop = try Shop(state)
    let (a, b) = (try shop.book("A"), try shop.book("B"))
    let (s, t) = (try shop.subject("S"), try shop.subject("T"))
    #expect(a.subjects == [s, t])
    #expect(s.books == [a])
    b.subjects.insert(s)
    #expect(s.books == [a, b])
    t.books.remove(a)
    #expect(a.subjects == [s])
    s.books = [b]
    #expect(a.subjects == [])
    #expect(b.subjects == [s])
    b.subjects = [s, t]
    #expect(t.books == [b])
    try shop.save()
  }

  @Test(arguments: State.allCases)
  func aMemberTakenOutAndPutBackIsNoChange(_ state: State) throws {
    let shop = try Shop(state)
    let (a, s) = (try shop.book("A"), try shop.subject("S"))
    a.subjects.remove(s)
    s.books.insert(a)
    #expect(a.subjects.contains(s))
    if state != .new { #expect(!shop.context.hasChanges) }
    try shop.save()
  }

  // MARK: Self relations

  @Test func aTreeHasParentsAndChildren() throws {
    let bench = try Bench(Person.self)
    let (a, b, c) = people(in: bench.context)
    a.children = [b, c]
    #expect(b.parent === a)
    #expect(c.parent === a)
    c.parent = b
    #expect(a.children == [b])
    #expect(b.children == [c])
    try save(bench.context, Person.self)
    b.parent = nil
    a.parent = c
    #expect(a.children == [])
    #expect(c.children == [a])
    try save(bench.context, Person.self)
  }

  @Test func anObjectCanBeItsOwnParentAndFriend() throws {
    let bench = try Bench(Person.self)
    let (a, b, _) = people(in: bench.context)
    a.parent = a
    a.friends = [a, b]
    a.dependencies = [a]
    a.spouse = a
    a.mentor = a
    #expect(a.children == [a])
    #expect(b.friends == [a])
    #expect(a.dependents == [a])
    #expect(a.pupil === a)
    try save(bench.context, Person.self)
    a.spouse = b
    a.mentor = b
    a.friends.remove(a)
    a.children.remove(a)
    #expect(b.spouse === a)
    #expect(b.pupil === a)
    #expect(a.pupil == nil)
    #expect(a.parent == nil)
    try save(bench.context, Person.self)
    b.spouse = b
    #expect(a.spouse == nil)
    a.spouse = b
    #expect(b.spouse === a)
    #expect(a.spouse === b)
    try save(bench.context, Person.self)
  }

  @Test func aRelationshipThatIsItsOwnInverseIsMutual() throws {
    let bench = try Bench(Person.self)
    let (a, b, c) = people(in: bench.context)
    a.friends = [b, c]
    a.spouse = b
    #expect(b.friends == [a])
    #expect(c.friends == [a])
    #expect(b.spouse === a)
    try save(bench.context, Person.self)
    c.friends.remove(a)
    b.friends.insert(c)
    c.spouse = b
    #expect(a.friends == [b])
    #expect(c.friends == [b])
    #expect(a.spouse == nil)
    #expect(b.spouse === c)
    try save(bench.context, Person.self)
  }

  @Test func dependenciesAndDependentsAreTwoEndsOfOneRelationship() throws {
    let bench = try Bench(Person.self)
    let (a, b, c) = people(in: bench.context)
    a.dependencies = [b, c]
    b.dependencies = [c]
    #expect(c.dependents == [a, b])
    #expect(b.dependents == [a])
    try save(bench.context, Person.self)
    c.dependents = [b]
    #expect(a.dependencies == [b])
    try save(bench.context, Person.self)
  }

  // MARK: Initialisers

  @Test func anInitialiserSetsBothSides() throws {
    let bench = try bookshop()
    let subject = Subject(name: "S", in: bench.context)
    let books: Set = [
      Book(title: "A", subjects: [subject], in: bench.context),
      Book(title: "B", in: bench.context),
    ]
    let profile = Profile(in: bench.context)
    let author = Author(email: "x", books: books, profile: profile, in: bench.context)
    #expect(books.allSatisfy { $0.author === author })
    #expect(profile.author === author)
    #expect(subject.books.map(\.title) == ["A"])
    try save(bench.context, Author.self, Book.self, Subject.self, Profile.self)
  }

  private func people(in context: ManagedObjectContext) -> (Person, Person, Person) {
    (Person(name: "a", in: context), Person(name: "b", in: context), Person(name: "c", in: context))
  }
}

/// Two authors with a profile and a book each; the first book has two subjects.
private struct Shop {
  let bench: Bench
  let context: ManagedObjectContext

  init(_ state: InverseTests.State) throws {
    bench = try bookshop()
    for (email, title) in [("x", "A"), ("y", "B")] {
      let author = Author(email: email, in: bench.context)
      author.profile = Profile(in: bench.context)
      _ = Book(title: title, author: author, in: bench.context)
    }
    let subjects = [Subject(name: "S", in: bench.context), Subject(name: "T", in: bench.context)]
    try bench.context.first(Book.where { $0.title == "A" })?.subjects = Set(subjects)
    if state != .new { try bench.context.save() }
    context = state == .new ? bench.context : bench.container.newContext()
    guard state == .loaded else { return }
    for author in try context.fetch(Author.all) {
      for book in author.books { for subject in book.subjects { _ = subject.books } }
      _ = author.profile?.author
    }
  }

  func author(_ email: String) throws -> Author {
    try #require(try context.first(Author.where { $0.email == email }))
  }

  func book(_ title: String) throws -> Book {
    try #require(try context.first(Book.where { $0.title == title }))
  }

  func subject(_ name: String) throws -> Subject {
    try #require(try context.first(Subject.where { $0.name == name }))
  }

  func save() throws {
    try EntityRuntimeTests.save(context, Author.self, Book.self, Subject.self, Profile.self)
  }
}

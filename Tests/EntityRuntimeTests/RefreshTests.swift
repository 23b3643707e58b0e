import EntityGraph
import Testing

@testable import EntityRuntime

@Suite struct RefreshTests {
  @Test func refreshReadsTheRowAgain() throws {
    let shop = try Shop()
    shop.theirs.name = "theirs"
    shop.theirs.email = "z"
    try shop.bench.context.save()
    #expect(shop.ours.name == "X")
    try shop.context.refresh(shop.ours)
    #expect(shop.ours.name == "theirs")
    #expect(shop.ours.email == "z")
    #expect(!shop.context.hasChanges)
  }

  @Test func refreshOfANewOrForgottenObjectDoesNothing() throws {
    let shop = try Shop()
    let author = Author(email: "n", name: "N", in: shop.context)
    try shop.context.refresh(author)
    try shop.context.refresh(author, mergingChanges: false)
    #expect(author.name == "N")
    #expect(author.isInserted)
    shop.context.rollback()
    try shop.context.refresh(author)
    #expect(author.name == "N")
  }

  @Test func aFaultIsFilled() throws {
    let shop = try Shop()
    shop.context.refreshAll()
    #expect(shop.ours.isFault)
    try shop.context.refresh(shop.ours)
    #expect(!shop.ours.isFault)
    #expect(shop.ours.name == "X")
    expectSound(shop.context)
  }

  @Test func whatOthersHaveTakenAwayCanBeGivenBackAfterARefresh() throws {
    let room = try Shop()
    let book = try room.book("A", in: room.context)
    #expect(room.ours.books.count == 2)
    try room.theirBook("A").author = try room.bench.context.only(Author.where { $0.email == "y" })
    try room.bench.context.save()
    try room.context.refresh(room.ours)
    #expect(room.ours.books.map(\.title) == ["B"])
    #expect(book.author?.email == "y")
    expectSound(room.context)
    room.ours.books.insert(book)
    #expect(room.ours.books.count == 2 && room.context.hasChanges)
    try save(room.context, Author.self, Book.self)
    #expect(try room.bench.container.newContext().count(Book.where { $0.author.email == "x" }) == 2)
  }

  @Test func whatOthersHaveTakenAwayCanBeGivenBackToAFault() throws {
    let room = try Shop()
    let book = try room.book("A", in: room.context)
    #expect(room.ours.books.count == 2)
    try room.theirBook("A").author = try room.bench.context.only(Author.where { $0.email == "y" })
    try room.bench.context.save()
    room.context.turnIntoFault(room.ours)
    room.ours.books.insert(book)
    #expect(room.ours.books.count == 2 && room.context.hasChanges)
    expectSound(room.context)
    try save(room.context, Author.self, Book.self)
    #expect(try room.bench.container.newContext().count(Book.where { $0.author.email == "x" }) == 2)
  }

  @Test func setsSeeWhatOthersHaveAddedAndRemoved() throws {
    let shop = try Shop()
    #expect(shop.ours.books.map(\.title).sorted() == ["A", "B"])
    let book = Book(title: "C", author: shop.theirs, in: shop.bench.context)
    try shop.bench.context.save()
    #expect(shop.ours.books.count == 2)
    try shop.context.refresh(shop.ours)
    #expect(shop.ours.books.map(\.title).sorted() == ["A", "B", "C"])
    expectSound(shop.context)
    shop.bench.context.delete(book)
    try shop.bench.context.save()
    try shop.context.refresh(shop.ours)
    #expect(shop.ours.books.map(\.title).sorted() == ["A", "B"])
  }

  @Test func relationshipsSeeWhatOthersHaveLinkedAndUnlinked() throws {
    let shop = try Shop()
    let subjects = try shop.context.fetch(Subject.all)
    for subject in subjects { _ = subject.books }
    let (ours, theirs) = (try shop.book("A", in: shop.context), try shop.theirBook("A"))
    #expect(ours.subjects == [subjects[0]])
    theirs.subjects = [try #require(try shop.bench.context.fetch(Subject.all).last)]
    try shop.bench.context.save()
    try shop.context.refresh(ours)
    #expect(ours.subjects == [subjects[1]])
    #expect(subjects[0].books == [])
    #expect(subjects[1].books.map(\.title).sorted() == ["A", "B"])
    expectSound(shop.context)
  }

  @Test func aToOneThatOthersHaveChangedMovesTheObjectBetweenSets() throws {
    let shop = try Shop()
    let (ours, theirs) = (try shop.book("A", in: shop.context), try shop.theirBook("A"))
    let other = try #require(try shop.context.fetch(Author.all).last)
    _ = (shop.ours.books, other.books)
    theirs.author = try shop.bench.context.fetch(Author.all).last
    try shop.bench.context.save()
    try shop.context.refresh(ours)
    #expect(ours.author === other)
    #expect(other.books == [ours])
    #expect(shop.ours.books.map(\.title) == ["B"])
    expectSound(shop.context)
  }

  @Test func aToOneThatBothHaveChangedStaysOurs() throws {
    let shop = try Shop()
    let (ours, theirs) = (try shop.book("A", in: shop.context), try shop.theirBook("A"))
    let other = try #require(try shop.context.fetch(Author.all).last)
    let third = Author(email: "n", in: shop.context)
    theirs.author = try shop.bench.context.fetch(Author.all).last
    try shop.bench.context.save()
    ours.author = third
    #expect(throws: ConflictError.self) { try shop.context.save() }
    try shop.context.refresh(ours)
    #expect(ours.author === third)
    #expect(third.books == [ours])
    #expect(other.books == [])
    expectSound(shop.context)
    shop.context.rollback()
    #expect(ours.author === other)
    #expect(other.books == [ours])
    expectSound(shop.context)
    ours.author = nil
    try save(shop.context, Author.self, Book.self, Subject.self, Profile.self)
  }

  @Test func aToOneThatBothHaveSetAlikeIsNoChangeAnyMore() throws {
    let shop = try Shop()
    let (ours, theirs) = (try shop.book("A", in: shop.context), try shop.theirBook("A"))
    let other = try #require(try shop.context.fetch(Author.all).last)
    theirs.author = try shop.bench.context.fetch(Author.all).last
    try shop.bench.context.save()
    ours.author = other
    try shop.context.refresh(ours)
    #expect(!ours.hasChanges)
    #expect(other.books == [ours])
    #expect(!shop.context.hasChanges)
    shop.context.rollback()
    #expect(ours.author === other)
    #expect(other.books == [ours])
    expectSound(shop.context)
  }

  @Test func aOneToOneThatOthersHaveChangedTakesItsPartnersAlong() throws {
    let shop = try Shop()
    let profiles = try shop.context.fetch(Profile.all)
    let other = try #require(try shop.context.fetch(Author.all).last)
    #expect(shop.ours.profile === profiles[0])
    #expect(other.profile === profiles[1])
    let theirProfiles = try shop.bench.context.fetch(Profile.all)
    shop.theirs.profile = theirProfiles[1]
    try shop.bench.context.save()
    try shop.context.refresh(shop.ours)
    #expect(shop.ours.profile === profiles[1])
    #expect(profiles[1].author === shop.ours)
    #expect(profiles[0].author == nil)
    #expect(other.profile == nil)
    expectSound(shop.context)
  }

  @Test func aOneToOneThatBothHaveChangedStaysOurs() throws {
    let shop = try Shop()
    let profiles = try shop.context.fetch(Profile.all)
    let other = try #require(try shop.context.fetch(Author.all).last)
    shop.theirs.profile = try shop.bench.context.fetch(Profile.all)[1]
    try shop.bench.context.save()
    let new = Profile(text: "new", in: shop.context)
    shop.ours.profile = new
    for object in [shop.ours, other] as [ManagedObject] { try shop.context.refresh(object) }
    for profile in profiles { try shop.context.refresh(profile) }
    #expect(shop.ours.profile === new)
    #expect(new.author === shop.ours)
    expectSound(shop.context)
    try save(shop.context, Author.self, Book.self, Subject.self, Profile.self)
    #expect(profiles.allSatisfy { $0.author == nil })
    #expect(other.profile == nil)
  }

  @Test func refreshWithoutMergingTakesOwnChangesBackAndNoOthers() throws {
    let shop = try Shop()
    let book = try shop.book("A", in: shop.context)
    let subjects = try shop.context.fetch(Subject.all)
    book.author = nil
    book.title = "changed"
    book.subjects = [subjects[1]]
    shop.ours.name = "changed"
    try shop.context.refresh(book, mergingChanges: false)
    #expect(book.title == "A")
    #expect(book.author === shop.ours)
    #expect(book.subjects == [subjects[0]])
    #expect(shop.ours.books.contains(book))
    #expect(subjects[1].books.map(\.title) == ["B"])
    #expect(shop.ours.name == "changed")
    #expect(shop.context.updatedObjects == [shop.ours])
    expectSound(shop.context)
    try save(shop.context, Author.self, Book.self, Subject.self, Profile.self)
  }

  @Test func refreshWithoutMergingFollowsTheRulesOfWhatIsDeleted() throws {
    let bench = try Bench(Person.self)
    let (parent, mentor) = (Person(name: "p", in: bench.context), Person(in: bench.context))
    let child = Person(name: "c", parent: parent, in: bench.context)
    child.mentor = mentor
    try bench.context.save()
    child.parent = nil
    bench.context.delete(mentor)
    try bench.context.refresh(child, mergingChanges: false)
    #expect(child.mentor == nil)
    #expect(child.parent === parent)
    expectSound(bench.context)
    child.parent = nil
    bench.context.delete(parent)
    try bench.context.refresh(child, mergingChanges: false)
    #expect(child.isDeleted)
    try save(bench.context, Person.self)
  }

  @Test func aRefreshThatFailsChangesNothing() throws {
    let shop = try Shop()
    let book = try shop.book("A", in: shop.context)
    book.title = "changed"
    book.author = nil
    shop.bench.container.close()
    #expect(throws: StoreError.self) { try shop.context.refresh(book) }
    #expect(book.title == "changed")
    #expect(book.author == nil)
    #expect(book.hasChanges)
    expectSound(shop.context)
  }
}

/// Two authors with a profile each, the first with two books, each of a subject, in two contexts.
private struct Shop {
  let bench: Bench
  let context: ManagedObjectContext
  let theirs: Author
  let ours: Author

  init() throws {
    bench = try bookshop()
    theirs = Author(email: "x", name: "X", in: bench.context)
    let other = Author(email: "y", in: bench.context)
    for author in [theirs, other] { author.profile = Profile(in: bench.context) }
    for title in ["A", "B"] {
      let subject = Subject(name: title, in: bench.context)
      _ = Book(title: title, author: theirs, subjects: [subject], in: bench.context)
    }
    try bench.context.save()
    context = bench.container.newContext()
    ours = try #require(try context.first(Author.all))
  }

  func book(_ title: String, in context: ManagedObjectContext) throws -> Book {
    try #require(try context.first(Book.where { $0.title == title }))
  }

  func theirBook(_ title: String) throws -> Book { try book(title, in: bench.context) }
}

import EntityGraph
import Foundation
import Testing

@testable import EntityRuntime

@Suite struct IdentityTests {
  @Test func aSetHoldsOnlyWhatRefersToItInMemory() throws {
    let bench = try bookshop()
    let (anna, ben) = (
      Author(email: "a", in: bench.context), Author(email: "b", in: bench.context)
    )
    _ = Book(title: "A", author: anna, in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    try bench.context.first(Book.all)?.author = ben
    try bench.context.save()
    // The book has the author that it was read with until it is refreshed.
    let authors = try context.fetch(Author.sorted(by: \.email))
    #expect(authors.map(\.books) == [[], []])
    #expect(book.author === authors[0])
    try context.refresh(book)
    #expect(authors.map(\.books) == [[], [book]])
    expectSound(context)
  }

  @Test func anIDWithoutAClassLeadsToTheObjectWhateverItIs() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let object = try #require(try context.object(with: book.objectID))
    #expect((object as? Book)?.title == "A")
    #expect(try context.object(with: book.objectID) === object)
  }

  @Test func oneRowIsOneObjectInAContext() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let first = try context.fetch(Book.all)
    let second = try context.fetch(Book.where { $0.title == "A" })
    let third = try context.object(Book.self, with: book.objectID)
    #expect(first.count == 1)
    #expect(first == second)
    #expect(third === first.first)
    #expect(first.first !== book)
    #expect(try bench.context.fetch(Book.all) == [book])
  }

  @Test func anObjectReachedThroughRelationshipsIsTheOneFetched() throws {
    let bench = try bookshop()
    let author = Author(email: "u", in: bench.context)
    _ = Book(title: "A", author: author, in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    let book = try #require(try context.first(Book.all))
    let fault = try #require(book.author)
    let fetched = try #require(try context.first(Author.all))
    #expect(fault === fetched)
    #expect(fetched.books == [book])
  }

  @Test func temporaryIDsLeadToObjectsUntilTheyAreSaved() throws {
    let bench = try bookshop()
    let book = Book(title: "A", in: bench.context)
    let temporary = book.objectID
    #expect(temporary.isTemporary)
    #expect(try bench.context.object(Book.self, with: temporary) === book)
    try bench.context.save()
    #expect(!book.objectID.isTemporary)
    #expect(try bench.context.object(Book.self, with: temporary) == nil)
    #expect(try bench.context.object(Book.self, with: book.objectID) === book)
  }

  @Test func everyNewObjectIsFoundByItsTemporaryIDWheneverItIsMade() throws {
    let context = try bookshop().context
    let before = (0..<3).map { Book(title: "\($0)", in: context) }
    for book in before { #expect(try context.object(Book.self, with: book.objectID) === book) }
    let after = Book(title: "3", in: context)
    #expect(try context.object(Book.self, with: after.objectID) === after)
    let gone = before[1].objectID
    context.delete(before[1])
    #expect(try context.object(Book.self, with: gone) == nil)
    expectSound(context)
    try context.save()
    for book in [before[0], before[2], after] {
      #expect(try context.object(Book.self, with: book.objectID) === book)
    }
    expectSound(context)
  }

  @Test func anIDOfAnotherEntityLeadsToNothing() throws {
    let bench = try bookshop()
    let author = Author(email: "u", in: bench.context)
    try bench.context.save()
    #expect(try bench.context.object(Book.self, with: author.objectID) == nil)
  }

  @Test func objectsGoWhenNobodyHoldsThem() throws {
    let bench = try bookshop()
    _ = Book(title: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    weak var book: Book?
    do {
      let held = try #require(try context.first(Book.all))
      book = held
    }
    #expect(book == nil)
    #expect(context.unit.maps.map(\.count) == [0, 0, 0, 0])
  }

  @Test func changedObjectsStayThoughNobodyHoldsThem() throws {
    let bench = try bookshop()
    _ = Book(title: "A", in: bench.context)
    try bench.context.save()
    let context = bench.container.newContext()
    try #require(try context.first(Book.all)).pages = 7
    try context.save()
    #expect(try bench.container.newContext().fetch(Book.all).map(\.pages) == [7])
  }

  @Test func aContextThatGoesTakesCyclesOfObjectsAlong() throws {
    let bench = try bookshop()
    let author = Author(email: "u", in: bench.context)
    let book = Book(title: "A", author: author, in: bench.context)
    book.subjects = [Subject(name: "S", in: bench.context)]
    author.profile = Profile(in: bench.context)
    try bench.context.save()

    let references = References()
    do {
      let context = bench.container.newContext()
      for author in try context.fetch(Author.all) {
        references.add(author, author.profile)
        for book in author.books { references.add(book, book.author, book.subjects.first) }
        for book in author.books { #expect(book.subjects.first?.books == [book]) }
      }
      references.add(context.unit)
      #expect(references.liveCount == 5)
    }
    #expect(references.liveCount == 0)
  }

  @Test func aContextThatGoesTakesUnsavedObjectsAlong() throws {
    let bench = try bookshop()
    let references = References()
    do {
      let context = bench.container.newContext()
      let author = Author(email: "u", in: context)
      let book = Book(title: "A", author: author, in: context)
      book.subjects = [Subject(name: "S", in: context)]
      author.profile = Profile(in: context)
      references.add(author, book, book.subjects.first, author.profile, context.unit)
      #expect(references.liveCount == 5)
    }
    #expect(references.liveCount == 0)
  }

  @Test func objectsThatWereDeletedOrRolledBackDoNotRetainEachOther() throws {
    let bench = try Bench(Person.self)
    let references = References()
    do {
      let saved = [Person(name: "a", in: bench.context), Person(name: "b", in: bench.context)]
      saved[0].spouse = saved[1]
      saved[0].friends = [saved[1]]
      try bench.context.save()
      let new = [Person(name: "c", in: bench.context), Person(name: "d", in: bench.context)]
      new[0].spouse = new[1]
      new[0].children = [new[1]]
      for person in saved + new { references.add(person) }
      bench.context.rollback()
      for person in saved { bench.context.delete(person) }
      try bench.context.save()
    }
    #expect(references.liveCount == 0)
  }

  @Test func objectsOutliveTheirContextAndCanStillBeRead() throws {
    let bench = try bookshop()
    let ursula = Author(email: "u", name: "Ursula", in: bench.context)
    _ = Book(title: "A", author: ursula, in: bench.context)
    try bench.context.save()

    let references = References()
    do {
      var author: Author?
      do {
        let context = bench.container.newContext()
        author = try context.first(Author.all)
        references.add(context.unit)
      }
      #expect(author?.managedObjectContext == nil)
      #expect(author?.name == "Ursula")
      #expect(author?.books.map(\.title) == ["A"])
      #expect(author?.books.first?.author?.name == "Ursula")
      author?.name = "Le Guin"
      #expect(author?.name == "Le Guin")
      for book in author?.books ?? [] { references.add(book, book.author) }
    }
    #expect(references.liveCount == 0)
  }

  @Test func aLongChainOfObjectsGoesWithoutRecursion() throws {
    let bench = try Bench(Person.self)
    var last: Person?
    for _ in 0..<50_000 {
      let person = Person(in: bench.context)
      person.mentor = last
      last = person
    }
    try bench.context.save()
    let context = bench.container.newContext()
    var people = try context.fetch(Person.all)
    #expect(people.count { $0.mentor != nil } == 49_999)
    people.removeAll()
    #expect(context.unit.maps.map(\.count) == [0])
  }
}

/// Objects that are not retained.
final class References {
  private struct Weak { weak var object: AnyObject? }
  private var references: [Weak] = []

  /// How many of them are alive.
  var liveCount: Int { references.count { $0.object != nil } }

  func add(_ objects: AnyObject?...) {
    for object in objects {
      if let object, !references.contains(where: { $0.object === object }) {
        references.append(Weak(object: object))
      }
    }
  }
}

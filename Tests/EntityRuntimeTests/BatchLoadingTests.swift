import EntityGraph
import Foundation
import Testing

@Suite struct BatchLoadingTests {
  /// Returns a bookshop of a hundred authors with three books each and a dozen subjects, and a
  /// context that has read nothing.
  private func shop() throws -> (Bench, ManagedObjectContext) {
    let bench = try bookshop()
    let subjects = (0..<12).map { Subject(name: "\($0)", in: bench.context) }
    for number in 0..<100 {
      let author = Author(email: "\(number)", name: "name \(number)", in: bench.context)
      _ = Profile(text: "\(number)", author: author, in: bench.context)
      for book in 0..<3 {
        _ = Book(
          title: "\(number)/\(book)", author: author,
          subjects: [subjects[number % 12], subjects[(number + book) % 12]], in: bench.context)
      }
    }
    try bench.context.save()
    return (bench, bench.container.newContext())
  }

  @Test func authorsAndTheirBooksAreTwoQueries() throws {
    let (bench, context) = try shop()
    var titles: [String] = []
    let count = try bench.queries {
      for author in try context.fetch(Author.all) {
        titles += author.books.map(\.title).sorted()
      }
    }
    #expect(count == 2)
    #expect(titles == (0..<100).flatMap { number in (0..<3).map { "\(number)/\($0)" } })
  }

  @Test func booksAndTheirAuthorsAreTwoQueries() throws {
    let (bench, context) = try shop()
    var names: [String] = []
    let count = try bench.queries {
      for book in try context.fetch(Book.all) { names.append(book.author?.name ?? "") }
    }
    #expect(count == 2)
    #expect(
      names.sorted()
        == (0..<100).flatMap { [String](repeating: "name \($0)", count: 3) }.sorted())
  }

  @Test func manyToManyIsTwoQueriesEitherWay() throws {
    let (bench, context) = try shop()
    var pairs: Set<String> = []
    let count = try bench.queries {
      for book in try context.fetch(Book.all) {
        for subject in book.subjects { pairs.insert("\(book.title) \(subject.name)") }
      }
    }
    #expect(count == 2)
    let other = bench.container.newContext()
    var inverse: Set<String> = []
    let inverseCount = try bench.queries {
      for subject in try other.fetch(Subject.all) {
        for book in subject.books { inverse.insert("\(book.title) \(subject.name)") }
      }
    }
    #expect(inverseCount == 2)
    #expect(inverse == pairs)
    #expect(pairs.count == 500)
  }

  @Test func eachFurtherStepIsOneQuery() throws {
    let (bench, context) = try shop()
    var texts: Set<String> = []
    let count = try bench.queries {
      for subject in try context.fetch(Subject.all) {
        for book in subject.books { texts.insert(book.author?.profile?.text ?? "") }
      }
    }
    #expect(count == 4)
    #expect(texts == Set((0..<100).map { "\($0)" }))
  }

  @Test func theWayBackAsksNothing() throws {
    let (bench, context) = try shop()
    let authors = try context.fetch(Author.all)
    #expect(authors.first?.books.count == 3)
    var strays = 0
    let count = bench.queries {
      for author in authors {
        for book in author.books where book.author !== author { strays += 1 }
      }
    }
    #expect(count == 0)
    #expect(strays == 0)
  }

  @Test func oneObjectLoadsOnlyItsOwn() throws {
    let (bench, context) = try shop()
    let author = try #require(try context.first(Author.where { $0.email == "7" }))
    let statements = bench.sql { _ = author.books }
    #expect(statements.count == 1)
    #expect(author.books.count == 3)
    #expect(try context.identifiers(Book.all).count == 300)
    #expect(bench.sql { _ = author.books }.isEmpty)
  }

  @Test func unsavedObjectsCostNoFurtherQuery() throws {
    let (bench, context) = try shop()
    let new = Author(email: "new", in: context)
    _ = Book(title: "new", author: new, in: context)
    var titles = 0
    let count = try bench.queries {
      for author in try context.fetch(Author.all) { titles += author.books.count }
    }
    #expect(count == 2)
    #expect(titles == 301)
  }

  @Test func refreshedObjectsLoadTheirMembersTogether() throws {
    let (bench, context) = try shop()
    let authors = try context.fetch(Author.all)
    context.refreshAll()
    let again = try context.fetch(Author.all)
    #expect(again == authors)
    let count = bench.queries { for author in authors { _ = author.books.count } }
    #expect(count == 1)
  }

  @Test func toOnesToALineOfEntitiesAreTwoQueries() throws {
    let bench = try Bench(Garage.self, SportsCar.self)
    for number in 0..<50 {
      let garage = Garage(name: "\(number)", in: bench.context)
      let car = number.isMultiple(of: 2) ? SportsCar(in: bench.context) : Car(in: bench.context)
      car.name = "car \(number)"
      garage.favourite = car
    }
    try bench.context.save()
    let context = bench.container.newContext()
    var names: [String] = []
    let count = try bench.queries {
      for garage in try context.fetch(Garage.all) { names.append(garage.favourite?.name ?? "") }
    }
    #expect(count == 2)
    #expect(names == (0..<50).map { "car \($0)" })
  }

  @Test func objectsLookedUpByTheirIDsLoadWhatTheyReferToByThemselves() throws {
    let (bench, context) = try shop()
    let ids = try context.identifiers(Author.limit(3))
    let authors = try ids.map { try #require(try context.object(Author.self, with: $0)) }
    let count = bench.queries {
      for author in authors { #expect(author.books.count == 3) }
    }
    #expect(count == 3)
  }

  @Test func whatIsReadTogetherSeesOneStateOfTheStore() throws {
    let bench = try Bench.inFile(Author.self, Book.self, Subject.self, Profile.self)
    let ids = try (0..<5).map { number in
      let author = Author(email: "\(number)", in: bench.context)
      _ = Book(title: "\(number)", author: author, in: bench.context)
      try bench.context.save()
      return author.objectID
    }
    let context = bench.container.newContext()
    let emails = try context.read {
      let first = try context.object(Author.self, with: ids[0])
      try bench.context.first(Author.where { $0.email == "4" })?.email = "changed"
      try bench.context.save()
      let others = try context.read { try ids.map { try context.object(Author.self, with: $0) } }
      #expect(first?.books.map(\.title) == ["0"])
      return others.map { $0?.email }
    }
    #expect(emails == ["0", "1", "2", "3", "4"])
    #expect(try context.count(Author.where { $0.email == "changed" }) == 1)
    #expect(throws: CancellationError.self) { try context.read { throw CancellationError() } }
    #expect(try context.count(Author.all) == 5)
  }
}

import EntityGraph
import TestSupport
import Testing

@testable import EntityRuntime

/// Requests that name objects of another container, whose rows have the same numbers.
@Suite struct OtherContainerTests {
  private let bench: Bench
  private let context: ManagedObjectContext

  /// An author of another container, the number of whose row an author here has too.
  private let stranger: Author

  /// A book of the other container.
  private let strange: Book

  init() throws {
    (bench, context) = try Self.stocked()
    let other = try Self.stocked()
    stranger = try other.context.only(Author.all)
    strange = try other.context.only(Book.all)
    #expect(try stranger.objectID == context.only(Author.all).objectID)
  }

  private static func stocked() throws -> (bench: Bench, context: ManagedObjectContext) {
    let bench = try bookshop()
    let author = Author(email: "u@x", name: "Ursula", in: bench.context)
    _ = Book(title: "Orsinia", author: author, in: bench.context)
    try bench.context.save()
    return (bench, bench.context)
  }

  private func refusal(of entity: String) -> String {
    """
    a request for '\(entity)' names an object of another container, whose rows have numbers of \
    their own; fetch the object from this container [invalidRequest]
    """
  }

  @Test func aConditionThatNamesAnObjectOfAnotherContainerIsRefused() throws {
    let requests: [FetchRequest<Book>] = [
      Book.where { $0.author == stranger }, Book.where { $0.author != stranger },
      Book.where { stranger == $0.author }, Book.where { !($0.author == stranger) },
      Book.where { $0.author.in([stranger]) }, Book.where { [stranger].contains($0.author) },
      Book.where { $0 == strange }, Book.where { $0.pages > 3 || $0.author == stranger },
      Book.where { $0.author.books.contains(strange) },
      Book.where { $0.author.in(Author.where { $0 == stranger }) },
    ]
    for (position, request) in requests.enumerated() {
      #expect(failure { _ = try context.fetch(request) } == refusal(of: "Book"), "\(position)")
      #expect(failure { _ = try context.count(request) } == refusal(of: "Book"), "\(position)")
      #expect(failure { _ = try context.deleteAll(request) } == refusal(of: "Book"))
    }
    #expect(try context.count(Book.all) == 1)
  }

  @Test func everyQuestionIsRefusedThatNamesOne() throws {
    let own = try context.only(Author.all)
    let directory = try TemporaryDirectory()
    let request = Book.where { $0.author == stranger }
    let questions: [() throws -> Void] = [
      { _ = try context.first(request) }, { _ = try context.exists(request) },
      { _ = try context.identifiers(request) }, { _ = try context.fetch(request.page(1, size: 3)) },
      { _ = try context.fetch(request.page(after: nil, size: 3)) },
      { try context.forEach(request) { _ in } },
      { _ = try context.fetch(request.select { $0.title }) },
      { _ = try context.fetch(Book.select { $0.value { $0.author == stranger } }) },
      { _ = try context.fetch(Book.sorted { ($0.author == stranger).then(1, else: 2) }) },
      {
        _ = try context.fetch(
          Book.group(by: \.author).having { $0.author == stranger }.select { $0.count })
      },
      {
        _ = try context.fetch(
          Book.group(by: \.author).having { $0.author.in([stranger]) }.select { $0.count })
      },
      { _ = try request.explain(in: context) },
      { _ = try context.update(request) { $0.pages = 3 } },
      { _ = try context.update(Book.all) { $0.pages = ($0.author == stranger).then(1, else: 2) } },
      { _ = try bench.container.export(request, to: directory.path("x")) },
      { try context.setDefaultCondition(for: Book.self) { $0.author == stranger } },
      { try bench.container.setDefaultCondition(for: Book.self) { $0.author == stranger } },
      { _ = try context.fetchMembers(\.books, of: [stranger], limit: 1) },
      { _ = try context.fetch(stranger.$books.all) },
    ]
    for (position, question) in questions.enumerated() {
      #expect(failure(question) == refusal(of: "Book"), "question \(position)")
    }
    #expect(try context.fetch(Book.all).map(\.pages) == [0])
    #expect(try context.count(Book.where { $0.author == own }) == 1)
  }

  @Test func aStatementByHandThatNamesOneIsRefused() throws {
    let refusal = """
      a statement by hand names an object of another container, whose rows have numbers of their \
      own; fetch the object from this container [invalidRequest]
      """
    let part: HandwrittenSQL = "\(\Book.author) = \(stranger)"
    let statements: [HandwrittenSQL] = [
      "SELECT count(*) FROM Book WHERE author = \(stranger)",
      "SELECT count(*) FROM Book WHERE author = \(stranger as Author?)",
      "SELECT count(*) FROM Book WHERE author IN \([stranger])",
      "SELECT count(*) FROM Book WHERE \(part)",
    ]
    for statement in statements {
      #expect(failure { _ = try context.sql(statement, as: Int.self) } == refusal)
    }
    let deletion: HandwrittenSQL = "DELETE FROM Book WHERE author = \(stranger)"
    #expect(failure { _ = try context.execute(deletion) } == refusal)
    #expect(failure { _ = try context.execute(deletion, unseen: true) } == refusal)
    #expect(try context.count(Book.all) == 1)
    let own = try context.only(Author.all)
    #expect(
      try context.sql("SELECT count(*) FROM Book WHERE author = \(own)", as: Int.self) == [1])
  }

  @Test func objectsOfTheContextsOfOneContainerAreNamedInAllOfThem() throws {
    let own = try context.only(Author.all)
    let others = [bench.container.newContext(), context.nested()]
    for other in others {
      #expect(try other.count(Book.where { $0.author == own }) == 1)
      #expect(try other.count(Book.where { $0.author.in([own]) }) == 1)
      #expect(try other.fetchMembers(\.books, of: [own], limit: 1).count == 1)
    }
  }

  @Test func anIdIsComparedWhereverItIsFrom() throws {
    #expect(try context.count(Book.where { $0.author == stranger.objectID }) == 1)
    #expect(try context.count(Book.where { $0.author.in([stranger.objectID]) }) == 1)
  }

  @Test func containersOfOneFileShareTheirObjects() throws {
    let directory = try TemporaryDirectory()
    let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
    let location = StoreLocation.file(directory.path("shared.sqlite"))
    let first = try PersistentContainer(model: model, at: location)
    let context = first.newContext()
    let author = Author(email: "u@x", name: "Ursula", in: context)
    _ = Book(title: "Orsinia", author: author, in: context)
    try context.save()
    let second = try PersistentContainer(model: model, at: location)
    #expect(try second.newContext().count(Book.where { $0.author == author }) == 1)
    let both = Book.where { $0.author.in([author, stranger]) }
    #expect(failure { _ = try second.newContext().count(both) } == refusal(of: "Book"))
  }

  @Test func aLiveQueryThatNamesOneFails() async throws {
    let request = Book.where { $0.author == stranger }
    await #expect(throws: StoreError.self) {
      for try await _ in bench.container.updates(of: request) { break }
    }
    await #expect(throws: StoreError.self) {
      for try await _ in bench.container.differences(of: request) { break }
    }
  }
}

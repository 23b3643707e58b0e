import EntityGraph
import EntityModel
import EntityStore
import Synchronization
import TestSupport
import Testing

@testable import EntityRuntime

/// `container.updates(of:)` and its kin.
@Suite struct LiveQueryTests {
  @Test(arguments: TemporaryBookshop.Place.allCases)
  func aResultComesNowAndAfterEachCommitThatMayChangeIt(
    _ place: TemporaryBookshop.Place
  ) async throws {
    let store = try TemporaryBookshop(place)
    let container = store.container
    try await container.write { _ = Book(title: "A", pages: 1, in: $0) }
    var titles = container.updates(of: Book.sorted(by: \.title).select { ($0.title, $0.pages) })
      .makeAsyncIterator()
    var counts = container.updates(of: Book.all, as: .count).makeAsyncIterator()
    var ids = container.updates(of: Book.where { $0.pages > 1 }).makeAsyncIterator()
    #expect(try await titles.next()?.map(\.0) == ["A"])
    #expect(try await counts.next() == 1)
    #expect(try await ids.next() == [])

    let id = try await container.write { Book(title: "B", pages: 2, in: $0).objectID }
    #expect(try await titles.next()?.map(\.0) == ["A", "B"])
    #expect(try await counts.next() == 2)
    #expect(try await ids.next() == [id])

    try await container.write { try $0.object(Book.self, with: id)?.pages = 0 }
    #expect(try await titles.next()?.map(\.1) == [1, 0])
    #expect(try await ids.next() == [])
  }

  @Test func aCommitThatCannotChangeAResultIsNotFollowedByOne() async throws {
    let store = try TemporaryBookshop(.file)
    let container = store.container
    try await container.write { _ = Book(title: "A", in: $0) }
    var titles = container.updates(of: Book.all.select(\.title)).makeAsyncIterator()
    #expect(try await titles.next() == ["A"])
    try await container.write { try $0.first(Book.all)?.pages = 3 }
    try await container.write { _ = Subject(name: "S", in: $0) }
    try await container.write { try $0.first(Book.all)?.title = "B" }
    #expect(try await titles.next() == ["B"])
  }

  @Test func aSlowListenerIsGivenTheNewestResult() async throws {
    let store = try TemporaryBookshop(.memory)
    let container = store.container
    var counts = container.updates(of: Book.all, as: .count).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    let context = container.newContext()
    for index in 0..<50 {
      _ = Book(title: "\(index)", in: context)
      try context.save()
    }
    var last = 0
    while last < 50 {
      let next = try #require(try await counts.next())
      #expect(next > last)
      last = next
    }
  }

  @Test func allWhoAskForTheSameRequestShareOneQuery() async throws {
    let log = SQLLog()
    let store = try TemporaryBookshop(
      .file,
      options: StoreOptions(trace: { if $0.lowercased().contains("count(") { log.append($0) } }))
    let container = store.container
    let sequences = (0..<100).map { _ in container.updates(of: Book.all, as: .count) }
    var iterators = sequences.map { $0.makeAsyncIterator() }
    for index in iterators.indices { #expect(try await iterators[index].next() == 0) }
    log.clear()
    try await container.write { _ = Book(title: "A", in: $0) }
    for index in iterators.indices { #expect(try await iterators[index].next() == 1) }
    #expect(log.statements.count == 1)
  }

  @Test func whoeverComesLaterIsGivenThePresentResult() async throws {
    let store = try TemporaryBookshop(.file)
    let container = store.container
    var first = container.updates(of: Book.all, as: .count).makeAsyncIterator()
    #expect(try await first.next() == 0)
    try await container.write { _ = Book(title: "A", in: $0) }
    #expect(try await first.next() == 1)
    var second = container.updates(of: Book.all, as: .count).makeAsyncIterator()
    #expect(try await second.next() == 1)
  }

  @Test(.timeLimit(.minutes(60)))
  func whoeverComesWhileAResultIsFoundIsGivenOneOfItsOwn() async throws {
    let gate = Gate()
    let isFirst = Mutex(false)
    let store = try TemporaryBookshop(
      .file,
      options: StoreOptions(observer: { event in
        // The first result has been read then and not been given to anybody.
        guard case .statement(let statement) = event,
          statement.sql.lowercased().contains("count("),
          isFirst.withLock({ isFirst in
            defer { isFirst = false }
            return isFirst
          })
        else { return }
        gate.pass()
      }))
    let container = store.container
    isFirst.withLock { $0 = true }
    var first = container.updates(of: Book.all, as: .count).makeAsyncIterator()
    await gate.waitForArrival()
    try await container.write { _ = Book(title: "A", in: $0) }
    var second = container.updates(of: Book.all, as: .count).makeAsyncIterator()
    gate.open()
    #expect(try await second.next() == 1, "what has been written before is in the result")
    var count = try await first.next()
    if count == 0 { count = try await first.next() }
    #expect(count == 1)
  }

  @Test func groupsAreFollowed() async throws {
    let store = try TemporaryBookshop(.file)
    let container = store.container
    var groups = container.updates(of: Book.group(by: \.genre).select { ($0.genre, $0.count) })
      .makeAsyncIterator()
    #expect(try await groups.next()?.count == 0)
    try await container.write { _ = Book(title: "A", genre: .history, in: $0) }
    let found = try #require(try await groups.next())
    #expect(found.map(\.0) == [.history])
    #expect(found.map(\.1) == [1])
  }

  @Test func differencesNameWhatCameWentMovedAndChanged() async throws {
    let store = try TemporaryBookshop(.file)
    let container = store.container
    let ids = try await container.write { context in
      ["A", "B", "C"].map { Book(title: $0, in: context).objectID }
    }
    var differences = container.differences(of: Book.sorted(by: \.title)).makeAsyncIterator()
    let first = try #require(try await differences.next())
    #expect(first.inserted.map(\.objectID) == ids)
    #expect(first.objectIDs == ids)

    let new = try await container.write { context in
      if let book = try context.object(Book.self, with: ids[0]) { book.title = "Z" }
      if let book = try context.object(Book.self, with: ids[1]) { context.delete(book) }
      return Book(title: "B", in: context).objectID
    }
    let second = try #require(try await differences.next())
    #expect(second.objectIDs == [new, ids[2], ids[0]])
    #expect(second.inserted == [ResultDifference.Entry(objectID: new, index: 0)])
    #expect(second.removed == [ResultDifference.Entry(objectID: ids[1], index: 1)])
    #expect(second.changed == [ids[0]])
    #expect(second.moved.count == 1)
  }

  @Test func aLiveQueryEndsWithItsContainerAndItsTask() async throws {
    let store = try TemporaryBookshop(.file)
    let updates = store.container.updates(of: Book.all, as: .count)
    let task = Task { for try await _ in updates {} }
    task.cancel()
    try await task.value
    let more = store.container.updates(of: Book.all, as: .count)
    store.container.close()
    for try await _ in more {}
    for try await _ in store.container.updates(of: Book.all) {}
  }

  @Test func aRequestThatCannotBeAnsweredEndsWithItsError() async throws {
    let model = try ObjectModel(Author.self, Book.self, Subject.self, Profile.self)
    let container = try PersistentContainer(model: model, at: .memory)
    var request = Book.all
    request.condition = Condition(
      .comparison(.attribute(PropertyPath(["nothing"])), .equal, .value(.integer(1))))
    let refused = request
    let error = await #expect(throws: StoreError.self) {
      for try await _ in container.updates(of: refused) {}
    }
    #expect(error?.code == .invalidRequest)
  }

  /// Whatever alters a result is known to may alter it.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func noCommitThatChangesAResultIsOverlooked(seed: UInt64) throws {
    let store = try TemporaryBookshop(.memory)
    let container = store.container
    var random = SeededRandom(seed: seed)
    let questions = Self.questions(of: container.store.layout)
    let log = ChangeLog()
    let subscription = container.feed.listen {
      log.append($0.changes)
    } end: {
    }
    defer { container.feed.remove(subscription) }
    let context = container.newContext()
    var answers = try questions.map { try $0.answer(container.newContext()) }
    for _ in 0..<60 {
      try RandomBookshop.change(context, &random)
      try context.save()
      let changes = log.take()
      let reader = container.newContext()
      for (index, question) in questions.enumerated() {
        let answer = try question.answer(reader)
        defer { answers[index] = answer }
        if answer == answers[index] { continue }
        let isNoticed = changes.contains {
          question.dependencies.mayChange(by: ChangeSummary($0, container.store.layout))
        }
        #expect(isNoticed, "question \(index) of seed \(seed)")
      }
    }
  }

  private struct Question {
    let dependencies: QueryDependencies
    let answer: (ManagedObjectContext) throws -> String
  }

  private static func questions(of layout: StoreLayout) -> [Question] {
    func ids<Object: ManagedObject>(_ request: FetchRequest<Object>) -> Question {
      Question(
        dependencies: QueryDependencies(request.entityQuery(Object.__entityName), layout),
        answer: { "\(try $0.identifiers(request))" })
    }
    func rows<Object: ManagedObject, Row>(_ request: ResultRequest<Object, Row>) -> Question {
      Question(
        dependencies: QueryDependencies(request.parts.query, layout),
        answer: { "\(try $0.fetch(request))" })
    }
    return [
      ids(Book.all), ids(Book.where { $0.pages > 2 }), ids(Book.sorted(by: \.title)),
      ids(Book.where { $0.author.name == "1" }), ids(Book.sorted { $0.author.name }),
      ids(Book.where { $0.author == nil }), ids(Author.where { $0.books.any { $0.pages > 2 } }),
      ids(Author.where { $0.books.count > 1 }),
      ids(Subject.where { $0.books.any { $0.author.name == "1" } }),
      ids(Book.where { $0.subjects.count == 0 }), ids(Profile.where { $0.author.name == "1" }),
      ids(Author.where { $0.profile.text == "1" }),
      ids(Author.where { author in author.books.any { $0.title == author.name } }),
      ids(
        Book.where { book in book.pages > Book.where { $0.genre == book.genre }.average(\.pages) }),
      ids(Author.where { author in Book.where { $0.title == author.name }.exists() }),
      rows(Book.all.select { ($0.title, $0.author.name) }),
      rows(Book.group(by: \.genre).select { ($0.genre, $0.count, $0.pages.sum) }),
    ]
  }
}

/// The changes that have been committed, from whatever thread.
private final class ChangeLog: Sendable {
  private let changes = Mutex<[ChangeSet?]>([])

  func append(_ change: ChangeSet?) { changes.withLock { $0.append(change) } }

  func take() -> [ChangeSet?] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }
}

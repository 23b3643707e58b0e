import EntityGraph
import Synchronization
import Testing

/// A loop that asks once for each object is reported, by entity and relationship.
@Suite struct RepeatedReadTests {
  /// Records reads that were repeated.
  private final class Reads: Sendable {
    private let events = Mutex<[String]>([])
    private let callers = Mutex<[String?]>([])

    /// Returns who has asked for the contexts, and forgets them.
    func takeCallers() -> [String?] {
      callers.withLock { callers in
        defer { callers = [] }
        return callers
      }
    }

    var all: [String] { events.withLock { $0 } }

    func note(_ event: StoreEvent) {
      guard case .repeatedRead(let read) = event else { return }
      events.withLock { $0.append("\(read.entity).\(read.property ?? "") \(read.count)") }
      callers.withLock { $0.append(read.caller) }
    }
  }

  private let reads = Reads()

  /// Returns a bookshop of forty authors with a book each, which is observed.
  private func shop(_ threshold: Int?) throws -> TemporaryBookshop {
    let shop = try TemporaryBookshop(
      .file,
      options: StoreOptions(
        observed: ObservedEvents(statementsTaking: nil, repeatedReads: threshold),
        observer: { [reads] in reads.note($0) }))
    let context = shop.container.newContext()
    for number in 0..<40 {
      let author = Author(email: "\(number)", in: context)
      _ = Book(title: "\(number)", author: author, in: context)
    }
    try context.save()
    return shop
  }

  @Test func aLoopOverIdsIsReportedAtEachDoubling() throws {
    let shop = try shop(10)
    let context = shop.container.newContext()
    for id in try context.identifiers(Book.all) {
      _ = try context.object(Book.self, with: id)?.title
    }
    #expect(reads.all == ["Book. 10", "Book. 20", "Book. 40"])
  }

  @Test func aRelationshipThatIsFollowedForOneObjectAtATimeIsReported() throws {
    let shop = try shop(16)
    let context = shop.container.newContext()
    for id in try context.identifiers(Author.all) {
      let author = try context.object(Author.self, with: id)
      #expect(author?.books.count == 1)
    }
    #expect(
      reads.all.sorted() == ["Author. 16", "Author. 32", "Author.books 16", "Author.books 32"])
  }

  @Test func aToOneThatIsFollowedForOneObjectAtATimeIsReported() throws {
    let shop = try shop(40)
    let context = shop.container.newContext()
    let ids = try context.identifiers(Book.all)
    for id in ids { #expect(try context.object(Book.self, with: id)?.author?.email != nil) }
    #expect(reads.all.sorted() == ["Book. 40", "Book.author 40"])
  }

  @Test func objectsThatAreLoadedTogetherAreNotReported() throws {
    let shop = try shop(1)
    let context = shop.container.newContext()
    for author in try context.fetch(Author.all) { #expect(author.books.count == 1) }
    for book in try shop.container.newContext().fetch(Book.all) { _ = book.author?.email }
    #expect(reads.all.isEmpty)
  }

  @Test func eachContextCountsForItself() throws {
    let shop = try shop(10)
    let ids = try shop.container.newContext().identifiers(Book.all)
    for id in ids { _ = try shop.container.newContext().object(Book.self, with: id) }
    #expect(reads.all.isEmpty)
  }

  @Test func theCallIsNamedThatTheContextComesFrom() async throws {
    let shop = try shop(40)
    let container = shop.container
    let ids = try container.newContext().identifiers(Book.all)
    let loop = { @Sendable (context: ManagedObjectContext) in
      for id in ids { _ = try context.object(Book.self, with: id) }
    }
    let line = #line as UInt + 1
    try loop(container.newContext())
    #expect(reads.takeCallers() == ["\(#fileID):\(line)"])
    try await container.read { try loop($0) }
    #expect(reads.takeCallers() == ["\(#fileID):\(line + 2)"])
    try await container.write(author: "Ursula") { try loop($0) }
    #expect(reads.takeCallers() == ["\(#fileID):\(line + 4)"])
    // As a function does that passes a closure on.
    try await container.read(fileID: "Shop/Orders.swift", line: 42) { try loop($0) }
    #expect(reads.takeCallers() == ["Shop/Orders.swift:42"])
  }

  @Test func noCallIsNamedOfAContextThatTheLibraryMakes() async throws {
    let shop = try shop(40)
    @EntityActor actor Clerk {
      func loop() throws {
        for id in try context.identifiers(Book.all) { _ = try context.object(Book.self, with: id) }
      }
    }
    try await Clerk(container: shop.container).loop()
    #expect(reads.takeCallers() == [nil])
  }

  @Test func nothingIsReportedUnlessAskedFor() throws {
    let shop = try shop(nil)
    let context = shop.container.newContext()
    for id in try context.identifiers(Book.all) {
      _ = try context.object(Book.self, with: id)?.author?.books.count
    }
    #expect(reads.all.isEmpty)
  }
}

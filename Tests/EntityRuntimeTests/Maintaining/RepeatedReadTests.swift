import EntityGraph
import Synchronization
import Testing

/// A loop that asks once for each object is reported, by entity and relationship.
@Suite struct RepeatedReadTests {
  /// Records reads that were repeated.
  private final class Reads: Sendable {
    private let events = Mutex<[String]>([])

    var all: [String] { events.withLock { $0 } }

    func note(_ event: StoreEvent) {
      guard case .repeatedRead(let read) = event else { return }
      events.withLock { $0.append("\(read.entity).\(read.property ?? "") \(read.count)") }
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

  @Test func nothingIsReportedUnlessAskedFor() throws {
    let shop = try shop(nil)
    let context = shop.container.newContext()
    for id in try context.identifiers(Book.all) {
      _ = try context.object(Book.self, with: id)?.author?.books.count
    }
    #expect(reads.all.isEmpty)
  }
}

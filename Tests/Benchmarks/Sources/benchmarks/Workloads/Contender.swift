/// Somebody who keeps the library in a database, and does what the workloads ask.
///
/// A method prepares what is not to be timed and returns the work that is. The work tallies what it
/// has met; what it makes is gone when it ends, which is timed too.
protocol Contender: AnyObject, SendableMetatype {
  /// The name that tables and the chart use.
  static var name: String { get }

  /// Opens the database at `path`.
  init(path: String) throws

  // MARK: Fetching all

  /// Fetches all books into objects and reads the pages of each.
  func fetch() throws -> Work

  /// Fetches all books while all are in memory, for those who know.
  func fetchAgain() throws -> Work

  /// Fetches all books into whole objects and reads the title and the pages of each.
  func readTwo() throws -> Work

  /// Fetches all books into whole objects and reads all eight values of each, `times` over.
  func readAll(times: Int) throws -> Work

  /// Fetches all books into whole objects and reads nothing of them.
  func readNone() throws -> Work

  /// Fetches the title and the pages of all books, and reads them.
  func select() throws -> Work

  /// Goes through all authors, and through the books of each.
  func walk() throws -> Work

  /// Has the database count books, sum their pages and average their prices by author; nil for a
  /// contender who cannot.
  func group() throws -> Work?

  // MARK: Looking for some

  /// Looks up each of the books with `ids`, one by one, in one transaction where that can be said,
  /// and reads the pages of each.
  func lookUp(_ ids: [Int64]) throws -> Work

  /// Looks up books while all are in memory, for those who know.
  func lookUpAgain(_ ids: [Int64]) throws -> Work

  /// Looks up books as `lookUp` does and reads the title of each.
  func lookUpText(_ ids: [Int64]) throws -> Work

  /// Looks up books and reads their titles while all are in memory, for those who know.
  func lookUpTextAgain(_ ids: [Int64]) throws -> Work

  /// Fetches, for each range, the first books published in it, earliest first.
  func filter(_ ranges: [Range<Double>]) throws -> Work

  /// Fetches, for each range, the last books published in it, latest first, and reads the id, the
  /// title and the pages of each.
  func newest(_ ranges: [Range<Double>]) throws -> Work

  /// Fetches all books, those published last first, in pages, each by what the one before it has
  /// ended with, and reads the id, the title and the pages of each; nil for a contender who cannot.
  func pages() throws -> Work?

  /// Fetches, for each of `words`, the reviews to which it is most relevant, and reads the text and
  /// the stars of each; nil for a contender who cannot.
  func search(_ words: [String]) throws -> Work?

  // MARK: Changing

  /// Adds all books in one transaction; the authors are there.
  func insert(_ library: Library) throws -> Work

  /// Makes an object of each book, and then adds all of them in one transaction, after which they
  /// have their ids.
  func makeAndSave(_ library: Library) throws -> Work

  /// Adds one page to each of the first `count` books, which have been fetched, in one transaction.
  func update(_ count: Int) throws -> Work

  /// Deletes each of the first `count` books, which have been fetched, in one transaction.
  func delete(_ count: Int) throws -> Work

  /// Adds one page to each of the first `count` books in one transaction, without reading them as
  /// objects; nil for a contender who cannot. The ids of those that have changed are known after
  /// it, as whoever follows changes needs them.
  func updateMany(_ count: Int) throws -> Work?

  /// Deletes each of the first `count` books in one transaction, without reading them as objects;
  /// nil for a contender who cannot. The ids of those that are gone are known after it.
  func deleteMany(_ count: Int) throws -> Work?

  /// Adds each of the members who come, or changes the one with the same address, in one
  /// transaction, without reading them as objects; nil for a contender who cannot. The ids of all
  /// are known after it.
  func upsert(_ library: Library) throws -> Work?

  // MARK: Reading and changing

  /// Looks for books on two threads, as `filter` does, while a third adds books, a hundred to a
  /// transaction.
  func readBesideWriter(_ library: Library) throws -> Work

  /// Looks for books on two threads, as `newest` does, while a third adds books, a hundred to a
  /// transaction.
  func readNewestBesideWriter(_ library: Library) throws -> Work

  /// Does for each email what a request of a server does: reads the author with it and the first
  /// books by title in one transaction, reads all values of these, adds a page to the first book
  /// and saves that in another transaction. Nothing is held from one to the next.
  func request(_ emails: [String]) throws -> Work

  // MARK: Serving

  /// Answers `requests`, `inFlight` at a time, each from a task of its own: reads the author and
  /// the first books by title in one transaction with all their values; adds a page to the first
  /// book in the same transaction where that is asked for. RAW does it by as many threads as the
  /// library has readers.
  func serve(_ requests: [ServedRequest], inFlight: Int) throws -> Work
}

/// What is timed.
typealias Work = () throws -> Tally

extension Contender {
  func fetchAgain() throws -> Work { try fetch() }

  func pages() throws -> Work? { nil }

  func search(_ words: [String]) throws -> Work? { nil }

  func updateMany(_ count: Int) throws -> Work? { nil }

  func deleteMany(_ count: Int) throws -> Work? { nil }

  func upsert(_ library: Library) throws -> Work? { nil }

  func lookUpAgain(_ ids: [Int64]) throws -> Work { try lookUp(ids) }

  func lookUpTextAgain(_ ids: [Int64]) throws -> Work { try lookUpText(ids) }
}

/// Who takes part, RAW first.
let contenders: [any Contender.Type] = [
  RawContender.self, RecordContender.self, CodableContender.self, TunedContender.self,
  GraphContender.self,
]

import GRDB

/// What both records for books can do, so that the workloads stand here once.
protocol BookRow: FetchableRecord, MutablePersistableRecord, WholeBook, SendableMetatype {
  var pages: Int { get set }

  /// Creates a book that has no row yet.
  init(_ values: BookValues)
}

/// What both records for authors can do.
protocol AuthorRow: FetchableRecord, TableRecord, WholeAuthor, SendableMetatype {
  var id: Int64 { get }
}

extension AuthorRow {
  /// The column of the email.
  static var email: Column { Column("email") }
}

/// What a database says about an author's books.
struct Totals: Decodable, FetchableRecord {
  var author: Int64
  var books: Int
  var pages: Int
  var price: Double
}

extension DatabasePool {
  /// Fetches all books as `Book` and returns the tally of a number of each.
  func tally<Book: BookRow>(_ type: Book.Type, _ number: (Book) -> Int) throws -> Tally {
    try read { try Book.fetchAll($0) }.reduce(into: Tally()) { $0.add(number($1)) }
  }

  /// Looks up each of the books with `ids` and returns the tally of a number of each.
  func lookUp<Book: BookRow>(
    _ type: Book.Type, _ ids: [Int64], _ number: (Book) -> Int
  ) throws -> Tally {
    try read { database in
      var tally = Tally()
      for id in ids {
        guard let book = try Book.fetchOne(database, key: id) else { continue }
        tally.add(number(book))
      }
      return tally
    }
  }

  /// Returns what looking for books in `ranges`, each in a transaction of its own if `apart`,
  /// finds.
  func find<Book: BookRow>(
    _ type: Book.Type, _ ranges: ArraySlice<Range<Double>>, apart: Bool = false
  ) throws -> Tally {
    var tally = Tally()
    func find(_ range: Range<Double>, _ database: Database) throws {
      let published = BookRecord.Columns.published
      let books =
        try Book
        .filter(published >= range.lowerBound && published < range.upperBound)
        .order(published)
        .limit(Library.limit)
        .fetchAll(database)
      for book in books { tally.add(book.pages) }
    }
    if apart {
      for range in ranges { try read { try find(range, $0) } }
    } else {
      try read { database in
        for range in ranges { try find(range, database) }
      }
    }
    return tally
  }

  /// Inserts `books` in one transaction.
  func insert<Book: BookRow>(
    _ type: Book.Type, _ books: some Sequence<BookValues>
  ) throws -> Tally {
    try write { database in
      var tally = Tally()
      for values in books {
        var book = Book(values)
        try book.insert(database)
        tally.add(0)
      }
      return tally
    }
  }

  /// Adds a page to each of `books` in one transaction.
  func addPage<Book: BookRow>(to books: [Book]) throws -> Tally {
    try write { database in
      var tally = Tally()
      for var book in books {
        try book.updateChanges(database) { $0.pages += 1 }
        tally.add(0)
      }
      return tally
    }
  }

  /// Deletes each of `books` in one transaction.
  func delete<Book: BookRow>(_ books: [Book]) throws -> Tally {
    try write { database in
      var tally = Tally()
      for book in books where try book.delete(database) { tally.add(0) }
      return tally
    }
  }

  /// Has the database count books, sum their pages and average their prices by author.
  func group<Book: BookRow>(_ type: Book.Type) throws -> Tally {
    typealias Columns = BookRecord.Columns
    let totals = try read { database in
      try Book
        .select(
          Columns.author, count(Columns.id).forKey("books"), sum(Columns.pages).forKey("pages"),
          average(Columns.price).forKey("price")
        )
        .group(Columns.author)
        .asRequest(of: Totals.self)
        .fetchAll(database)
    }
    return totals.reduce(into: Tally()) { $0.add($1.pages) }
  }

  /// Looks for books on two threads while a third adds books, a hundred to a transaction.
  func readBesideWriter<Book: BookRow>(_ type: Book.Type, _ library: Library) throws -> Tally {
    try besideWriter(Book.self, library) {
      try self.find(Book.self, library.rangesBeside, apart: true)
    }
  }

  /// Does what `read` does on two threads while a third adds books, a hundred to a transaction.
  func besideWriter<Book: BookRow>(
    _ type: Book.Type, _ library: Library, _ read: @escaping @Sendable () throws -> Tally
  ) throws -> Tally {
    let write: @Sendable () throws -> Tally = {
      for books in library.lateBooks.chunks { _ = try self.insert(Book.self, books) }
      return Tally()
    }
    return try concurrently([read, read, write])
  }
}

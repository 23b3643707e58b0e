import GRDB

/// GRDB by hand: SQL, statements used again, columns by position, no record protocols.
final class TunedContender: Contender {
  static let name = "GRDB by hand"

  let pool: DatabasePool

  init(path: String) throws { pool = try .library(path) }

  func fetch() throws -> Work {
    {
      var tally = Tally()
      for book in try self.books() { tally.add(book.pages) }
      return tally
    }
  }

  func readTwo() throws -> Work {
    {
      var tally = Tally()
      for book in try self.books() { tally.add(book.title.utf8.count + book.pages) }
      return tally
    }
  }

  func lookUp(_ ids: [Int64]) throws -> Work {
    {
      try self.pool.read { database in
        let select = try database.cachedStatement(
          sql: "SELECT \(TunedBook.columns) FROM Book WHERE _id = ?")
        var tally = Tally()
        for id in ids {
          let rows = try Row.fetchCursor(select, arguments: [id])
          while let row = try rows.next() { tally.add(TunedBook(row).pages) }
        }
        return tally
      }
    }
  }

  func filter(_ ranges: [Range<Double>]) throws -> Work {
    {
      try self.pool.read { database in
        var tally = Tally()
        for range in ranges { try Self.find(range, &tally, database) }
        return tally
      }
    }
  }

  func walk() throws -> Work {
    {
      let authors = try self.pool.read { database in
        var authors: [TunedAuthor] = []
        let sql = "SELECT \(RawAuthor.columns) FROM Author ORDER BY _id"
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
        while let row = try rows.next() { authors.append(TunedAuthor(row)) }
        try Self.giveBooks(to: authors, database)
        return authors
      }
      var tally = Tally()
      for author in authors { for book in author.books { tally.add(book.pages) } }
      return tally
    }
  }

  func group() throws -> Work? {
    {
      let totals = try self.pool.read { database in
        let rows = try Row.fetchCursor(
          database.cachedStatement(
            sql: "SELECT author, count(*), sum(pages), avg(price) FROM Book GROUP BY author"))
        var totals: [(author: Int64, count: Int, pages: Int, price: Double)] = []
        while let row = try rows.next() { totals.append((row[0], row[1], row[2], row[3])) }
        return totals
      }
      return totals.reduce(into: Tally()) { $0.add($1.pages) }
    }
  }

  /// Reads the first `count` books into objects.
  func books(_ count: Int = .max) throws -> [TunedBook] {
    try pool.read { database in
      var books: [TunedBook] = []
      let rows = try Row.fetchCursor(
        database.cachedStatement(
          sql: "SELECT \(TunedBook.columns) FROM Book ORDER BY _id LIMIT \(count)"))
      while let row = try rows.next() { books.append(TunedBook(row)) }
      return books
    }
  }

  /// Looks for books in `range`.
  static func find(_ range: Range<Double>, _ tally: inout Tally, _ database: Database) throws {
    let select = try database.cachedStatement(
      sql: """
        SELECT \(TunedBook.columns) FROM Book WHERE published >= ? AND published < ?
        ORDER BY published LIMIT \(Library.limit)
        """)
    let rows = try Row.fetchCursor(select, arguments: [range.lowerBound, range.upperBound])
    var books: [TunedBook] = []
    while let row = try rows.next() { books.append(TunedBook(row)) }
    for book in books { tally.add(book.pages) }
  }

  /// Reads the books of `authors`, who are all there are, in the order of their ids.
  private static func giveBooks(to authors: [TunedAuthor], _ database: Database) throws {
    let sql = "SELECT \(TunedBook.columns) FROM Book ORDER BY author"
    let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
    var next = authors.startIndex
    while let row = try rows.next() {
      let book = TunedBook(row)
      while authors[next].id != book.author { next += 1 }
      authors[next].books.append(book)
    }
  }
}

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

  func readAll(times: Int) throws -> Work {
    {
      let books = try self.books()
      var tally = Tally(count: books.count)
      for _ in 0..<times { for book in books { tally.sum += book.sum } }
      return tally
    }
  }

  func readNone() throws -> Work { { Tally(count: try self.books().count) } }

  func select() throws -> Work {
    {
      let titles = try self.pool.read { database in
        var titles: [TunedTitle] = []
        let rows = try Row.fetchCursor(
          database.cachedStatement(sql: "SELECT title, pages FROM Book ORDER BY _id"))
        while let row = try rows.next() { titles.append(TunedTitle(row)) }
        return titles
      }
      return titles.reduce(into: Tally()) { $0.add($1.title.utf8.count + $1.pages) }
    }
  }

  func lookUp(_ ids: [Int64]) throws -> Work { try lookUp(ids) { $0.pages } }

  func lookUpText(_ ids: [Int64]) throws -> Work { try lookUp(ids) { $0.title.utf8.count } }

  private func lookUp(
    _ ids: [Int64], _ number: @escaping @Sendable (TunedBook) -> Int
  ) throws -> Work {
    {
      try self.pool.read { database in
        let select = try database.cachedStatement(
          sql: "SELECT \(TunedBook.columns) FROM Book WHERE _id = ?")
        var tally = Tally()
        for id in ids {
          let rows = try Row.fetchCursor(select, arguments: [id])
          while let row = try rows.next() { tally.add(number(TunedBook(row))) }
        }
        return tally
      }
    }
  }

  func filter(_ ranges: [Range<Double>]) throws -> Work {
    {
      try self.pool.read { database in
        var tally = Tally()
        for range in ranges {
          for book in try Self.find(range, database) { tally.add(book.pages) }
        }
        return tally
      }
    }
  }

  func newest(_ ranges: [Range<Double>]) throws -> Work {
    {
      try self.pool.read { database in
        var tally = Tally()
        for range in ranges {
          for book in try Self.find(range, newestFirst: true, database) { tally.add(book.listed) }
        }
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

  /// Returns the earliest books in `range`, or the latest.
  static func find(
    _ range: Range<Double>, newestFirst: Bool = false, _ database: Database
  ) throws -> [TunedBook] {
    let select = try database.cachedStatement(
      sql: """
        SELECT \(TunedBook.columns) FROM Book WHERE published >= ? AND published < ?
        ORDER BY \(newestFirst ? "published DESC, _id DESC" : "published") LIMIT \(Library.limit)
        """)
    let rows = try Row.fetchCursor(select, arguments: [range.lowerBound, range.upperBound])
    var books: [TunedBook] = []
    while let row = try rows.next() { books.append(TunedBook(row)) }
    return books
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

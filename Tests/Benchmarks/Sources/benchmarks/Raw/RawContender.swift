import CSQLiteRaw

/// The leanest Swift over the C interface: statements used again, columns by position, text bound
/// without a copy, final classes with stored properties.
final class RawContender: Contender {
  static let name = "RAW"

  let path: String
  let connection: RawConnection

  init(path: String) throws {
    self.path = path
    connection = try RawConnection(path: path)
  }

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
    let connection = connection
    return {
      let select = try connection.prepare("SELECT \(RawTitle.columns) FROM Book ORDER BY _id")
      var titles: [RawTitle] = []
      while sqlite3_step(select.handle) == SQLITE_ROW { titles.append(RawTitle(select.handle)) }
      var tally = Tally()
      for title in titles { tally.add(title.title.utf8.count + title.pages) }
      return tally
    }
  }

  func lookUp(_ ids: [Int64]) throws -> Work { try lookUp(ids) { $0.pages } }

  func lookUpText(_ ids: [Int64]) throws -> Work { try lookUp(ids) { $0.title.utf8.count } }

  @inline(__always)
  private func lookUp(_ ids: [Int64], _ number: @escaping (RawBook) -> Int) throws -> Work {
    let connection = connection
    let select = try connection.prepare("SELECT \(RawBook.columns) FROM Book WHERE _id = ?")
    return {
      try connection.transaction {
        var tally = Tally()
        for id in ids {
          sqlite3_bind_int64(select.handle, 1, id)
          guard sqlite3_step(select.handle) == SQLITE_ROW else { throw connection.failure }
          tally.add(number(RawBook(select.handle)))
          sqlite3_reset(select.handle)
        }
        return tally
      }
    }
  }

  func filter(_ ranges: [Range<Double>]) throws -> Work {
    let search = try RawSearch(connection)
    return { try self.connection.transaction { search.tally(ranges[...]) { $0.pages } } }
  }

  func newest(_ ranges: [Range<Double>]) throws -> Work {
    let search = try RawSearch(connection, newestFirst: true)
    return { try self.connection.transaction { search.tally(ranges[...]) { $0.listed } } }
  }

  func walk() throws -> Work {
    let connection = connection
    return {
      // One query for all books, each author's together: what one writes who knows what comes.
      var authors: [RawAuthor] = []
      let select = try connection.prepare("SELECT \(RawAuthor.columns) FROM Author ORDER BY _id")
      while sqlite3_step(select.handle) == SQLITE_ROW { authors.append(RawAuthor(select.handle)) }
      let statement = try connection.prepare("SELECT \(RawBook.columns) FROM Book ORDER BY author")
      var next = authors.startIndex
      while sqlite3_step(statement.handle) == SQLITE_ROW {
        let book = RawBook(statement.handle)
        while authors[next].id != book.author { next += 1 }
        authors[next].books.append(book)
      }
      var tally = Tally()
      for author in authors { for book in author.books { tally.add(book.pages) } }
      return tally
    }
  }

  func group() throws -> Work? {
    let connection = connection
    return {
      let select = try connection.prepare(
        "SELECT author, count(*), sum(pages), avg(price) FROM Book GROUP BY author")
      var totals: [(author: Int64, count: Int, pages: Int, price: Double)] = []
      while sqlite3_step(select.handle) == SQLITE_ROW {
        totals.append(
          (
            sqlite3_column_int64(select.handle, 0), Int(sqlite3_column_int64(select.handle, 1)),
            Int(sqlite3_column_int64(select.handle, 2)), sqlite3_column_double(select.handle, 3)
          ))
      }
      return totals.reduce(into: Tally()) { $0.add($1.pages) }
    }
  }

  /// Reads all books into objects.
  func books(_ count: Int = .max) throws -> [RawBook] {
    let select = try connection.prepare(
      "SELECT \(RawBook.columns) FROM Book ORDER BY _id LIMIT \(count)")
    var books: [RawBook] = []
    while sqlite3_step(select.handle) == SQLITE_ROW { books.append(RawBook(select.handle)) }
    return books
  }
}

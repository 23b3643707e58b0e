import GRDB

extension TunedContender {
  func request(_ emails: [String]) throws -> Work {
    {
      var tally = Tally()
      for email in emails {
        let (author, books) = try self.pool.read { database in
          let author = try Self.author(email, database)
          return (author, try Self.books(of: author, database))
        }
        tally.add(author.sum)
        for book in books { tally.add(book.sum) }
        let book = books[0]
        book.pages += 1
        try self.pool.write { database in
          let update = try database.cachedStatement(sql: "UPDATE Book SET pages = ? WHERE _id = ?")
          try update.execute(arguments: [book.pages, book.id])
        }
      }
      return tally
    }
  }

  /// Returns the author with `email`.
  static func author(_ email: String, _ database: Database) throws -> TunedAuthor {
    let select = try database.cachedStatement(
      sql: "SELECT \(RawAuthor.columns) FROM Author WHERE email = ?")
    let authors = try Row.fetchCursor(select, arguments: [email]).map { TunedAuthor($0) }
    guard let author = try authors.next() else {
      throw WrongAnswer(description: "\(name) finds no author")
    }
    return author
  }

  /// Returns the first books of `author` by title.
  static func books(of author: TunedAuthor, _ database: Database) throws -> [TunedBook] {
    let select = try database.cachedStatement(
      sql: """
        SELECT \(TunedBook.columns) FROM Book WHERE author = ?
        ORDER BY title LIMIT \(Library.booksOfRequest)
        """)
    let rows = try Row.fetchCursor(select, arguments: [author.id])
    var books: [TunedBook] = []
    while let row = try rows.next() { books.append(TunedBook(row)) }
    return books
  }
}

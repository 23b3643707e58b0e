import CSQLiteRaw

extension RawContender {
  func request(_ emails: [String]) throws -> Work {
    let connection = connection
    let author = try connection.prepare("SELECT \(RawAuthor.columns) FROM Author WHERE email = ?")
    let books = try connection.prepare(
      """
      SELECT \(RawBook.columns) FROM Book WHERE author = ?
      ORDER BY title LIMIT \(Library.booksOfRequest)
      """)
    let reading = try RawTransaction(connection)
    let writing = try RawTransaction(connection, "BEGIN IMMEDIATE")
    let update = try connection.prepare("UPDATE Book SET pages = ? WHERE _id = ?")
    return {
      var tally = Tally()
      for email in emails {
        let (author, books) = try reading.run {
          let author = try Self.author(email, author, connection)
          return (author, Self.books(of: author, books))
        }
        tally.add(author.sum)
        for book in books { tally.add(book.sum) }
        let book = books[0]
        book.pages += 1
        try writing.run {
          sqlite3_bind_int64(update.handle, 1, Int64(book.pages))
          sqlite3_bind_int64(update.handle, 2, book.id)
          guard sqlite3_step(update.handle) == SQLITE_DONE else { throw connection.failure }
          sqlite3_reset(update.handle)
        }
      }
      return tally
    }
  }

  /// Returns the author with `email`, by the statement `select`.
  static func author(
    _ email: String, _ select: RawStatement, _ connection: RawConnection
  ) throws -> RawAuthor {
    var email = email
    return try email.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(select.handle, 1, $0.baseAddress, Int32($0.count), nil)
        guard sqlite3_step(select.handle) == SQLITE_ROW else { throw connection.failure }
        let author = RawAuthor(select.handle)
        sqlite3_reset(select.handle)
        return author
      }
    }
  }

  /// Returns the first books of `author` by title, by the statement `select`.
  static func books(of author: RawAuthor, _ select: RawStatement) -> [RawBook] {
    sqlite3_bind_int64(select.handle, 1, author.id)
    var books: [RawBook] = []
    while sqlite3_step(select.handle) == SQLITE_ROW { books.append(RawBook(select.handle)) }
    sqlite3_reset(select.handle)
    return books
  }
}

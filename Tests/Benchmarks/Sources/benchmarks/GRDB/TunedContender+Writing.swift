import GRDB

extension TunedContender {
  func insert(_ library: Library) throws -> Work {
    { try self.pool.write { try Self.insert(library.books, $0) } }
  }

  func update(_ count: Int) throws -> Work {
    let books = try books(count)
    return {
      try self.pool.write { database in
        let update = try database.cachedStatement(sql: "UPDATE Book SET pages = ? WHERE _id = ?")
        var tally = Tally()
        for book in books {
          book.pages += 1
          try update.execute(arguments: [book.pages, book.id])
          tally.add(0)
        }
        return tally
      }
    }
  }

  func delete(_ count: Int) throws -> Work {
    let books = try books(count)
    return {
      try self.pool.write { database in
        let delete = try database.cachedStatement(sql: "DELETE FROM Book WHERE _id = ?")
        var tally = Tally()
        for book in books {
          try delete.execute(arguments: [book.id])
          tally.add(0)
        }
        return tally
      }
    }
  }

  func readBesideWriter(_ library: Library) throws -> Work {
    let pool = pool
    let read: @Sendable () throws -> Tally = {
      var tally = Tally()
      for range in library.rangesBeside { try pool.read { try Self.find(range, &tally, $0) } }
      return tally
    }
    let write: @Sendable () throws -> Tally = {
      for books in library.lateBooks.chunks { _ = try pool.write { try Self.insert(books, $0) } }
      return Tally()
    }
    return { try concurrently([read, read, write]) }
  }

  /// Inserts `books`, in a transaction that has begun.
  private static func insert(
    _ books: some Sequence<BookValues>, _ database: Database
  ) throws -> Tally {
    let insert = try database.cachedStatement(
      sql: """
        INSERT INTO Book (_version, title, isbn, pages, price, published, summary, author)
        VALUES (2, ?, ?, ?, ?, ?, ?, ?)
        """)
    var tally = Tally()
    for book in books {
      try insert.execute(arguments: [
        book.title, book.isbn, book.pages, book.price, book.published, book.summary,
        book.author + 1,
      ])
      tally.add(0)
    }
    return tally
  }
}

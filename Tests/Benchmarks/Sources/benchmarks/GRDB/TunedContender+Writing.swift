import GRDB

extension TunedContender {
  func insert(_ library: Library) throws -> Work {
    { try self.pool.write { try Self.insert(library.books, $0) } }
  }

  func makeAndSave(_ library: Library) throws -> Work {
    {
      let books = library.books.map { TunedBook($0) }
      try self.pool.write { database in
        let insert = try Self.insertion(database)
        for book in books {
          try insert.execute(arguments: [
            book.title, book.isbn, book.pages, book.price, book.published, book.summary,
            book.author,
          ])
          book.id = database.lastInsertedRowID
        }
      }
      var tally = Tally()
      for book in books where book.hasID { tally.add(0) }
      return tally
    }
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

  func updateMany(_ count: Int) throws -> Work? {
    many(count, "UPDATE Book SET pages = pages + 1, _version = _version + 1 WHERE _id <= ?")
  }

  func deleteMany(_ count: Int) throws -> Work? {
    many(count, "DELETE FROM Book WHERE _id <= ?")
  }

  /// Returns the work of `change`, whose parameter is the last id, and of reading the ids up to
  /// it.
  private func many(_ count: Int, _ change: String) -> Work {
    {
      try self.pool.write { database in
        let ids = try Int64.fetchAll(
          database, sql: "SELECT _id FROM Book WHERE _id <= ? ORDER BY _id", arguments: [count])
        try database.execute(sql: change, arguments: [count])
        return Tally(count: ids.count)
      }
    }
  }

  func readBesideWriter(_ library: Library) throws -> Work {
    let pool = pool
    return Self.besideWriter(pool, library) {
      var tally = Tally()
      for range in library.rangesBeside {
        for book in try pool.read({ try Self.find(range, $0) }) { tally.add(book.pages) }
      }
      return tally
    }
  }

  func readNewestBesideWriter(_ library: Library) throws -> Work {
    let pool = pool
    return Self.besideWriter(pool, library) {
      var tally = Tally()
      for range in library.rangesBeside {
        let books = try pool.read { try Self.find(range, newestFirst: true, $0) }
        for book in books { tally.add(book.listed) }
      }
      return tally
    }
  }

  /// Returns the work of two threads that do what `read` does beside a writer.
  private static func besideWriter(
    _ pool: DatabasePool, _ library: Library, _ read: @escaping @Sendable () throws -> Tally
  ) -> Work {
    let write: @Sendable () throws -> Tally = {
      for books in library.lateBooks.chunks { _ = try pool.write { try Self.insert(books, $0) } }
      return Tally()
    }
    return { try concurrently([read, read, write]) }
  }

  /// Returns the statement that inserts a book.
  private static func insertion(_ database: Database) throws -> Statement {
    try database.cachedStatement(
      sql: """
        INSERT INTO Book (_version, title, isbn, pages, price, published, summary, author)
        VALUES (2, ?, ?, ?, ?, ?, ?, ?)
        """)
  }

  /// Inserts `books`, in a transaction that has begun.
  private static func insert(
    _ books: some Sequence<BookValues>, _ database: Database
  ) throws -> Tally {
    let insert = try insertion(database)
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

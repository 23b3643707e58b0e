import GRDB

extension RecordsContender {
  func serve(_ requests: [ServedRequest], inFlight: Int) throws -> Work {
    let pool = pool
    return try Library.serving(requests, inFlight: inFlight) { request in
      guard request.changes else {
        return try await pool.read { try Self.read(request.email, $0).tally }
      }
      return try await pool.write { database in
        let (tally, first) = try Self.read(request.email, database)
        var book = first
        _ = try book.updateChanges(database) { $0.pages += 1 }
        return tally
      }
    }
  }

  /// Reads the author with `email` and the first books; returns what that comes to, and the first.
  private static func read(_ email: String, _ database: Database) throws -> (
    tally: Tally, first: Book
  ) {
    guard let author = try Author.filter(Author.email == email).fetchOne(database) else {
      throw WrongAnswer(description: "\(name) finds no author")
    }
    let books =
      try Book
      .filter(BookRecord.Columns.author == author.id)
      .order(BookRecord.Columns.title)
      .limit(Library.booksOfRequest)
      .fetchAll(database)
    var tally = Tally()
    tally.add(author.sum)
    for book in books { tally.add(book.steadySum) }
    return (tally, books[0])
  }
}

extension TunedContender {
  func serve(_ requests: [ServedRequest], inFlight: Int) throws -> Work {
    let pool = pool
    return try Library.serving(requests, inFlight: inFlight) { request in
      guard request.changes else {
        return try await pool.read { try Self.read(request.email, $0).tally }
      }
      return try await pool.write { database in
        let (tally, book) = try Self.read(request.email, database)
        let update = try database.cachedStatement(sql: "UPDATE Book SET pages = ? WHERE _id = ?")
        try update.execute(arguments: [book.pages + 1, book.id])
        return tally
      }
    }
  }

  /// Reads the author with `email` and the first books; returns what that comes to, and the first.
  private static func read(
    _ email: String, _ database: Database
  ) throws -> (tally: Tally, first: TunedBook) {
    let author = try author(email, database)
    let books = try books(of: author, database)
    var tally = Tally()
    tally.add(author.sum)
    for book in books { tally.add(book.steadySum) }
    return (tally, books[0])
  }
}

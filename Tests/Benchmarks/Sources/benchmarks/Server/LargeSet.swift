import CSQLiteRaw
import EntityGraph

/// One author who has written all books: a set that nobody would load.
struct LargeSet {
  /// How many books are inserted.
  static let insertions = 100

  private let path: String

  /// Gives all books in the file at `path` to the first author.
  init(path: String) throws {
    self.path = path
    try RawConnection(path: path).run("UPDATE Book SET author = 1")
  }

  /// Returns the milliseconds of making books members of the set and saving them.
  func insert(_ stopwatch: Stopwatch) throws -> Double {
    try withAuthor { context, author in
      try stopwatch.milliseconds {
        for number in 0..<Self.insertions {
          author.$books.insert(
            Book(
              title: "New", isbn: "\(number)", pages: 1, price: 1, published: 1, in: context))
        }
        try context.save()
      }
    }
  }

  /// Returns the milliseconds of the same rows through the C interface.
  func rawInsert(_ stopwatch: Stopwatch) throws -> Double {
    let connection = try RawConnection(path: path)
    return try stopwatch.milliseconds {
      try connection.transaction("BEGIN IMMEDIATE") {
        let insert = try connection.prepare(
          """
          INSERT INTO Book (_version, title, isbn, pages, price, published, author)
          VALUES (1, 'New', ?, 1, 1, 1, 1)
          """)
        for number in 0..<Self.insertions {
          sqlite3_bind_int64(insert.handle, 1, Int64(number))
          guard sqlite3_step(insert.handle) == SQLITE_DONE else { throw connection.failure }
          sqlite3_reset(insert.handle)
        }
      }
    }
  }

  /// Returns the milliseconds of counting the members and reading the first page of them, one of
  /// which has not been saved.
  func read(_ stopwatch: Stopwatch) throws -> Double {
    try withAuthor { context, author in
      author.$books.insert(
        Book(title: "New", isbn: "", pages: 1, price: 1, published: 1, in: context))
      return try stopwatch.milliseconds {
        guard try author.$books.count > Self.insertions,
          try context.fetch(author.$books.all.limit(20)).count == 20
        else { throw WrongAnswer(description: "the set is large") }
      }
    }
  }

  /// Returns the milliseconds of the same statements through the C interface.
  func rawRead(_ stopwatch: Stopwatch) throws -> Double {
    let connection = try RawConnection(path: path)
    return try stopwatch.milliseconds {
      let count = try connection.prepare("SELECT count(*) FROM Book WHERE author = 1")
      let page = try connection.prepare(
        "SELECT \(RawBook.columns) FROM Book WHERE author = 1 ORDER BY _id LIMIT 20")
      try withExtendedLifetime((count, page)) {
        guard sqlite3_step(count.handle) == SQLITE_ROW else { throw connection.failure }
        var rows = 0
        while sqlite3_step(page.handle) == SQLITE_ROW { rows += 1 }
        guard rows == 20 else { throw connection.failure }
      }
    }
  }

  /// Returns what `body` does with the author.
  private func withAuthor(
    _ body: (ManagedObjectContext, Author) throws -> Double
  ) throws -> Double {
    let container = try GraphContender(path: path).container
    defer { container.close() }
    let context = container.newContext()
    guard let author = try context.first(Author.limit(1)) else {
      throw WrongAnswer(description: "there is no author")
    }
    return try body(context, author)
  }
}

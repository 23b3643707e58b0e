import CSQLiteRaw

/// The insertion of books.
final class RawInsertion {
  private let connection: RawConnection
  private let insert: RawStatement

  init(_ connection: RawConnection) throws {
    self.connection = connection
    insert = try connection.prepare(
      """
      INSERT INTO Book (_version, title, isbn, pages, price, published, summary, author)
      VALUES (2, ?, ?, ?, ?, ?, ?, ?)
      """)
  }

  /// Inserts `books`, in a transaction that has begun.
  func run(_ books: some Sequence<BookValues>) throws -> Tally {
    var tally = Tally()
    for book in books {
      try run(book, author: Int64(book.author + 1))
      tally.add(0)
    }
    return tally
  }

  /// Inserts `books` in a transaction that has begun, and gives them their ids.
  func run(_ books: [RawBook]) throws {
    for book in books {
      try run(book, author: book.author)
      book.id = connection.lastID
    }
  }

  @inline(__always) private func run(_ book: some WholeBook, author: Int64) throws {
    let statement = insert.handle
    sqlite3_bind_int64(statement, 3, Int64(book.pages))
    sqlite3_bind_double(statement, 4, book.price)
    sqlite3_bind_double(statement, 5, book.published)
    sqlite3_bind_int64(statement, 7, author)
    // SQLite need not copy bytes that stay where they are until it has stepped.
    try bind(book.title, statement, 1) {
      try bind(book.isbn, statement, 2) {
        guard let summary = book.summary else {
          sqlite3_bind_null(statement, 6)
          return try step(statement)
        }
        try bind(summary, statement, 6) { try step(statement) }
      }
    }
  }

  private func step(_ statement: OpaquePointer) throws {
    guard sqlite3_step(statement) == SQLITE_DONE else { throw connection.failure }
    sqlite3_reset(statement)
  }

  /// Binds `text` for as long as `body` runs.
  @inline(__always) private func bind(
    _ text: String, _ statement: OpaquePointer, _ index: Int32, _ body: () throws -> Void
  ) throws {
    var text = text
    try text.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), nil)
        try body()
      }
    }
  }
}

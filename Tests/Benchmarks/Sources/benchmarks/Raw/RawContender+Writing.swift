import CSQLiteRaw

extension RawContender {
  func insert(_ library: Library) throws -> Work {
    let insertion = try RawInsertion(connection)
    return {
      try self.connection.transaction("BEGIN IMMEDIATE") { try insertion.run(library.books) }
    }
  }

  func update(_ count: Int) throws -> Work {
    let books = try books(count)
    let update = try connection.prepare("UPDATE Book SET pages = ? WHERE _id = ?")
    let connection = connection
    return {
      try connection.transaction("BEGIN IMMEDIATE") {
        var tally = Tally()
        for book in books {
          book.pages += 1
          sqlite3_bind_int64(update.handle, 1, Int64(book.pages))
          sqlite3_bind_int64(update.handle, 2, book.id)
          guard sqlite3_step(update.handle) == SQLITE_DONE else { throw connection.failure }
          sqlite3_reset(update.handle)
          tally.add(0)
        }
        return tally
      }
    }
  }

  func delete(_ count: Int) throws -> Work {
    let books = try books(count)
    let delete = try connection.prepare("DELETE FROM Book WHERE _id = ?")
    let connection = connection
    return {
      try connection.transaction("BEGIN IMMEDIATE") {
        var tally = Tally()
        for book in books {
          sqlite3_bind_int64(delete.handle, 1, book.id)
          guard sqlite3_step(delete.handle) == SQLITE_DONE else { throw connection.failure }
          sqlite3_reset(delete.handle)
          tally.add(0)
        }
        return tally
      }
    }
  }

  func readBesideWriter(_ library: Library) throws -> Work {
    let path = path
    // A connection stays on its thread. Outside a transaction every search sees what is new.
    let read: @Sendable () throws -> Tally = {
      try RawSearch(RawConnection(path: path)).tally(library.rangesBeside)
    }
    let write: @Sendable () throws -> Tally = {
      let connection = try RawConnection(path: path)
      let insertion = try RawInsertion(connection)
      for books in library.lateBooks.chunks {
        _ = try connection.transaction("BEGIN IMMEDIATE") { try insertion.run(books) }
      }
      return Tally()
    }
    return { try concurrently([read, read, write]) }
  }
}

/// The insertion of books.
private final class RawInsertion {
  private let connection: RawConnection
  private let insert: RawStatement

  init(_ connection: RawConnection) throws {
    self.connection = connection
    insert = try connection.prepare(
      """
      INSERT INTO Book (_version, title, isbn, pages, price, published, summary, author)
      VALUES (1, ?, ?, ?, ?, ?, ?, ?)
      """)
  }

  /// Inserts `books`, in a transaction that has begun.
  func run(_ books: some Sequence<BookValues>) throws -> Tally {
    var tally = Tally()
    for book in books {
      try run(book)
      tally.add(0)
    }
    return tally
  }

  private func run(_ book: BookValues) throws {
    let statement = insert.handle
    sqlite3_bind_int64(statement, 3, Int64(book.pages))
    sqlite3_bind_double(statement, 4, book.price)
    sqlite3_bind_double(statement, 5, book.published)
    sqlite3_bind_int64(statement, 7, Int64(book.author + 1))
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

extension [BookValues] {
  /// The books in runs of a hundred, of which each is one transaction of a writer beside readers.
  var chunks: [ArraySlice<BookValues>] {
    stride(from: 0, to: count, by: 100).map { self[$0..<Swift.min($0 + 100, count)] }
  }
}

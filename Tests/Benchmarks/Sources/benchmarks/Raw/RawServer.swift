import CSQLiteRaw
import Synchronization

/// What one thread of a server has: a connection of its own, and its statements.
final class RawServer: @unchecked Sendable {
  // Made by one thread and used by one other afterwards.

  private let connection: RawConnection
  private let author: RawStatement
  private let books: RawStatement
  private let update: RawStatement
  private let reading: RawTransaction
  private let writing: RawTransaction

  init(path: String) throws {
    connection = try RawConnection(path: path)
    author = try connection.prepare("SELECT \(RawAuthor.columns) FROM Author WHERE email = ?")
    books = try connection.prepare(
      """
      SELECT \(RawBook.columns) FROM Book WHERE author = ?
      ORDER BY title LIMIT \(Library.booksOfRequest)
      """)
    update = try connection.prepare("UPDATE Book SET pages = ? WHERE _id = ?")
    reading = try RawTransaction(connection)
    writing = try RawTransaction(connection, "BEGIN IMMEDIATE")
  }

  /// Returns what `request` reads; one after the other of those that change something enters
  /// `turn`.
  func answer(_ request: ServedRequest, _ turn: borrowing Mutex<Void>) throws -> Tally {
    guard request.changes else { return try reading.run { try read(request.email).tally } }
    return try turn.withLock { _ in
      try writing.run {
        let (tally, book) = try read(request.email)
        book.pages += 1
        try save(book)
        return tally
      }
    }
  }

  /// Reads the author with `email` and the first books; returns what that comes to, and the first.
  private func read(_ email: String) throws -> (tally: Tally, first: RawBook) {
    let author = try RawContender.author(email, author, connection)
    let books = RawContender.books(of: author, books)
    var tally = Tally()
    tally.add(author.sum)
    for book in books { tally.add(book.steadySum) }
    return (tally, books[0])
  }

  /// Writes the pages of `book`.
  private func save(_ book: RawBook) throws {
    sqlite3_bind_int64(update.handle, 1, Int64(book.pages))
    sqlite3_bind_int64(update.handle, 2, book.id)
    guard sqlite3_step(update.handle) == SQLITE_DONE else { throw connection.failure }
    sqlite3_reset(update.handle)
  }
}

extension RawContender {
  /// As many threads as the library has readers, whatever `inFlight`: no tasks, nobody waits.
  func serve(_ requests: [ServedRequest], inFlight: Int) throws -> Work {
    let turn = Turn()
    let servers = try (0..<Library.servers).map { _ in try RawServer(path: path) }
    for server in servers {
      for request in Library.warming(requests) { _ = try server.answer(request, turn.mutex) }
    }
    return {
      let next = Numbers()
      return try concurrently(
        servers.map { server in
          {
            var tally = Tally()
            while let number = next.take(below: requests.count) {
              tally.add(try server.answer(requests[number], turn.mutex))
            }
            return tally
          }
        })
    }
  }
}

/// Lets one thread write at a time, so that none has to try again.
private final class Turn: Sendable {
  let mutex = Mutex<Void>(())
}

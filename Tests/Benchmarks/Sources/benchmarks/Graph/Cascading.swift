import CSQLiteRaw
import EntityGraph

/// Deletes an author who has written all books, with which these go.
struct Cascading {
  private let path: String

  /// Gives all books in the file at `path` to the first author.
  init(path: String) throws {
    self.path = path
    try RawConnection(path: path).run("UPDATE Book SET author = 1")
  }

  /// Returns the milliseconds of deleting the author as an object, and of the save.
  func delete(_ stopwatch: Stopwatch) throws -> Double {
    try run(stopwatch) { context in
      guard let author = try context.first(Author.limit(1)) else {
        throw WrongAnswer(description: "there is no author")
      }
      context.delete(author)
      try context.save()
    }
  }

  /// Returns the milliseconds of deleting the author without making objects.
  func deleteAtOnce(_ stopwatch: Stopwatch) throws -> Double {
    let email = AuthorValues(0).email
    return try run(stopwatch) { context in
      try context.deleteAll(Author.where { $0.email == email })
    }
  }

  private func run(
    _ stopwatch: Stopwatch, _ body: (ManagedObjectContext) throws -> Void
  ) throws -> Double {
    let container = try GraphContender(path: path).container
    let time = try stopwatch.milliseconds { try body(container.newContext()) }
    container.close()
    try check()
    return time
  }

  /// Returns the milliseconds of the same deletions through the C interface, the ids of what goes
  /// read before, as whoever follows changes needs them.
  func rawDelete(_ stopwatch: Stopwatch) throws -> Double {
    let connection = try RawConnection(path: path)
    let time = try stopwatch.milliseconds {
      let select = try connection.prepare("SELECT _id FROM Book WHERE author = 1")
      var ids: [Int64] = []
      try connection.transaction("BEGIN IMMEDIATE") {
        while sqlite3_step(select.handle) == SQLITE_ROW {
          ids.append(sqlite3_column_int64(select.handle, 0))
        }
        sqlite3_reset(select.handle)
        try connection.run("DELETE FROM Book WHERE author = 1")
        try connection.run("DELETE FROM Author WHERE _id = 1")
      }
    }
    try check()
    return time
  }

  private func check() throws {
    try expect(RawConnection(path: path).books(), Tally(), "the books of the author")
  }
}

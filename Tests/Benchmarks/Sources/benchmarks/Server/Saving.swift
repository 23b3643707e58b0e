import CSQLiteRaw
import EntityGraph

/// Saves changes of books with EntityGraph.
struct GraphSaving {
  private let container: PersistentContainer

  init(path: String, _ history: HistoryPolicy? = nil) throws {
    container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self, Review.self, Member.self), at: .file(path),
      options: StoreOptions(history: history))
  }

  /// Returns the microseconds of a save of one book, of `count` such saves.
  func save(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    let context = container.newContext()
    let books = try context.fetch(Book.limit(20))
    let change = { (number: Int) in
      books[number % books.count].pages += 1
      try context.save()
    }
    for number in books.indices { try change(number) }
    let time = try stopwatch.milliseconds { for number in 0..<count { try change(number) } }
    container.close()
    return time * 1000 / Double(count)
  }

  /// Returns the milliseconds of a save of many books.
  func saveAll(_ scale: Scale, _ stopwatch: Stopwatch) throws -> Double {
    let context = container.newContext()
    let books = try context.fetch(Book.limit(scale.changes))
    for book in books { book.pages += 1 }
    let time = try stopwatch.milliseconds { try context.save() }
    container.close()
    return time
  }
}

/// Saves changes of books through the C interface.
struct RawSaving {
  private let connection: RawConnection

  init(path: String) throws { connection = try RawConnection(path: path) }

  /// Returns the microseconds of a save of one book, of `count` such saves.
  func save(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    let writing = try RawTransaction(connection, "BEGIN IMMEDIATE")
    let update = try connection.prepare("UPDATE Book SET pages = ? WHERE _id = ?")
    let change = { (number: Int) in
      try writing.run {
        sqlite3_bind_int64(update.handle, 1, Int64(number))
        sqlite3_bind_int64(update.handle, 2, Int64(number % 20 + 1))
        guard sqlite3_step(update.handle) == SQLITE_DONE else { throw connection.failure }
        sqlite3_reset(update.handle)
      }
    }
    for number in 0..<20 { try change(number) }
    let time = try stopwatch.milliseconds { for number in 0..<count { try change(number) } }
    return time * 1000 / Double(count)
  }
}

import CSQLiteRaw
import EntityGraph

/// A request that finds nothing, so that what it costs is making it, and running its statement.
struct Binding {
  private let path: String

  init(path: String) { self.path = path }

  /// Returns the microseconds of a call through the C interface, of `count` calls.
  func rawCall(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    let connection = try RawConnection(path: path)
    let select = try connection.prepare(
      """
      SELECT \(RawBook.columns) FROM Book WHERE published > ? AND pages < ?
      ORDER BY published LIMIT \(Library.limit)
      """)
    return try connection.transaction {
      let time = try stopwatch.milliseconds {
        for number in 0..<count {
          sqlite3_bind_double(select.handle, 1, Self.never + Double(number))
          sqlite3_bind_int64(select.handle, 2, Int64(number))
          guard sqlite3_step(select.handle) == SQLITE_DONE else { throw connection.failure }
          sqlite3_reset(select.handle)
        }
      }
      return time * 1000 / Double(count)
    }
  }

  /// Returns by how many microseconds a fetch takes longer than that, of `count` fetches.
  func extraOfFetch(_ count: Int, _ stopwatch: Stopwatch) throws -> Double {
    let container = try GraphContender(path: path).container
    defer { container.close() }
    let context = container.newContext()
    let time = try context.read {
      let fetch = { (number: Int) in
        let (published, pages) = (Self.never + Double(number), number)
        let books = try context.fetch(
          Book.where { $0.published > published && $0.pages < pages }
            .sorted(by: \.published)
            .limit(Library.limit))
        guard books.isEmpty else { throw WrongAnswer(description: "there is no such book") }
      }
      for number in 0..<100 { try fetch(number) }
      return try stopwatch.milliseconds { for number in 0..<count { try fetch(number) } }
    }
    return time * 1000 / Double(count) - (try rawCall(count, stopwatch))
  }

  /// A date on which, and after which, nothing was published.
  private static let never = 1e15
}

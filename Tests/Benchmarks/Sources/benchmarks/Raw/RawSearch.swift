import CSQLiteRaw

/// The search for books by a range of dates, the earliest or the latest first.
final class RawSearch {
  private let select: RawStatement

  init(_ connection: RawConnection, newestFirst: Bool = false) throws {
    select = try connection.prepare(
      """
      SELECT \(RawBook.columns) FROM Book WHERE published >= ? AND published < ?
      ORDER BY \(newestFirst ? "published DESC, _id DESC" : "published") LIMIT \(Library.limit)
      """)
  }

  /// Returns what looking for books in `ranges`, one by one, finds: the sum of a number of each.
  @inline(__always)
  func tally(_ ranges: ArraySlice<Range<Double>>, _ number: (RawBook) -> Int) -> Tally {
    var tally = Tally()
    let statement = select.handle
    for range in ranges {
      sqlite3_bind_double(statement, 1, range.lowerBound)
      sqlite3_bind_double(statement, 2, range.upperBound)
      var books: [RawBook] = []
      while sqlite3_step(statement) == SQLITE_ROW { books.append(RawBook(statement)) }
      sqlite3_reset(statement)
      for book in books { tally.add(number(book)) }
    }
    return tally
  }
}

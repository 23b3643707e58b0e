import CSQLiteRaw

/// The search for books by a range of dates.
final class RawSearch {
  private let select: RawStatement

  init(_ connection: RawConnection) throws {
    select = try connection.prepare(
      """
      SELECT \(RawBook.columns) FROM Book WHERE published >= ? AND published < ?
      ORDER BY published LIMIT \(Library.limit)
      """)
  }

  /// Returns what looking for books in `ranges`, one by one, finds.
  func tally(_ ranges: ArraySlice<Range<Double>>) -> Tally {
    var tally = Tally()
    let statement = select.handle
    for range in ranges {
      sqlite3_bind_double(statement, 1, range.lowerBound)
      sqlite3_bind_double(statement, 2, range.upperBound)
      var books: [RawBook] = []
      while sqlite3_step(statement) == SQLITE_ROW { books.append(RawBook(statement)) }
      sqlite3_reset(statement)
      for book in books { tally.add(book.pages) }
    }
    return tally
  }
}

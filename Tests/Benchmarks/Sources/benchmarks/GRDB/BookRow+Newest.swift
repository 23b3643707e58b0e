import GRDB

extension DatabasePool {
  /// Returns what listing the last books published in `ranges`, latest first, finds, each in a
  /// transaction of its own if `apart`.
  func newest<Book: BookRow>(
    _ type: Book.Type, _ ranges: ArraySlice<Range<Double>>, apart: Bool = false
  ) throws -> Tally {
    var tally = Tally()
    func find(_ range: Range<Double>, _ database: Database) throws {
      let published = BookRecord.Columns.published
      let books =
        try Book
        .filter(published >= range.lowerBound && published < range.upperBound)
        .order(published.desc, BookRecord.Columns.id.desc)
        .limit(Library.limit)
        .fetchAll(database)
      for book in books { tally.add(book.listed) }
    }
    if apart {
      for range in ranges { try read { try find(range, $0) } }
    } else {
      try read { database in
        for range in ranges { try find(range, database) }
      }
    }
    return tally
  }

  /// Looks for the latest books on two threads while a third adds books.
  func readNewestBesideWriter<Book: BookRow>(
    _ type: Book.Type, _ library: Library
  ) throws -> Tally {
    try besideWriter(Book.self, library) {
      try self.newest(Book.self, library.rangesBeside, apart: true)
    }
  }
}

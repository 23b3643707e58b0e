import CSQLiteRaw

extension RawContender {
  func pages() throws -> Work? {
    let connection = connection
    let select = try connection.prepare(
      """
      SELECT \(RawBook.columns) FROM Book WHERE (published, _id) < (?, ?)
      ORDER BY published DESC, _id DESC LIMIT \(Library.limit)
      """)
    return {
      try connection.transaction {
        var tally = Tally()
        var (published, id) = (Double.infinity, Int64.max)
        var books: [RawBook] = []
        repeat {
          sqlite3_bind_double(select.handle, 1, published)
          sqlite3_bind_int64(select.handle, 2, id)
          books = []
          while sqlite3_step(select.handle) == SQLITE_ROW { books.append(RawBook(select.handle)) }
          sqlite3_reset(select.handle)
          for book in books { tally.add(book.listed) }
          if let last = books.last { (published, id) = (last.published, last.id) }
        } while books.count == Library.limit
        return tally
      }
    }
  }

  func search(_ words: [String]) throws -> Work? {
    let connection = connection
    let select = try connection.prepare(RawReview.search)
    return {
      try connection.transaction {
        var tally = Tally()
        for word in words {
          var word = word
          word.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
              _ = sqlite3_bind_text(select.handle, 1, $0.baseAddress, Int32($0.count), nil)
              var reviews: [RawReview] = []
              while sqlite3_step(select.handle) == SQLITE_ROW {
                reviews.append(RawReview(select.handle))
              }
              sqlite3_reset(select.handle)
              for review in reviews { tally.add(review.text.utf8.count + review.stars) }
            }
          }
        }
        return tally
      }
    }
  }
}

/// A review as the leanest class that holds one.
final class RawReview {
  /// Finds the reviews to which a word is most relevant.
  static let search = """
    SELECT r._id, r.text, r.stars FROM "_search.Review" AS s JOIN Review AS r ON r._id = s.rowid
    WHERE s."_search.Review" MATCH ? ORDER BY s.rank, r._id LIMIT \(Library.limit)
    """

  let id: Int64
  let text: String
  let stars: Int

  /// Reads the row that `statement` stands on.
  init(_ statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    text = benchmarks.text(statement, 1) ?? ""
    stars = Int(sqlite3_column_int64(statement, 2))
  }
}

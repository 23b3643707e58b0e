import GRDB

extension RecordContender {
  func pages() throws -> Work? {
    {
      try self.pool.read { database in
        let (published, id) = (BookRecord.Columns.published, BookRecord.Columns.id)
        let all = BookRecord.order(published.desc, id.desc).limit(Library.limit)
        var tally = Tally()
        var books = try all.fetchAll(database)
        while let last = books.last {
          for book in books { tally.add(book.listed) }
          if books.count < Library.limit { break }
          books = try all.filter(
            published < last.published || (published == last.published && id < last.id)
          ).fetchAll(database)
        }
        return tally
      }
    }
  }

  func search(_ words: [String]) throws -> Work? {
    {
      try self.pool.read { database in
        var tally = Tally()
        for word in words {
          let pattern = FTS5Pattern(matchingPhrase: word)
          for review in try ReviewRecord.fetchAll(
            database, sql: RawReview.search, arguments: [pattern])
          {
            tally.add(review.text.utf8.count + review.stars)
          }
        }
        return tally
      }
    }
  }
}

extension TunedContender {
  func pages() throws -> Work? {
    {
      try self.pool.read { database in
        let select = try database.cachedStatement(
          sql: """
            SELECT \(TunedBook.columns) FROM Book WHERE (published, _id) < (?, ?)
            ORDER BY published DESC, _id DESC LIMIT \(Library.limit)
            """)
        var tally = Tally()
        var (published, id) = (Double.infinity, Int64.max)
        var books: [TunedBook] = []
        repeat {
          let rows = try Row.fetchCursor(select, arguments: [published, id])
          books = []
          while let row = try rows.next() { books.append(TunedBook(row)) }
          for book in books { tally.add(book.listed) }
          if let last = books.last { (published, id) = (last.published, last.id) }
        } while books.count == Library.limit
        return tally
      }
    }
  }

  func search(_ words: [String]) throws -> Work? {
    {
      try self.pool.read { database in
        let select = try database.cachedStatement(sql: RawReview.search)
        var tally = Tally()
        for word in words {
          var reviews: [TunedReview] = []
          let rows = try Row.fetchCursor(select, arguments: [word])
          while let row = try rows.next() { reviews.append(TunedReview(row)) }
          for review in reviews { tally.add(review.text.utf8.count + review.stars) }
        }
        return tally
      }
    }
  }
}

/// A review as a record that reads its columns.
struct ReviewRecord: FetchableRecord {
  var id: Int64
  var text: String
  var stars: Int

  init(row: Row) {
    id = row["_id"]
    text = row["text"]
    stars = row["stars"]
  }
}

/// A review that is read by the positions of its columns.
final class TunedReview {
  let id: Int64
  let text: String
  let stars: Int

  init(_ row: Row) {
    id = row[0]
    text = row[1]
    stars = row[2]
  }
}

import GRDB

/// A book that is read by the positions of its columns.
final class TunedBook {
  /// The columns, in the order that `init` reads them in.
  static let columns = RawBook.columns

  var id: Int64
  let title: String
  let isbn: String
  var pages: Int
  let price: Double
  let published: Double
  let summary: String?
  let author: Int64

  /// Creates a book that has no row yet.
  init(_ values: BookValues) {
    id = 0
    title = values.title
    isbn = values.isbn
    pages = values.pages
    price = values.price
    published = values.published
    summary = values.summary
    author = Int64(values.author + 1)
  }

  init(_ row: Row) {
    id = row[0]
    title = row[1]
    isbn = row[2]
    pages = row[3]
    price = row[4]
    published = row[5]
    summary = row[6]
    author = row[7]
  }
}

extension TunedBook: WholeBook {
  var hasID: Bool { id != 0 }
  var hasAuthor: Bool { author != 0 }
}

/// An author that is read by the positions of its columns, with the books once they have been read.
final class TunedAuthor {
  let id: Int64
  let name: String
  let email: String
  let born: Double?
  let active: Bool
  let rating: Double
  var books: [TunedBook] = []

  init(_ row: Row) {
    id = row[0]
    name = row[1]
    email = row[2]
    born = row[3]
    active = row[4]
    rating = row[5]
  }
}

extension TunedAuthor: WholeAuthor {}

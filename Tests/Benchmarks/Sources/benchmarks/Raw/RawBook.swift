import CSQLiteRaw

/// A book as the leanest class that holds one.
final class RawBook {
  /// The columns, in the order that `init` reads them in.
  static let columns = "_id, title, isbn, pages, price, published, summary, author"

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

  /// Reads the row that `statement` stands on.
  init(_ statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    title = text(statement, 1) ?? ""
    isbn = text(statement, 2) ?? ""
    pages = Int(sqlite3_column_int64(statement, 3))
    price = sqlite3_column_double(statement, 4)
    published = sqlite3_column_double(statement, 5)
    summary = text(statement, 6)
    author = sqlite3_column_int64(statement, 7)
  }
}

extension RawBook: WholeBook {
  var hasID: Bool { id != 0 }
  var hasAuthor: Bool { author != 0 }
}

/// An author as the leanest class that holds one, with the books once they have been read.
final class RawAuthor {
  /// The columns, in the order that `init` reads them in.
  static let columns = "_id, name, email, born, active, rating"

  let id: Int64
  let name: String
  let email: String
  let born: Double?
  let active: Bool
  let rating: Double
  var books: [RawBook] = []

  /// Reads the row that `statement` stands on.
  init(_ statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    name = text(statement, 1) ?? ""
    email = text(statement, 2) ?? ""
    born =
      sqlite3_column_type(statement, 3) == SQLITE_NULL ? nil : sqlite3_column_double(statement, 3)
    active = sqlite3_column_int64(statement, 4) != 0
    rating = sqlite3_column_double(statement, 5)
  }
}

extension RawAuthor: WholeAuthor {}

/// The title and the pages of a book, with its id.
final class RawTitle {
  /// The columns, in the order that `init` reads them in.
  static let columns = "_id, title, pages"

  let id: Int64
  let title: String
  let pages: Int

  /// Reads the row that `statement` stands on.
  init(_ statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    title = text(statement, 1) ?? ""
    pages = Int(sqlite3_column_int64(statement, 2))
  }
}

/// Returns the text in a column, or nil for null.
@inline(__always)
func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
  guard let bytes = sqlite3_column_text(statement, column) else { return nil }
  let count = Int(sqlite3_column_bytes(statement, column))
  return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}

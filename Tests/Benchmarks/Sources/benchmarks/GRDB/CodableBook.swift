import GRDB

/// A book whose columns are its coding keys.
struct CodableBook: Codable, Identifiable, BookRow, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "Book"

  var id: Int64?
  var version = 2
  var title: String
  var isbn: String
  var pages: Int
  var price: Double
  var published: Double
  var summary: String?
  var author: Int64

  enum CodingKeys: String, CodingKey {
    case id = "_id"
    case version = "_version"
    case title, isbn, pages, price, published, summary, author
  }

  var hasID: Bool { id != nil }
  var hasAuthor: Bool { author != 0 }

  init(_ values: BookValues) {
    title = values.title
    isbn = values.isbn
    pages = values.pages
    price = values.price
    published = values.published
    summary = values.summary
    author = Int64(values.author + 1)
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// An author whose columns are its coding keys.
struct CodableAuthor: Codable, AuthorRow {
  static let databaseTableName = "Author"
  static let books = hasMany(CodableBook.self)

  var id: Int64
  var name: String
  var email: String
  var born: Double?
  var active: Bool
  var rating: Double

  enum CodingKeys: String, CodingKey {
    case id = "_id"
    case name, email, born, active, rating
  }
}

/// An author with the books.
struct CodableAuthorWithBooks: Codable, FetchableRecord {
  var author: CodableAuthor
  var books: [CodableBook]

  enum CodingKeys: String, CodingKey {
    case author
    case books = "Books"
  }
}

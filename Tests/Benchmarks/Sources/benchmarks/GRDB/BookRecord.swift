import GRDB

/// A book as GRDB's documentation has one write a record.
struct BookRecord: Identifiable, BookRow {
  var id: Int64?
  var title: String
  var isbn: String
  var pages: Int
  var price: Double
  var published: Double
  var summary: String?
  var author: Int64

  enum Columns {
    static let id = Column("_id")
    static let version = Column("_version")
    static let title = Column("title")
    static let isbn = Column("isbn")
    static let pages = Column("pages")
    static let price = Column("price")
    static let published = Column("published")
    static let summary = Column("summary")
    static let author = Column("author")
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
}

extension BookRecord: FetchableRecord {
  init(row: Row) {
    id = row[Columns.id]
    title = row[Columns.title]
    isbn = row[Columns.isbn]
    pages = row[Columns.pages]
    price = row[Columns.price]
    published = row[Columns.published]
    summary = row[Columns.summary]
    author = row[Columns.author]
  }
}

extension BookRecord: MutablePersistableRecord {
  static let databaseTableName = "Book"

  func encode(to container: inout PersistenceContainer) {
    container[Columns.id] = id
    container[Columns.version] = 2
    container[Columns.title] = title
    container[Columns.isbn] = isbn
    container[Columns.pages] = pages
    container[Columns.price] = price
    container[Columns.published] = published
    container[Columns.summary] = summary
    container[Columns.author] = author
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// An author as GRDB's documentation has one write a record.
struct AuthorRecord: Identifiable, AuthorRow {
  static let databaseTableName = "Author"
  static let books = hasMany(BookRecord.self)

  var id: Int64
  var name: String
  var email: String
  var born: Double?
  var active: Bool
  var rating: Double

  init(row: Row) {
    id = row["_id"]
    name = row["name"]
    email = row["email"]
    born = row["born"]
    active = row["active"]
    rating = row["rating"]
  }
}

/// An author with the books.
struct AuthorWithBooks: FetchableRecord {
  var author: AuthorRecord
  var books: [BookRecord]

  init(row: Row) {
    author = AuthorRecord(row: row)
    books = row["Books"]
  }
}

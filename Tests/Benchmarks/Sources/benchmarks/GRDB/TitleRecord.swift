import GRDB

/// The title and the pages of a book, of its table.
protocol TitleRow: FetchableRecord, TableRecord {
  var title: String { get }
  var pages: Int { get }
}

/// The title and the pages of a book as a record that reads its columns.
struct TitleRecord: TitleRow {
  static let databaseTableName = "Book"

  static var databaseSelection: [any SQLSelectable] {
    [BookRecord.Columns.title, BookRecord.Columns.pages]
  }

  var title: String
  var pages: Int

  init(row: Row) {
    title = row[BookRecord.Columns.title]
    pages = row[BookRecord.Columns.pages]
  }
}

/// The title and the pages of a book whose columns are its coding keys.
struct CodableTitle: Decodable, TitleRow {
  static let databaseTableName = "Book"

  static var databaseSelection: [any SQLSelectable] {
    [BookRecord.Columns.title, BookRecord.Columns.pages]
  }

  var title: String
  var pages: Int
}

/// The title and the pages of a book that is read by the positions of its columns.
struct TunedTitle {
  let title: String
  let pages: Int

  init(_ row: Row) {
    title = row[0]
    pages = row[1]
  }
}

import CSQLiteRaw
import EntityGraph
import Foundation

/// The leanest Swift over the C interface: one statement, columns by position, a final class with
/// stored properties.
final class RawBook {
  let id: Int64
  let title: String
  let isbn: String
  let pages: Int
  let price: Double
  let published: Double
  let summary: String?
  let language: String
  let stock: Int
  let author: Int64

  init(_ row: OpaquePointer?) {
    id = sqlite3_column_int64(row, 0)
    title = Self.text(row, 1)
    isbn = Self.text(row, 2)
    pages = Int(sqlite3_column_int64(row, 3))
    price = sqlite3_column_double(row, 4)
    published = sqlite3_column_double(row, 5)
    summary = sqlite3_column_type(row, 6) == SQLITE_NULL ? nil : Self.text(row, 6)
    language = Self.text(row, 7)
    stock = Int(sqlite3_column_int64(row, 8))
    author = sqlite3_column_int64(row, 9)
  }

  private static func text(_ row: OpaquePointer?, _ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(row, column) else { return "" }
    let count = Int(sqlite3_column_bytes(row, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

/// A connection to the file that the store under test keeps.
final class RawLibrary {
  private var connection: OpaquePointer?

  init(path: String) {
    guard
      sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        == SQLITE_OK
    else { fail("cannot open \(path)") }
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = NORMAL")
    run("PRAGMA cache_size = -65536")
    run("PRAGMA mmap_size = 268435456")
  }

  deinit { sqlite3_close_v2(connection) }

  /// Reads every book into an object.
  func fetchBooks() -> [RawBook] {
    var books: [RawBook] = []
    let statement = prepare(
      """
      SELECT _id, title, isbn, pages, price, published, summary, language, stock, author
      FROM Book ORDER BY _id
      """)
    while sqlite3_step(statement) == SQLITE_ROW { books.append(RawBook(statement)) }
    sqlite3_finalize(statement)
    return books
  }

  /// Makes the tables that the store makes, with the same indexes.
  func createTables() {
    run(
      """
      CREATE TABLE Author(_id INTEGER PRIMARY KEY, _version INTEGER NOT NULL, name TEXT NOT NULL,
        email TEXT NOT NULL UNIQUE, born, active INTEGER NOT NULL, rating NOT NULL);
      CREATE TABLE Book(_id INTEGER PRIMARY KEY, _version INTEGER NOT NULL, title TEXT NOT NULL,
        isbn TEXT NOT NULL, pages INTEGER NOT NULL, price NOT NULL, published NOT NULL,
        summary TEXT, language TEXT NOT NULL, stock INTEGER NOT NULL,
        author INTEGER REFERENCES Author(_id) DEFERRABLE INITIALLY DEFERRED);
      CREATE INDEX byPublished ON Book(published);
      CREATE INDEX byAuthor ON Book(author);
      """)
  }

  /// Inserts `count` books in one transaction.
  func insertBooks(_ count: Int) {
    run("BEGIN")
    let statement = prepare("INSERT INTO Book VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, NULL)")
    for number in 0..<count {
      let values = BookValues(number)
      sqlite3_bind_int64(statement, 1, Int64(number + 1))
      bind(values.title, statement, 2)
      bind(values.isbn, statement, 3)
      sqlite3_bind_int64(statement, 4, Int64(values.pages))
      sqlite3_bind_double(statement, 5, values.price)
      sqlite3_bind_double(statement, 6, values.published)
      if let summary = values.summary {
        bind(summary, statement, 7)
      } else {
        sqlite3_bind_null(statement, 7)
      }
      bind(values.language, statement, 8)
      sqlite3_bind_int64(statement, 9, Int64(values.stock))
      guard sqlite3_step(statement) == SQLITE_DONE else { fail("cannot insert") }
      sqlite3_reset(statement)
    }
    sqlite3_finalize(statement)
    run("COMMIT")
  }

  private func bind(_ text: String, _ statement: OpaquePointer?, _ index: Int32) {
    var text = text
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(
          statement, index, $0.baseAddress, Int32($0.count),
          unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
  }

  private func prepare(_ sql: String) -> OpaquePointer? {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      fail(String(cString: sqlite3_errmsg(connection)))
    }
    return statement
  }

  private func run(_ sql: String) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
      fail(String(cString: sqlite3_errmsg(connection)))
    }
  }
}

/// Ends the benchmark, which has nothing to say any more.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8))
  exit(1)
}

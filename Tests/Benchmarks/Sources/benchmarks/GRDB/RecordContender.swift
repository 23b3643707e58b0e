import GRDB

/// GRDB with records that read and write their columns, as its documentation has it.
final class RecordContender: RecordsContender {
  static let name = "GRDB"

  typealias Book = BookRecord
  typealias Author = AuthorRecord
  typealias Title = TitleRecord

  let pool: DatabasePool

  init(path: String) throws { pool = try .library(path) }

  func insert(_ library: Library) throws -> Work {
    { try self.pool.insert(BookRecord.self, library.books) }
  }

  func fetch() throws -> Work { { try self.pool.tally(BookRecord.self) { $0.pages } } }

  func readTwo() throws -> Work {
    { try self.pool.tally(BookRecord.self) { $0.title.utf8.count + $0.pages } }
  }

  func lookUp(_ ids: [Int64]) throws -> Work {
    { try self.pool.lookUp(BookRecord.self, ids) { $0.pages } }
  }

  func filter(_ ranges: [Range<Double>]) throws -> Work {
    { try self.pool.find(BookRecord.self, ranges[...]) }
  }

  func walk() throws -> Work {
    {
      let authors = try self.pool.read { database in
        try AuthorRecord.including(all: AuthorRecord.books).asRequest(of: AuthorWithBooks.self)
          .fetchAll(database)
      }
      var tally = Tally()
      for author in authors { for book in author.books { tally.add(book.pages) } }
      return tally
    }
  }

  func update(_ count: Int) throws -> Work {
    let books = try pool.read { try BookRecord.limit(count).fetchAll($0) }
    return { try self.pool.addPage(to: books) }
  }

  func delete(_ count: Int) throws -> Work {
    let books = try pool.read { try BookRecord.limit(count).fetchAll($0) }
    return { try self.pool.delete(books) }
  }

  func updateMany(_ count: Int) throws -> Work? {
    {
      try self.pool.write { database in
        let books = BookRecord.filter(BookRecord.Columns.id <= count)
        let ids = try Int64.fetchAll(database, books.select(BookRecord.Columns.id))
        try books.updateAll(
          database, BookRecord.Columns.pages += 1, BookRecord.Columns.version += 1)
        return Tally(count: ids.count)
      }
    }
  }

  func deleteMany(_ count: Int) throws -> Work? {
    {
      try self.pool.write { database in
        let books = BookRecord.filter(BookRecord.Columns.id <= count)
        let ids = try Int64.fetchAll(database, books.select(BookRecord.Columns.id))
        try books.deleteAll(database)
        return Tally(count: ids.count)
      }
    }
  }

  func group() throws -> Work? { { try self.pool.group(BookRecord.self) } }

  func readBesideWriter(_ library: Library) throws -> Work {
    { try self.pool.readBesideWriter(BookRecord.self, library) }
  }
}

import GRDB

/// GRDB with records whose columns are their coding keys.
final class CodableContender: RecordsContender {
  static let name = "GRDB Codable"

  typealias Book = CodableBook
  typealias Author = CodableAuthor
  typealias Title = CodableTitle

  let pool: DatabasePool

  init(path: String) throws { pool = try .library(path) }

  func insert(_ library: Library) throws -> Work {
    { try self.pool.insert(CodableBook.self, library.books) }
  }

  func fetch() throws -> Work { { try self.pool.tally(CodableBook.self) { $0.pages } } }

  func readTwo() throws -> Work {
    { try self.pool.tally(CodableBook.self) { $0.title.utf8.count + $0.pages } }
  }

  func lookUp(_ ids: [Int64]) throws -> Work {
    { try self.pool.lookUp(CodableBook.self, ids) { $0.pages } }
  }

  func filter(_ ranges: [Range<Double>]) throws -> Work {
    { try self.pool.find(CodableBook.self, ranges[...]) }
  }

  func walk() throws -> Work {
    {
      let authors = try self.pool.read { database in
        try CodableAuthor.including(all: CodableAuthor.books).asRequest(
          of: CodableAuthorWithBooks.self
        )
        .fetchAll(database)
      }
      var tally = Tally()
      for author in authors { for book in author.books { tally.add(book.pages) } }
      return tally
    }
  }

  func update(_ count: Int) throws -> Work {
    let books = try pool.read { try CodableBook.limit(count).fetchAll($0) }
    return { try self.pool.addPage(to: books) }
  }

  func delete(_ count: Int) throws -> Work {
    let books = try pool.read { try CodableBook.limit(count).fetchAll($0) }
    return { try self.pool.delete(books) }
  }

  func group() throws -> Work? { { try self.pool.group(CodableBook.self) } }

  func readBesideWriter(_ library: Library) throws -> Work {
    { try self.pool.readBesideWriter(CodableBook.self, library) }
  }
}

import GRDB

/// A contender whose books and authors are records of GRDB, so that the workloads stand here once.
protocol RecordsContender: Contender {
  associatedtype Book: BookRow
  associatedtype Author: AuthorRow
  associatedtype Title: TitleRow

  var pool: DatabasePool { get }
}

extension RecordsContender {
  func readAll(times: Int) throws -> Work {
    {
      let books = try self.pool.read { try Book.fetchAll($0) }
      var tally = Tally(count: books.count)
      for _ in 0..<times { for book in books { tally.sum += book.sum } }
      return tally
    }
  }

  func readNone() throws -> Work {
    { Tally(count: try self.pool.read { try Book.fetchAll($0) }.count) }
  }

  func select() throws -> Work {
    {
      let titles = try self.pool.read { try Title.fetchAll($0) }
      return titles.reduce(into: Tally()) { $0.add($1.title.utf8.count + $1.pages) }
    }
  }

  func lookUpText(_ ids: [Int64]) throws -> Work {
    { try self.pool.lookUp(Book.self, ids) { $0.title.utf8.count } }
  }

  func newest(_ ranges: [Range<Double>]) throws -> Work {
    { try self.pool.newest(Book.self, ranges[...]) }
  }

  func makeAndSave(_ library: Library) throws -> Work {
    {
      var books = library.books.map { Book($0) }
      try self.pool.write { database in
        for index in books.indices { try books[index].insert(database) }
      }
      var tally = Tally()
      for book in books where book.hasID { tally.add(0) }
      return tally
    }
  }

  func readNewestBesideWriter(_ library: Library) throws -> Work {
    { try self.pool.readNewestBesideWriter(Book.self, library) }
  }

  func request(_ emails: [String]) throws -> Work {
    {
      var tally = Tally()
      for email in emails {
        let (author, books) = try self.pool.read { database in
          guard let author = try Author.filter(Author.email == email).fetchOne(database) else {
            throw WrongAnswer(description: "\(Self.name) finds no author")
          }
          let books =
            try Book
            .filter(BookRecord.Columns.author == author.id)
            .order(BookRecord.Columns.title)
            .limit(Library.booksOfRequest)
            .fetchAll(database)
          return (author, books)
        }
        tally.add(author.sum)
        for book in books { tally.add(book.sum) }
        var book = books[0]
        _ = try self.pool.write { try book.updateChanges($0) { $0.pages += 1 } }
      }
      return tally
    }
  }
}

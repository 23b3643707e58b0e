import EntityGraph

/// EntityGraph, as its README would have one use it.
final class GraphContender: Contender {
  static let name = "EntityGraph"

  let container: PersistentContainer

  init(path: String) throws {
    container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self, Review.self, Member.self), at: .file(path))
  }

  /// Creates the database at `path` with `authors` in it.
  static func create(_ path: String, _ authors: [AuthorValues]) throws {
    let container = try GraphContender(path: path).container
    let context = container.newContext()
    for author in authors {
      _ = Author(
        name: author.name, email: author.email, born: author.born, active: author.active,
        rating: author.rating, in: context)
    }
    try context.save()
    container.close()
  }

  func fetch() throws -> Work {
    {
      let context = self.container.newContext()
      var tally = Tally()
      for book in try context.fetch(Book.all) { tally.add(book.pages) }
      return tally
    }
  }

  func fetchAgain() throws -> Work {
    let context = container.newContext()
    let books = try context.fetch(Book.all)
    return {
      try withExtendedLifetime(books) {
        var tally = Tally()
        for book in try context.fetch(Book.all) { tally.add(book.pages) }
        return tally
      }
    }
  }

  func readTwo() throws -> Work {
    {
      let context = self.container.newContext()
      var tally = Tally()
      for book in try context.fetch(Book.all) { tally.add(book.title.utf8.count + book.pages) }
      return tally
    }
  }

  func readAll(times: Int) throws -> Work {
    {
      let context = self.container.newContext()
      let books = try context.fetch(Book.all)
      var tally = Tally(count: books.count)
      for _ in 0..<times { for book in books { tally.sum += book.sum } }
      return tally
    }
  }

  func readNone() throws -> Work {
    { Tally(count: try self.container.newContext().fetch(Book.all).count) }
  }

  func select() throws -> Work {
    {
      let context = self.container.newContext()
      let titles = try context.fetch(Book.select { ($0.title, $0.pages) })
      return titles.reduce(into: Tally()) { $0.add($1.0.utf8.count + $1.1) }
    }
  }

  func lookUp(_ ids: [Int64]) throws -> Work { try lookUp(ids) { $0.pages } }

  func lookUpText(_ ids: [Int64]) throws -> Work { try lookUp(ids) { $0.title.utf8.count } }

  func lookUpAgain(_ ids: [Int64]) throws -> Work { try lookUpAgain(ids) { $0.pages } }

  func lookUpTextAgain(_ ids: [Int64]) throws -> Work {
    try lookUpAgain(ids) { $0.title.utf8.count }
  }

  @inline(__always)
  private func lookUp(_ ids: [Int64], _ number: @escaping (Book) -> Int) throws -> Work {
    let ids = try identifiers(ids)
    return {
      let context = self.container.newContext()
      var tally = Tally()
      try context.read {
        for id in ids {
          guard let book = try context.object(Book.self, with: id) else { continue }
          tally.add(number(book))
        }
      }
      return tally
    }
  }

  @inline(__always)
  private func lookUpAgain(_ ids: [Int64], _ number: @escaping (Book) -> Int) throws -> Work {
    let ids = try identifiers(ids)
    let context = container.newContext()
    let books = try context.fetch(Book.all)
    return {
      try withExtendedLifetime(books) {
        var tally = Tally()
        for id in ids {
          guard let book = try context.object(Book.self, with: id) else { continue }
          tally.add(number(book))
        }
        return tally
      }
    }
  }

  func filter(_ ranges: [Range<Double>]) throws -> Work {
    {
      let context = self.container.newContext()
      return try context.read { try Self.find(ranges[...], in: context) }
    }
  }

  func newest(_ ranges: [Range<Double>]) throws -> Work {
    {
      let context = self.container.newContext()
      return try context.read { try Self.newest(ranges[...], in: context) }
    }
  }

  func pages() throws -> Work? {
    {
      let context = self.container.newContext()
      let books = Book.sorted(by: \.published, .descending)
      var tally = Tally()
      try context.read {
        var cursor: PageCursor?
        repeat {
          let page = try context.fetch(books.page(after: cursor, size: Library.limit))
          for book in page { tally.add(book.listed) }
          cursor = page.next
        } while cursor != nil
      }
      return tally
    }
  }

  func search(_ words: [String]) throws -> Work? {
    {
      let context = self.container.newContext()
      var tally = Tally()
      try context.read {
        for word in words {
          for review in try context.fetch(Review.search(word).limit(Library.limit)) {
            tally.add(review.text.utf8.count + review.stars)
          }
        }
      }
      return tally
    }
  }

  func walk() throws -> Work {
    {
      let context = self.container.newContext()
      var tally = Tally()
      for author in try context.fetch(Author.all) {
        for book in author.books { tally.add(book.pages) }
      }
      return tally
    }
  }

  func group() throws -> Work? {
    {
      let context = self.container.newContext()
      let totals = try context.fetch(
        Book.group(by: \.author).select { ($0.author, $0.count, $0.pages.sum, $0.price.average) })
      return totals.reduce(into: Tally()) { $0.add($1.2) }
    }
  }

  /// Returns what looking for books in `ranges`, one by one, finds.
  static func find(
    _ ranges: ArraySlice<Range<Double>>, in context: ManagedObjectContext
  ) throws -> Tally {
    var tally = Tally()
    for range in ranges {
      let books = try context.fetch(
        Book.where { $0.published >= range.lowerBound && $0.published < range.upperBound }
          .sorted(by: \.published)
          .limit(Library.limit))
      for book in books { tally.add(book.pages) }
    }
    return tally
  }

  /// Returns what listing the last books published in `ranges`, latest first, finds.
  static func newest(
    _ ranges: ArraySlice<Range<Double>>, in context: ManagedObjectContext
  ) throws -> Tally {
    var tally = Tally()
    for range in ranges {
      let books = try context.fetch(
        Book.where { $0.published >= range.lowerBound && $0.published < range.upperBound }
          .sorted(by: \.published, .descending)
          .limit(Library.limit))
      for book in books { tally.add(book.listed) }
    }
    return tally
  }

  /// Returns the objects' ids of the books with `ids`, which are those from 1 on.
  private func identifiers(_ ids: [Int64]) throws -> [ObjectID] {
    let identifiers = try container.newContext().identifiers(Book.all)
    return ids.map { identifiers[Int($0) - 1] }
  }
}

import EntityGraph

extension GraphContender {
  func insert(_ library: Library) throws -> Work {
    {
      let context = self.container.newContext()
      let authors = try context.fetch(Author.all)
      var tally = Tally()
      for book in library.books {
        _ = Self.add(book, by: authors, in: context)
        tally.add(0)
      }
      try context.save()
      return tally
    }
  }

  /// Adds `reviews`.
  func insertReviews(_ reviews: [ReviewValues]) throws {
    let context = container.newContext()
    for review in reviews { _ = Review(text: review.text, stars: review.stars, in: context) }
    try context.save()
  }

  func makeAndSave(_ library: Library) throws -> Work {
    {
      let context = self.container.newContext()
      let authors = try context.fetch(Author.all)
      let books = library.books.map { Self.add($0, by: authors, in: context) }
      try context.save()
      var tally = Tally()
      for book in books where book.hasID { tally.add(0) }
      return tally
    }
  }

  func update(_ count: Int) throws -> Work {
    let context = container.newContext()
    let books = try context.fetch(Book.limit(count))
    return {
      var tally = Tally()
      for book in books {
        book.pages += 1
        tally.add(0)
      }
      try context.save()
      return tally
    }
  }

  func delete(_ count: Int) throws -> Work {
    let context = container.newContext()
    let books = try context.fetch(Book.limit(count))
    return {
      var tally = Tally()
      for book in books {
        context.delete(book)
        tally.add(0)
      }
      try context.save()
      return tally
    }
  }

  func updateMany(_ count: Int) throws -> Work? {
    guard let last = try container.newContext().identifiers(Book.limit(count)).last else {
      return nil
    }
    return {
      let context = self.container.newContext()
      let changed = try context.update(Book.where { $0.objectID <= last }) { $0.pages += 1 }
      return Tally(count: changed)
    }
  }

  func deleteMany(_ count: Int) throws -> Work? {
    guard let last = try container.newContext().identifiers(Book.limit(count)).last else {
      return nil
    }
    return {
      let context = self.container.newContext()
      return Tally(count: try context.deleteAll(Book.where { $0.objectID <= last }))
    }
  }

  func readBesideWriter(_ library: Library) throws -> Work {
    let container = container
    return Self.besideWriter(container, library) {
      try Self.find(library.rangesBeside, in: container.newContext())
    }
  }

  func readNewestBesideWriter(_ library: Library) throws -> Work {
    let container = container
    return Self.besideWriter(container, library) {
      try Self.newest(library.rangesBeside, in: container.newContext())
    }
  }

  /// Returns the work of two threads that do what `read` does beside a writer.
  private static func besideWriter(
    _ container: PersistentContainer, _ library: Library,
    _ read: @escaping @Sendable () throws -> Tally
  ) -> Work {
    let write: @Sendable () throws -> Tally = {
      let context = container.newContext()
      let authors = try context.fetch(Author.all)
      for books in library.lateBooks.chunks {
        for book in books { _ = Self.add(book, by: authors, in: context) }
        try context.save()
      }
      return Tally()
    }
    return { try concurrently([read, read, write]) }
  }

  /// Returns a new book of `values` in `context`.
  private static func add(
    _ values: BookValues, by authors: [Author], in context: ManagedObjectContext
  ) -> Book {
    Book(
      title: values.title, isbn: values.isbn, pages: values.pages, price: values.price,
      published: values.published, summary: values.summary, author: authors[values.author],
      in: context)
  }
}

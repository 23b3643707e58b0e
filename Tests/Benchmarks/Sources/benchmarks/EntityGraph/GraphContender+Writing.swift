import EntityGraph

extension GraphContender {
  func insert(_ library: Library) throws -> Work {
    {
      let context = self.container.newContext()
      let authors = try context.fetch(Author.all)
      var tally = Tally()
      for book in library.books {
        Self.add(book, by: authors, in: context)
        tally.add(0)
      }
      try context.save()
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

  func readBesideWriter(_ library: Library) throws -> Work {
    let container = container
    let read: @Sendable () throws -> Tally = {
      try Self.find(library.rangesBeside, in: container.newContext())
    }
    let write: @Sendable () throws -> Tally = {
      let context = container.newContext()
      let authors = try context.fetch(Author.all)
      for books in library.lateBooks.chunks {
        for book in books { Self.add(book, by: authors, in: context) }
        try context.save()
      }
      return Tally()
    }
    return { try concurrently([read, read, write]) }
  }

  /// Makes a book of `values` in `context`.
  private static func add(
    _ values: BookValues, by authors: [Author], in context: ManagedObjectContext
  ) {
    _ = Book(
      title: values.title, isbn: values.isbn, pages: values.pages, price: values.price,
      published: values.published, summary: values.summary, author: authors[values.author],
      in: context)
  }
}

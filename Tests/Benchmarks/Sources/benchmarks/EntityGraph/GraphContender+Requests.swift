import EntityGraph

extension GraphContender {
  func request(_ emails: [String]) throws -> Work {
    {
      var tally = Tally()
      for email in emails {
        let context = self.container.newContext()
        let (author, books) = try context.read {
          guard let author = try context.first(Author.where { $0.email == email }) else {
            throw WrongAnswer(description: "\(Self.name) finds no author")
          }
          let books = try context.fetch(
            Book.where { $0.author == author }.sorted(by: \.title).limit(Library.booksOfRequest))
          return (author, books)
        }
        tally.add(author.sum)
        for book in books { tally.add(book.sum) }
        books[0].pages += 1
        try context.save()
      }
      return tally
    }
  }
}

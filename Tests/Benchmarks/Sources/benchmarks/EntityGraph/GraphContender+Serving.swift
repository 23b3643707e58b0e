import EntityGraph

extension GraphContender {
  func serve(_ requests: [ServedRequest], inFlight: Int) throws -> Work {
    let container = container
    return try Library.serving(requests, inFlight: inFlight) { request in
      guard request.changes else {
        return try await container.read { try Self.read(request.email, in: $0).tally }
      }
      return try await container.write { context in
        let (tally, book) = try Self.read(request.email, in: context)
        book.pages += 1
        return tally
      }
    }
  }

  /// Reads the author with `email` and the first books; returns what that comes to, and the first.
  private static func read(
    _ email: String, in context: ManagedObjectContext
  ) throws -> (tally: Tally, first: Book) {
    guard let author = try context.first(Author.where { $0.email == email }) else {
      throw WrongAnswer(description: "\(name) finds no author")
    }
    let books = try context.fetch(
      Book.where { $0.author == author }.sorted(by: \.title).limit(Library.booksOfRequest))
    var tally = Tally()
    tally.add(author.sum)
    for book in books { tally.add(book.steadySum) }
    return (tally, books[0])
  }
}

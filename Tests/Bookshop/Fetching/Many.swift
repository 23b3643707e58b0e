import EntityGraph

/// Adds an author and a book for each of `titles`, and changes and removes others.
func tidied(_ titles: [String], _ container: PersistentContainer) async throws -> Int {
  try await container.write { context in
    let ursula = Author(email: "ursula@example.org", name: "Ursula", in: context)
    try context.insertAll(Book.self, from: titles) { book, title in
      book.title = title
      book.author = ursula
    }
    try context.update(Book.where { $0.author == ursula }) {
      $0.pages += 100
      $0.genre = .science
      $0.title = $0.title.trimmed()
    }
    return try context.deleteAll(Book.where { $0.title.isEmpty })
  }
}

/// Adds a page to each book with a tag, which no condition finds.
func lengthened(_ tag: String, _ container: PersistentContainer) async throws {
  try await container.write { context in
    try context.forEach(Book.sorted(by: \.title), batch: 200) { book in
      if book.tags.contains(tag) { book.pages += 1 }
    }
  }
}

/// Writes a line for each book by `write`.
func exported(
  _ container: PersistentContainer, _ write: @Sendable (String) async throws -> Void
) async throws {
  let books = container.stream(Book.sorted(by: \.title).select { ($0.title, $0.pages) })
  for try await (title, pages) in books {
    try await write("\(title);\(pages)\n")
  }
}

import EntityGraph

/// Adds a book for each of `titles` without reading those that there are.
func shelve(_ titles: [String], _ ursula: Author, _ context: ManagedObjectContext) throws -> Int {
  for title in titles { ursula.$books.insert(Book(title: title, in: context)) }
  if let draft = try context.first(ursula.$books.where { $0.pages == 0 }.limit(1)) {
    ursula.$books.remove(draft)
  }
  return try ursula.$books.count
}

/// Returns the titles and the lengths of the ten longest books.
func longest(of ursula: Author, _ context: ManagedObjectContext) throws -> [(String, Int)] {
  try context.fetch(
    ursula.$books.sorted(by: \.pages, .descending).limit(10).select { ($0.title, $0.pages) })
}

/// Returns a line for each long book, with everything read in one place.
func catalogue(_ context: ManagedObjectContext) throws -> [String] {
  let books = try context.fetch(
    Book.where { $0.pages > 300 }.sorted(by: \.title).prefetching(\.author.books))
  return books.map { book in
    let others = (book.author?.books.count ?? 1) - 1
    return "\(book.title) by \(book.author?.name ?? "nobody"), who wrote \(others) more"
  }
}

/// Returns a line for each of `authors`, with the titles of the three longest books of each.
func shortlists(_ authors: [Author], _ context: ManagedObjectContext) throws -> [String] {
  let longest = try context.fetchMembers(\.books, of: authors, limit: 3) {
    $0.where { $0.pages > 0 }.sorted(by: \.pages, .descending)
  }
  return authors.map { author in
    let titles = longest[author]?.map(\.title).joined(separator: ", ") ?? ""
    return "\(author.name): \(titles)"
  }
}

import EntityGraph

/// Returns the titles after `cursor`, as a handler does.
func titles(
  after cursor: String?, _ container: PersistentContainer
) async throws -> FetchedPage<String> {
  try await container.read { context in
    let request = Book.sorted(by: \.title).page(after: cursor.map { PageCursor($0) }, size: 20)
    return try context.fetch(request).map(\.title)
  }
}

/// Returns a page of all books by its number.
func titles(
  onPage number: Int, _ container: PersistentContainer
) async throws -> NumberedFetchedPage<String> {
  try await container.read { context in
    try context.fetch(Book.sorted(by: \.title).page(number, size: 20)).map(\.title)
  }
}

/// Returns the condition on books of any of `titles`, or of more than `pages` pages where there is
/// such a number.
func condition(titles: [String], pages: Int?) -> FetchRequest<Book> {
  var request = Book.where { $0.title.in(titles) }
  if let pages { request = request.where { $0.pages > pages } }
  return request
}

/// Returns how many pages there are of fiction, how many books have on average, and how many
/// characters the longest title has.
func figures(_ context: ManagedObjectContext) throws -> (Int, Double?, Int?) {
  let pages = try context.sum(Book.where { $0.genre == .fiction }, of: \.pages)
  let mean = try context.average(Book.all, of: \.pages)
  let longest = try context.maximum(Book.all) { $0.title.count }
  return (pages, mean, longest)
}

/// Returns the author whose email is `email`, and removes short books.
func tidied(email: String, _ context: ManagedObjectContext) throws -> Author {
  try context.delete(Book.where { $0.pages < 10 })
  return try context.only(Author.where { $0.email == email })
}

func printSections(_ context: ManagedObjectContext) throws {
  let sections = try context.fetch(Book.sorted(by: \.title).sections { $0.author.name })
  for section in sections { print(section.key ?? "anonymous", section.objects.count) }
}

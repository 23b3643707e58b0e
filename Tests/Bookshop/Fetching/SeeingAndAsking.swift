import EntityGraph
import Foundation

/// Section "See what happens".
func explained(_ context: ManagedObjectContext) throws {
  let request = Book.where { $0.genre == .fiction }.sorted(by: \.title).limit(10)
  print(request)
  debugPrint(request)
  print(try request.explain(in: context))
}

/// Section "Save searches".
func savedAndReadAgain() throws -> FetchRequest<Book> {
  let search = Book.where { $0.pages > 100 && $0.author.name == "Ursula" }.sorted(by: \.title)
  let json = try JSONEncoder().encode(search)
  return try JSONDecoder().decode(FetchRequest<Book>.self, from: json)
}

/// Section "Ask by names".
func askedByNames(_ context: ManagedObjectContext) throws -> Data {
  let request = DynamicRequest("Book")
    .where("pages", .greaterThan, 100)
    .where(.compare("author.name", .equal, "Ursula") || .refers("author", to: nil))
    .sorted(by: "title").limit(10)
  for book in try context.fetch(request) { print(try book.value(forKey: "title") ?? "") }
  let rows = try context.fetch(request.select("objectID", "title", "author.name"))
  return try JSONEncoder().encode(rows)
}

/// Section "Filter as a client says".
func filtered(
  by json: String, sortedBy order: String, _ container: PersistentContainer
) async throws -> [String] {
  let policy = FilterPolicy(Book.self) { ($0.title, $0.pages, $0.genre, $0.author.name) }
  let request = try Book.where { $0.pages > 0 }
    .filtered(by: ClientFilter(json: json), allowing: policy)
    .sorted(byNames: order, allowing: policy)
  return try await container.read { try $0.fetch(request.limit(100)).map(\.title) }
}

/// Section "Write SQL by hand".
func writtenByHand(
  pages: Int, genres: [Genre], _ context: ManagedObjectContext
) throws -> [(String, Int)] {
  let rows = try context.sql(
    """
    SELECT a.name, count(*) FROM Book b JOIN Author a ON a._id = b.author
    WHERE b.pages > \(pages) AND b.genre IN \(genres) GROUP BY a._id ORDER BY 2 DESC
    """, as: (String, Int).self)
  let longest = try context.objects(
    Book.self,
    sql: """
      SELECT _id FROM \(Book.self) AS b WHERE \(\Book.pages) =
      (SELECT max(pages) FROM Book WHERE author = b.author)
      """)
  print(longest.map(\.title))
  return rows
}

/// Section "Write SQL by hand".
func changedByHand(
  _ genre: Genre, by added: Int, _ container: PersistentContainer
) async throws -> Int {
  let count = try await container.write { context in
    try context.execute(
      """
      UPDATE \(Book.self) SET \(\Book.pages) = \(\Book.pages) + \(added)
      WHERE \(\Book.genre) = \(genre)
      """)
  }
  return count
}

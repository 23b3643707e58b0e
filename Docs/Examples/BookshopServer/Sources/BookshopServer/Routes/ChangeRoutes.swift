import EntityGraph
import Hummingbird

/// What has changed, for clients that have a store of their own and work while they are offline.
struct ChangeRoutes {
  let store: ShopStore

  func add(to router: some RouterMethods<ShopContext>) {
    router.group("changes").get(use: read).post(use: apply)
  }

  private struct Query: Decodable {
    var after: String
  }

  /// Answers with what others than the client have changed since a token.
  @Sendable func read(_ request: Request, _ context: ShopContext) async throws -> JSON {
    let query: Query = try request.uri.decodeQuery(context: context)
    guard let token = CommitToken(query.after) else {
      throw Refusal.badRequest("'after' is the ETag of the catalogue, or what 'token' has said")
    }
    let client = request.author
    return try await store.read { context in
      let entries = try context.history(after: token, of: Book.self, Author.self)
      let changes = entries.filter { client == nil || $0.author != client }.flatMap(\.changes)
      let (changed, gone) = try news(in: changes, context)
      return [
        "token": JSON("\(entries.last?.token ?? token)"),
        "books": try context.json(changed.sorted(by: \.isbn), as: Book.shape),
        "deleted": JSON(
          gone.map { ["change": "deleted", "entity": "Book", "identity": JSON($0)] }),
      ]
    }
  }

  /// Does what a client has done with its own store.
  @Sendable func apply(_ request: Request, _ context: ShopContext) async throws -> JSON {
    guard let client = request.author else { throw Refusal.clientMissing }
    let changes = try await request.json(upTo: 1 << 20)
    var options = SyncOptions()
    options.unknownMembers = .refuse
    let report = try await store.container.applyChanges(
      from: changes, of: Book.self, Author.self, options: options, author: client)
    return report.json
  }
}

/// Returns the books that `changes` concern, and the numbers that no book has any more.
private func news(
  in changes: [HistoryChange], _ context: ManagedObjectContext
) throws -> (changed: FetchRequest<Book>, gone: [String]) {
  let books = changes.filter { $0.entity == "Book" && $0.kind != .deleted }.map(\.objectID)
  let authors = changes.filter { $0.entity == "Author" && $0.kind == .updated }.map(\.objectID)
  let numbers = changes.compactMap { $0.entity == "Book" ? $0.old(\Book.isbn) : nil }
  let used = try context.fetch(Book.where { numbers.contains($0.isbn) }.select { $0.isbn })
  return (
    Book.where { books.contains($0.objectID) || authors.contains($0.author.objectID) },
    Set(numbers).subtracting(used).sorted()
  )
}

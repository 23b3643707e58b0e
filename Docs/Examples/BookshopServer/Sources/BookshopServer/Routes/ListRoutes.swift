import EntityGraph
import Hummingbird

/// Lists of books: in pages, and by what is searched for.
struct ListRoutes {
  let store: ShopStore

  func add(to router: some RouterMethods<ShopContext>) {
    router.get("books", use: list).get("books/search", use: search).get("authors", use: authors)
      .get("authors/:id", use: author)
  }

  /// What a client asks for.
  private struct Query: Decodable {
    var genre: Genre?
    var limit: Int?
    var offset: Int?
    var after: String?
    var q: String?

    /// How many books a page has.
    func pageSize() throws -> Int {
      let size = limit ?? 20
      guard (1...100).contains(size) else { throw Refusal.badRequest("'limit' is from 1 to 100") }
      return size
    }
  }

  @Sendable func list(
    _ request: Request, _ context: ShopContext
  ) async throws -> Page<Book.Values> {
    let query: Query = try request.uri.decodeQuery(context: context)
    let size = try query.pageSize()
    let shelf = query.genre.map { genre in Book.where { $0.genre == genre } } ?? Book.all
    let books = shelf.sorted(by: \.title)
    let genre = query.genre.map { "&genre=\($0.rawValue)" } ?? ""
    if let offset = query.offset {
      guard query.after == nil, offset >= 0 else {
        throw Refusal.badRequest("a page begins at an 'offset' from 0 on, or 'after' a book")
      }
      var page = try await page(of: books, offset: offset, size)
      if let next = page.next { page.next = "/books?offset=\(next)&limit=\(size)\(genre)" }
      return page
    }
    var page = try await page(of: books, after: try query.after.map(BookKey.init(text:)), size)
    if let next = page.next { page.next = "/books?after=\(next)&limit=\(size)\(genre)" }
    return page
  }

  /// Returns a page by its number: it can be anywhere, and moves when something before it does.
  private func page(
    of books: FetchRequest<Book>, offset: Int, _ size: Int
  ) async throws -> Page<Book.Values> {
    // Both see one state of the store.
    try await store.read { context in
      let total = try context.count(books)
      let items = try context.fetch(books.offset(offset).limit(size)).map(Book.Values.init)
      let end = offset + items.count
      return Page(items: items, total: total, next: end < total ? String(end) : nil)
    }
  }

  /// Returns a page by what precedes it: the thousandth costs no more than the first.
  private func page(
    of books: FetchRequest<Book>, after key: BookKey?, _ size: Int
  ) async throws -> Page<Book.Values> {
    // Titles may be the same, numbers may not: with them the order has no ties.
    let books = books.sorted(by: \.isbn)
    let rest =
      key.map { key in
        // With `>=` outside, the index of titles is entered at the key.
        books.where {
          $0.title >= key.title && ($0.title > key.title || $0.isbn > key.isbn)
        }
      } ?? books
    return try await store.read { context in
      // One more than the page has says whether there is a next one.
      let found = try context.fetch(rest.limit(size + 1))
      let items = found.prefix(size)
      let last = items.last.map { BookKey(title: $0.title, isbn: $0.isbn) }
      return Page(
        items: items.map(Book.Values.init), next: found.count > size ? last?.text : nil)
    }
  }

  @Sendable func search(
    _ request: Request, _ context: ShopContext
  ) async throws -> Page<Book.Values> {
    let query: Query = try request.uri.decodeQuery(context: context)
    let size = try query.pageSize()
    guard let text = query.q, !text.isEmpty else {
      throw Refusal.badRequest("say what to search for in 'q'")
    }
    let found = Book.where {
      $0.title.contains(text, ignoringCase: true)
        || $0.author.name.contains(text, ignoringCase: true)
    }
    return try await store.read { context in
      Page(
        items: try context.fetch(found.sorted(by: \.title).limit(size)).map(Book.Values.init))
    }
  }

  @Sendable func authors(
    _ request: Request, _ context: ShopContext
  ) async throws -> JSON {
    try await store.read { context in
      try context.json(Author.sorted(by: \.name), as: Author.shortShape)
    }
  }

  @Sendable func author(_ request: Request, _ context: ShopContext) async throws -> JSON {
    let id = try context.id(of: Author.self)
    return try await store.read { context in
      try context.json(context.existing(Author.self, id), as: Author.shape)
    }
  }
}

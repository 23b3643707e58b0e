import EntityGraph
import Hummingbird

/// Books: read, created, changed, deleted.
struct BookRoutes {
  let store: ShopStore

  func add(to router: some RouterMethods<ShopContext>) {
    router.group("books")
      .post(use: create)
      .get(":id", use: read)
      .put(":id", use: replace)
      .patch(":id", use: change)
      .delete(":id", use: delete)
  }

  @Sendable func read(
    _ request: Request, _ context: ShopContext
  ) async throws -> Tagged<Book.Values> {
    let id = try context.id(of: Book.self)
    return try await store.read { context in
      let book = try context.existing(Book.self, id)
      return Tagged(value: Book.Values(book), version: context.version(of: book))
    }
  }

  @Sendable func create(
    _ request: Request, _ context: ShopContext
  ) async throws -> Tagged<Book.Values> {
    let new = try await request.decode(as: Book.Values.self, context: context)
    return try await store.write(author: request.author) { context in
      let book = try context.insert(new)
      try book.check()
      try context.save()
      return Tagged(
        value: Book.Values(book), version: context.version(of: book), status: .created,
        location: "/books/\(book.objectID.text)")
    }
  }

  @Sendable func replace(
    _ request: Request, _ context: ShopContext
  ) async throws -> Tagged<Book.Values> {
    var new = try await request.decode(as: Book.Values.self, context: context)
    // The URL says which book is meant; what the body says of it is of no importance.
    new.objectID = nil
    return try await update(request, context) { [new] in try $0.apply(new) }
  }

  @Sendable func change(
    _ request: Request, _ context: ShopContext
  ) async throws -> Tagged<Book.Values> {
    let patch = try await request.decode(as: Book.Values.Patch.self, context: context)
    return try await update(request, context) { try $0.apply(patch) }
  }

  @Sendable func delete(_ request: Request, _ context: ShopContext) async throws -> Response {
    let id = try context.id(of: Book.self)
    let condition = try request.requireIfMatch()
    try await store.write(author: request.author) { context in
      let book = try context.existing(Book.self, id)
      try condition.check(context.version(of: book))
      context.delete(book)
    }
    return Response(status: .noContent)
  }

  /// Changes the book that the request names, if it still is as the client has read it.
  private func update(
    _ request: Request, _ context: ShopContext, _ change: @escaping @Sendable (Book) throws -> Void
  ) async throws -> Tagged<Book.Values> {
    let id = try context.id(of: Book.self)
    let condition = try request.requireIfMatch()
    return try await store.write(author: request.author) { context in
      // What is read in `write` cannot change before it is saved.
      let book = try context.existing(Book.self, id)
      try condition.check(context.version(of: book))
      try change(book)
      try book.check()
      try context.save()
      return Tagged(value: Book.Values(book), version: context.version(of: book))
    }
  }
}

import EntityGraph
import Hummingbird

/// The catalogue: all books in one list, for those who keep a copy and from those who supply them.
struct CatalogueRoutes {
  let store: ShopStore

  /// How many bytes a list has at most that is sent here.
  let limit: Int

  func add(to router: some RouterMethods<ShopContext>) {
    router.group("catalogue").get(use: read).put(use: take)
  }

  /// Sends all books, in the memory of a few of them.
  @Sendable func read(_ request: Request, _ context: ShopContext) async throws -> Response {
    let known = TagCondition(request.headers[values: .ifNoneMatch])
    let (list, tag) = try await store.read(timeout: .seconds(60)) { context in
      // Both are of one state of the store.
      let tag = EntityTag(try context.currentToken)
      if known?.matches(tag) == true { return (nil as Spool?, tag) }
      let list = try Spool()
      try context.writeJSON(Book.sorted(by: \.isbn), as: Book.shape) { try list.write($0) }
      return (list, tag)
    }
    guard let list else { return Response(status: .notModified, headers: [.eTag: tag.text]) }
    return try list.response(
      headers: [.contentType: "application/json; charset=utf-8", .eTag: tag.text],
      on: store.container)
  }

  /// What a supplier asks for beside what the list says.
  private struct Query: Decodable {
    enum Invalid: String, Decodable { case refuse, skip }
    enum Missing: String, Decodable { case keep, delete }

    /// What becomes of rows that are no books, and of authors who are named and not known.
    var invalid: Invalid?

    /// What becomes of books that are not in the list.
    var missing: Missing?
  }

  /// Makes the books what a supplier's list says, as it arrives.
  @Sendable func take(_ request: Request, _ context: ShopContext) async throws -> JSON {
    let query: Query = try request.uri.decodeQuery(context: context)
    let deletes = query.missing == .delete
    guard !(deletes && request.isInLines) else {
      // Lines that end too early are as good as lines that end.
      throw Refusal.badRequest("what is missing is deleted where a list is sent, not lines")
    }
    var options = SyncOptions()
    let rule = query.invalid == .skip ? SyncRule.skip : .refuse
    (options.invalidRows, options.unknownReferences) = (rule, rule)
    // What has been sold stays, and so does what is here to be sold.
    let unused = Book.where { $0.stock == 0 && $0.orderLines.isEmpty }
    let report = try await store.container.sync(
      Book.self, from: request.pieces(upTo: limit).map(\.readableBytesView),
      as: request.isInLines ? .lines : .list,
      deleting: deletes ? .missingFrom(unused) : .none, options: options,
      author: request.author)
    return report.json
  }
}

extension Request {
  /// Whether the body is JSON Lines.
  fileprivate var isInLines: Bool {
    let type = headers[.contentType]?.prefix { $0 != ";" }
    return type == "application/jsonl" || type == "application/x-ndjson"
  }
}

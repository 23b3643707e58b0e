import EntityGraph
import Foundation
import Hummingbird

/// What changes, as it changes, in server-sent events.
struct LiveRoutes {
  let store: ShopStore

  func add(to router: some RouterMethods<ShopContext>) {
    router.group("live").get("commits", use: commits).get("shelves", use: shelves)
  }

  /// Every commit: what has been inserted, changed and deleted, by whom.
  @Sendable func commits(_ request: Request, _ context: ShopContext) async throws -> Response {
    .events(
      to: request,
      store.container.commits.map { try ServerSentEvent("commit", CommitNotice($0)) })
  }

  /// The shelves, now and after every change of what they show; all who look share one query.
  @Sendable func shelves(_ request: Request, _ context: ShopContext) async throws -> Response {
    let shelves = store.container.updates(
      of: Book.sorted(by: \.title).limit(48).select {
        ($0.isbn, $0.title, $0.author.name, $0.genre, $0.price, $0.stock)
      })
    return .events(
      to: request,
      shelves.map { rows in try ServerSentEvent("shelves", rows.map(ShelfBook.init)) })
  }
}

/// A commit as clients see it.
struct CommitNotice: Codable, Sendable {
  struct Update: Codable, Sendable {
    var id: ObjectID
    var properties: [String]
  }

  var author: String?
  var date: Date
  var inserted: [ObjectID]
  var updated: [Update]
  var deleted: [ObjectID]

  /// How many commits the client was too slow for.
  var missed: Int

  init(_ commit: Commit) {
    author = commit.author
    date = commit.date
    inserted = commit.inserted
    updated = commit.updated.map { Update(id: $0.objectID, properties: $0.properties) }
    deleted = commit.deleted
    missed = commit.missed
  }
}

/// A book as the page shows it.
struct ShelfBook: Codable, Hashable, Sendable {
  var isbn: String
  var title: String
  var author: String?
  var genre: Genre
  var price: Decimal
  var stock: Int
}

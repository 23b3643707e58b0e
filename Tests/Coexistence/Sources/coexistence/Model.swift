import AsyncAlgorithms
import Collections
import EntityGraph
import Foundation
import Hummingbird
import Logging
import Metrics

enum Genre: String, Storable, CaseIterable { case fiction, science }

@DictionaryStorage struct Settings {
  var theme = "light"
}

@Composition struct Address {
  @Leaf(.indexed) var city: String
}

@Entity final class Author: ManagedObject {
  @Attribute(.unique) var email: String
  @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
  @Fetched(
    Book.self, where: { book, author in book.author == author && book.pages > 500 },
    sortedBy: \.title)
  var longBooks: [Book]
}

@Entity(.values) final class Book: ManagedObject {
  var title: String
  var genre: Genre = .fiction
  var pages: Int = 0
  @Transient var note: String = ""
  @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
}

/// Returns the titles by genre, with expressions that other modules' overloads could spoil.
func titles(_ context: ManagedObjectContext, longerThan pages: Int) throws -> OrderedSet<String> {
  let request = Book.where { $0.pages > pages && $0.genre == .fiction && $0.author != nil }
  _ = try context.first(request.select { $0.count }) == 3
  for (genre, count) in try context.fetch(Book.group(by: \.genre).select { ($0.genre, $0.count) }) {
    Logger(label: "titles").info("\(genre): \(count)")
  }
  return OrderedSet(try context.fetch(request.sorted(by: \.title, .descending).select { $0.title }))
}

/// Returns what a server answers with.
func router(_ container: PersistentContainer) -> Router<BasicRequestContext> {
  let router = Router()
  router.get("titles") { _, _ in
    try titles(container.newContext(), longerThan: 100).joined(separator: "\n")
  }
  return router
}

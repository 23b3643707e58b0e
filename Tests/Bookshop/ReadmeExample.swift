import EntityGraph
import Foundation

enum Genre: String, Storable { case fiction, science, history }

@Entity final class Author: ManagedObject {
  @Attribute(.unique) var email: String
  @Attribute var name: String
  @Attribute var born: Date?
  @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
  @Fetched(
    Book.self, where: { book, author in book.author == author && book.pages > 500 },
    sortedBy: \.title)
  var longBooks: [Book]
}

@Entity final class Book: ManagedObject {
  @Attribute(.indexed) var title: String
  @Attribute var genre: Genre = .fiction
  @Attribute var pages: Int = 0
  @Attribute var tags: [String] = []
  @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
}

/// Runs the example, whose file is in the current folder, and returns what it prints.
package func runReadmeExample() throws -> [String] {
  var printed: [String] = []
  func print(_ items: Any...) {
    printed.append(items.map { "\($0)" }.joined(separator: " "))
  }

  let container = try PersistentContainer(model: .bookshop, at: .file("bookshop.sqlite"))
  let context = container.newContext()

  let ursula =
    try context.first(Author.where { $0.email == "ursula@example.org" })
    ?? Author(email: "ursula@example.org", name: "Ursula", in: context)
  if ursula.books.isEmpty {
    _ = Book(title: "The Dispossessed", pages: 387, tags: ["utopia"], author: ursula, in: context)
    _ = Book(title: "Always Coming Home", pages: 523, author: ursula, in: context)
  }
  try context.save()

  let books = try context.fetch(
    Book.where { $0.author.name == "Ursula" && $0.pages > 100 }
      .sorted(by: \.title)
      .limit(20))
  for book in books { print(book.title, book.author?.name ?? "") }

  let perGenre = try context.fetch(
    Book.group(by: \.genre).select { ($0.genre, $0.count, $0.pages.average) })
  for (genre, count, average) in perGenre { print(genre, count, average ?? 0) }

  let busy = try context.fetch(Author.where { $0.books.any { $0.genre == .fiction } })
  print(busy.count, ursula.longBooks.map(\.title))
  return printed
}

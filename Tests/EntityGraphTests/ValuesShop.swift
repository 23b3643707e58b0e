import EntityGraph
import Foundation

/// A shop whose entities have values.
struct ValuesShop {
  enum Genre: String, Storable, CaseIterable { case fiction, science }

  /// Is stored as JSON and cannot be compared.
  struct Size: Codable, Sendable {
    var width: Int
    var height: Int
  }

  @Entity(.values) final class Author: ManagedObject {
    @Attribute(.unique) var email: String
    var name: String
    @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
    @Relationship(inverse: "translator", deleteRule: .nullify) var translations: Set<Book>
  }

  @Entity(.values) final class Book: ManagedObject {
    @Attribute(.indexed) var title: String
    var genre: Genre = .fiction
    var pages: Int = 0
    var rating: Int? = 3
    var price: Decimal?
    var size: Size?
    var created: Date = Date(timeIntervalSinceReferenceDate: 7)
    var cover: Data?
    var code: UUID?
    var link: URL?
    var stock: UInt64 = .max
    var tags: Set<String> = []
    @Transient var isSelected: Bool = false
    @Relationship(inverse: "books", deleteRule: .nullify) var author: Author
    @Relationship(inverse: "translations", deleteRule: .nullify) var translator: Author?
    @Fetched(countOf: Author.self) var authorCount: Int
  }

  @Entity(.values) final class Account: ManagedObject {
    var name: String
    private var secret: String = "none"
    var checksum: String { secret }
  }

  let container: PersistentContainer
  let context: ManagedObjectContext
  let author: Author
  let book: Book

  /// Creates a shop with one author and one book.
  init() throws {
    container = try PersistentContainer(
      model: ObjectModel(Author.self, Book.self), at: .memory)
    context = container.newContext()
    author = Author(email: "ursula@example.org", name: "Ursula", in: context)
    book = Book(title: "The Dispossessed", genre: .science, pages: 387, author: author, in: context)
    book.size = Size(width: 11, height: 18)
    try context.save()
  }
}

/// Entities with values that extend one another.
enum ValuesTree {
  @Entity(.values) class Work: ManagedObject {
    var title: String
    var year: Int = 1900
  }

  @Entity(.values) class Play: Work { var acts: Int }

  @Entity(.values) final class Opera: Play { var key: String? }
}

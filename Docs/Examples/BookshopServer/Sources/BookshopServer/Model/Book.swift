import EntityGraph
import Foundation

/// A book on the shelves.
@Entity(.values) final class Book: ManagedObject {
  @Attribute(.unique) var isbn: String
  @Attribute(.indexed) var title: String
  var genre: Genre = .fiction
  var pages: Int = 0
  var price: Decimal = 0
  @Attribute(json: .notExported) var stock: Int = 0
  @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
  @Relationship(inverse: "book", deleteRule: .deny, json: .notExported)
  var orderLines: Set<OrderLine>
}

extension Book {
  /// A book in the catalogue: what others may know of it and change, without what is the shop's
  /// own.
  static let shape = JSONShape<Book> {
    $0.isbn
    $0.title
    $0.genre
    $0.pages
    $0.price
    $0.author { $0.name }
  }
}

/// The shelf that a book stands on.
enum Genre: String, Storable, Codable, CaseIterable {
  case fiction, science, history
}

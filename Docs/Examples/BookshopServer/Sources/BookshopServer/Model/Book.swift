import EntityGraph
import Foundation

/// A book on the shelves.
@Entity(.values) final class Book: ManagedObject {
  @Attribute(.unique) var isbn: String
  @Attribute(.indexed) var title: String
  var genre: Genre = .fiction
  var pages: Int = 0
  var price: Decimal = 0
  var stock: Int = 0
  @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
  @Relationship(inverse: "book", deleteRule: .deny) var orderLines: Set<OrderLine>
}

/// The shelf that a book stands on.
enum Genre: String, Storable, Codable, CaseIterable {
  case fiction, science, history
}

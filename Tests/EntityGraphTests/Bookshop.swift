import EntityGraph
import Foundation

enum Genre: String, Storable, CaseIterable { case fiction, science, history }

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

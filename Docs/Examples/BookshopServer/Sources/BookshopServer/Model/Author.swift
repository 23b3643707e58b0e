import EntityGraph

/// Who writes books.
@Entity(.values) final class Author: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "author", deleteRule: .deny, json: .notExported) var books: Set<Book>
}

extension Author {
  /// An author in a list.
  static let shortShape = JSONShape<Author> {
    $0.name
    $0.objectID
  }

  /// An author with the books.
  static let shape = JSONShape<Author> {
    $0.name
    $0.objectID
    $0.books.named("books") {
      $0.isbn
      $0.objectID
      $0.price
      $0.title
    }
  }
}

import EntityGraph

/// Who writes books.
@Entity(.values) final class Author: ManagedObject {
  @Attribute(.unique) var name: String
  @Relationship(inverse: "author", deleteRule: .deny) var books: Set<Book>
}

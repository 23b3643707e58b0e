import EntityGraph

/// A writer of books.
@Entity final class Author: ManagedObject {
  var name: String
  @Attribute(.unique) var email: String
  var born: Double?
  var active: Bool
  var rating: Double
  @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
}

/// A book and its author.
@Entity final class Book: ManagedObject {
  var title: String
  var isbn: String
  var pages: Int
  var price: Double
  @Attribute(.indexed) var published: Double
  var summary: String?
  @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
}

/// What somebody has written about books.
@Entity final class Review: ManagedObject {
  @Attribute(.searchable) var text: String
  var stars: Int
}

/// Somebody who reads in the library.
@Entity final class Member: ManagedObject {
  @Attribute(.unique) var email: String
  var name: String
  var visits: Int
  var joined: Double
  var note: String?
}

extension Author: WholeAuthor {}

extension Book: WholeBook {
  var hasID: Bool { !objectID.isTemporary }
  var hasAuthor: Bool { author != nil }
}

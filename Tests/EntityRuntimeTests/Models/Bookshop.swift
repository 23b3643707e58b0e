import EntityGraph
import Foundation

enum Genre: String, Storable, CaseIterable { case fiction, science, history }

@Entity final class Author: ManagedObject {
  @Attribute(.unique) var email: String
  var name: String = ""
  var born: Date?
  @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
  @Relationship(inverse: "author", deleteRule: .nullify) var profile: Profile?
}

@Entity final class Book: ManagedObject {
  @Attribute(.indexed) var title: String
  var genre: Genre = .fiction
  var pages: Int = 0
  var tags: [String] = []
  @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
  @Relationship(inverse: "books", deleteRule: .nullify) var subjects: Set<Subject>
}

@Entity final class Subject: ManagedObject {
  var name: String
  @Relationship(inverse: "subjects", deleteRule: .nullify) var books: Set<Book>
}

@Entity final class Profile: ManagedObject {
  var text: String = ""
  @Relationship(inverse: "profile", deleteRule: .nullify) var author: Author?
}

/// Returns a bench of a bookshop in memory.
func bookshop() throws -> Bench {
  try Bench(Author.self, Book.self, Subject.self, Profile.self)
}

/// Returns everything in a bookshop, a line for each object.
func bookshop(_ context: ManagedObjectContext) throws -> String {
  try graph(context, Author.self, Book.self, Subject.self, Profile.self)
}

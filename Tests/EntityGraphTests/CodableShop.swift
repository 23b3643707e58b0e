import EntityGraph
import Foundation

/// A shop whose objects are Codable themselves.
enum CodableShop {
  enum Genre: String, Storable, CaseIterable { case fiction, science }

  @Entity(.codable) final class Author: ManagedObject {
    @Attribute(.unique) var email: String
    @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
  }

  @Entity(.codable, .observable) class Book: ManagedObject {
    var title: String
    var genre: Genre = .fiction
    var pages: Int = 0
    var price: Decimal?
    var published: Date?
    var tags: [String] = []
    private var note: String = "own"
    @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
  }

  @Entity(.codable) final class Novel: Book { var plot: String = "" }

  /// Is not coded, since it does not say so.
  @Entity(.values) final class Play: Book { var acts: Int = 3 }

  @Entity(originalName: "Shape", .codable, .abstract) class Form: ManagedObject { var size: Int }
  @Entity(.codable) final class Circle: Form { var radius: Double }

  static func container() throws -> PersistentContainer {
    try .forTesting(
      Author.self, Book.self, Novel.self, Play.self, Form.self, Circle.self)
  }
}

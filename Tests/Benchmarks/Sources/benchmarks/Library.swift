import EntityGraph
import Foundation

/// A writer of books, as the workloads know one.
@Entity final class Author: ManagedObject {
  @Attribute var name: String
  @Attribute(.unique) var email: String
  @Attribute var born: Double?
  @Attribute var active: Bool
  @Attribute var rating: Double
  @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
}

/// A book: eight attributes and its author.
@Entity final class Book: ManagedObject {
  @Attribute var title: String
  @Attribute var isbn: String
  @Attribute var pages: Int
  @Attribute var price: Double
  @Attribute(.indexed) var published: Double
  @Attribute var summary: String?
  @Attribute var language: String
  @Attribute var stock: Int
  @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
}

/// The values of the book `number`, of which one in ten has a title that is not ASCII.
struct BookValues {
  let title: String
  let isbn: String
  let pages: Int
  let price: Double
  let published: Double
  let summary: String?
  let language: String
  let stock: Int

  init(_ number: Int) {
    title =
      number % 10 == 0
      ? "Über die Geschichte der Bücher, Band \(number)"
      : "On the history of books, volume \(number)"
    isbn = "978-3-16-\(100_000 + number)-0"
    pages = 100 + number * 7919 % 900
    price = Double(number * 31 % 10_000) / 100
    published = Double(number * 7919 % 1_000_000)
    summary = number % 3 == 0 ? nil : "A summary of some length for the book number \(number)"
    language = number % 4 == 0 ? "de" : "en"
    stock = number % 50
  }
}

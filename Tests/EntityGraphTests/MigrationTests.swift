import EntityGraph
import Foundation
import TestSupport
import Testing

/// The first version of a program's classes.
private enum First {
  @Entity final class Author: ManagedObject {
    var name: String
    @Relationship(inverse: "author", deleteRule: .cascade) var books: Set<Book>
  }

  @Entity final class Book: ManagedObject {
    var name: String
    var pages: Int32
    var note: String?
    @Relationship(inverse: "books", deleteRule: .nullify) var author: Author?
  }
}

/// The second version.
private enum Second {
  enum Format: String, Storable { case paper, audio }

  @Entity(originalName: "Author") final class Writer: ManagedObject {
    @Attribute(.indexed) var name: String
    @Relationship(inverse: "authors", deleteRule: .nullify) var books: Set<Book>
  }

  @Entity final class Book: ManagedObject {
    @Attribute(.indexed, originalName: "name") var title: String
    var pages: Int
    var name: String?
    var language: String = "en"
    var format: Format = .audio
    var tags: [String] = ["new"]
    var added: Date = Date(timeIntervalSinceReferenceDate: 5)
    var price: Decimal = 9
    var note: String = "none"
    @Relationship(inverse: "books", deleteRule: .nullify, originalName: "author")
    var authors: Set<Writer>
  }
}

@Suite struct MigrationTests {
  @Test func objectsOfTheSecondModelAreThoseOfTheFirst() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let first = try PersistentContainer(
        model: ObjectModel(First.Author.self, First.Book.self), at: .file(path))
      let context = first.newContext()
      let ursula = First.Author(name: "Ursula", in: context)
      _ = First.Book(
        name: "The Dispossessed", pages: 387, note: "read", author: ursula, in: context)
      _ = First.Book(name: "Mort", pages: 272, in: context)
      try context.save()
      first.close()

      let model = try ObjectModel(Second.Writer.self, Second.Book.self)
      let plan = try #require(try PersistentContainer.migrationPlan(for: model, at: .file(path)))
      #expect(plan.isAutomatic)
      #expect(plan.copiedRows == 3)
      let second = try PersistentContainer(model: model, at: .file(path))
      #expect(try PersistentContainer.migrationPlan(for: model, at: .file(path)) == nil)
      let later = second.newContext()
      let books = try later.fetch(Second.Book.sorted(by: \.title))
      #expect(books.map(\.title) == ["Mort", "The Dispossessed"])
      #expect(books.map(\.pages) == [272, 387])
      #expect(books.map(\.name) == [nil, nil])
      #expect(books.map(\.language) == ["en", "en"])
      #expect(books.map(\.format) == [.audio, .audio])
      #expect(books.map(\.tags) == [["new"], ["new"]])
      #expect(books.map(\.added.timeIntervalSinceReferenceDate) == [5, 5])
      #expect(books.map(\.price) == [9, 9])
      #expect(books.map(\.note) == ["none", "read"])
      #expect(books.map { $0.authors.map(\.name) } == [[], ["Ursula"]])
      #expect(
        try later.fetch(Second.Writer.all).map { $0.books.map(\.title) } == [["The Dispossessed"]])
      books[0].authors = books[1].authors
      try later.save()
      #expect(later.pendingErrors.isEmpty)
      second.close()
    }
  }
}

import EntityGraph
import Foundation
import TestSupport
import Testing

@testable import EntityRuntime

/// The first version of a program's classes.
private enum First {
  @Entity final class Book: ManagedObject {
    var name: String
    var pages: Int32 = 0
    @Relationship(inverse: "books", deleteRule: .nullify) var shelves: Set<Shelf>
  }

  @Entity final class Shelf: ManagedObject {
    var label: String = ""
    @Relationship(inverse: "shelves", deleteRule: .nullify) var books: Set<Book>
  }
}

/// The second version.
private enum Second {
  @Entity(originalName: "Book") final class Volume: ManagedObject {
    @Attribute(.indexed, originalName: "name") var title: String
    var pages: Int = 0
    var note: String = "none"
  }
}

/// Entries of before a migration.
@Suite struct HistoryMigrationTests {
  @Test func entriesKeepTheNamesOfTheirTime() throws {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("store"))
      var options = StoreOptions.migrating(
        allowing: .removing("Shelf"), .removing("Book.shelves"))
      options.history = .everything
      let first = try PersistentContainer(
        model: ObjectModel(First.Book.self, First.Shelf.self), at: location, options: options)
      let context = first.newContext()
      let book = First.Book(name: "A", pages: 3, in: context)
      _ = First.Shelf(label: "S", books: [book], in: context)
      try context.save()
      let token = try first.currentToken
      book.name = "B"
      try context.save()
      let before = try first.history()
      first.close()

      let second = try PersistentContainer(
        model: ObjectModel(Second.Volume.self), at: location, options: options)
      #expect(try second.history().map(\.token) == before.map(\.token))
      let old = try second.history(after: token)
      #expect(old.flatMap(\.changes).map(\.entity) == ["Book"])
      #expect(old.flatMap(\.changes).map(\.properties) == [["name"]])
      #expect(old[0].changes[0].new["name"] == .text("B"))
      #expect(try second.history()[0].changes.map(\.entity) == ["Book", "Shelf"])
      #expect(try second.history(of: Second.Volume.self).isEmpty)

      let later = second.newContext()
      let volume = try #require(try later.first(Second.Volume.all))
      volume.note = "new"
      try later.save()
      let new = try second.history(of: Second.Volume.self)
      #expect(new.flatMap(\.changes).map { $0.old(\Second.Volume.note) } == ["none"])
      second.close()
    }
  }
}

import EntityModel
import EntityStore
import Foundation
import TestSupport
import Testing

@Suite struct WritingTests {
  /// Returns how many rows of `entity` there are.
  private func count(_ entity: String, in store: Store) throws -> Int {
    try store.read { try $0.count(EntityQuery(entity: entity)) }
  }

  @Test func idsAreReservedInBlocksAndNeverAgain() throws {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("store"))
      let store = try Store(model: Library.model, at: location)
      #expect(try store.write { try $0.reserveIDs("Book", count: 10) } == 1)
      #expect(try store.write { try $0.reserveIDs("Novel", count: 1) } == 11, "one table")
      #expect(try store.write { try $0.reserveIDs("Author", count: 1) } == 1)
      try store.write { writer in
        try writer.addBook(11, "x")
        #expect(try writer.delete("Book", id: 11, expecting: 1))
      }
      let other = try Store(model: Library.model, at: location)
      #expect(try other.write { try $0.reserveIDs("Book", count: 5) } == 12)
      #expect(try store.write { try $0.reserveIDs("Book", count: 1) } == 17)
    }
  }

  @Test func anUpdateChangesTheColumnsNamedAndTheVersion() throws {
    let store = try Library.store()
    try store.write { writer in
      try writer.addAuthor(1, "a")
      try writer.addBook(1, "Title", pages: 5, author: 1)
      #expect(
        try writer.update(
          "Book", id: 1, expecting: 1, newVersion: 2, properties: [0, 4]
        ) { row in
          row.write(text: "New")
          row.write(blob: Data([1]))
        })
    }
    try store.read { reader in
      let found = try reader.row("Book", id: 1) { row in
        #expect(row.version == 2)
        #expect(row.text(at: 3) == "New" && row.integer(at: 4) == 5)
        #expect(row.blob(at: 7) == Data([1]) && row.integer(at: 8) == 1)
      }
      #expect(found)
    }
  }

  @Test func aConflictIsSeenAndChangesNothing() throws {
    let store = try Library.store()
    try store.write { writer in
      try writer.addBook(1, "Title")
      #expect(
        try !writer.update("Book", id: 1, expecting: 7, newVersion: 8, properties: [0]) {
          $0.write(text: "New")
        })
      #expect(
        try !writer.update("Book", id: 9, expecting: 1, newVersion: 2, properties: []) { _ in })
      #expect(try !writer.delete("Book", id: 1, expecting: 7))
      #expect(try !writer.delete("Book", id: 9, expecting: nil))
      #expect(try writer.delete("Book", id: 1, expecting: nil))
    }
    #expect(try count("Book", in: store) == 0)
  }

  @Test func whatThrowsIsRolledBack() throws {
    struct Stop: Error {}
    let store = try Library.store()
    #expect(throws: Stop.self) {
      try store.write { writer in
        _ = try writer.reserveIDs("Author", count: 5)
        try writer.addAuthor(1, "a")
        throw Stop()
      }
    }
    #expect(try count("Author", in: store) == 0)
    #expect(try store.write { try $0.reserveIDs("Author", count: 1) } == 1)
  }

  @Test func aUniqueViolationNamesEntityAndAttribute() throws {
    let store = try Library.store()
    let error = #expect(throws: StoreError.self) {
      try store.write { writer in
        try writer.addAuthor(1, "secret@example.org")
        try writer.addAuthor(2, "secret@example.org")
      }
    }
    #expect(error?.code == .uniqueViolation)
    #expect(error?.entity == "Author")
    #expect(error?.properties == ["email"])
    #expect(
      error?.message == "another object already has this value of 'Author.email', which is unique")
    #expect(error?.description.contains("secret") == false, "errors do not print values")
    #expect(try count("Author", in: store) == 0)
  }

  @Test func aMissingValueNamesEntityAndAttribute() throws {
    let store = try Library.store()
    let error = #expect(throws: StoreError.self) {
      try store.write { writer in
        try writer.insert("Author", id: 1, version: 1) { row in
          row.writeNull()
          row.writeNull()
        }
      }
    }
    #expect(error?.code == .notNullViolation)
    #expect(error?.properties == ["email"])
  }

  @Test func aDanglingReferenceNamesEntityAndRelationship() throws {
    let store = try Library.store()
    let error = #expect(throws: StoreError.self) {
      try store.write { try $0.addBook(3, "x", author: 99) }
    }
    #expect(error?.code == .foreignKeyViolation)
    #expect(error?.entity == "Book")
    #expect(error?.properties == ["author"])
    #expect(try count("Book", in: store) == 0)
    let subjects = try Library.relationship("subjects", of: "Book")
    let linked = #expect(throws: StoreError.self) {
      try store.write { writer in
        try writer.addBook(1, "x")
        try writer.link(subjects, of: "Book", 1, 5)
      }
    }
    #expect(linked?.properties == ["subjects"])
  }

  @Test func referencesAreCheckedAtTheEnd() throws {
    let store = try Library.store()
    let friends = try Library.relationship("friends", of: "Author")
    try store.write { writer in
      try writer.link(friends, of: "Author", 1, 2)
      try writer.addBook(1, "x", author: 1)
      try writer.addAuthor(1, "a")
      try writer.addAuthor(2, "b")
    }
    #expect(try count("Book", in: store) == 1)
  }

  @Test func aFullDiskIsOneErrorAndNothingIsLost() throws {
    try TemporaryDirectory.with { directory in
      let store = try Store(model: Library.model, at: .file(directory.path("store")))
      try store.write { try $0.addAuthor(1, "first") }
      try store.corrupt("PRAGMA max_page_count = 40")
      let error = #expect(throws: StoreError.self) {
        try store.write { writer in
          for number in 2...100_000 {
            try writer.addAuthor(
              Int64(number), "\(number)" + String(repeating: "x", count: 1000))
          }
        }
      }
      #expect(error?.code == .diskFull)
      #expect(try count("Author", in: store) == 1)
      try store.corrupt("PRAGMA max_page_count = 1000000")
      try store.write { try $0.addAuthor(2, "second") }
      #expect(try count("Author", in: store) == 2)
    }
  }

  @Test func anUnknownEntityAndAPropertyWithoutColumnAreRefused() throws {
    let store = try Library.store()
    let unknown = #expect(throws: StoreError.self) {
      try store.write { try $0.insert("Editor", id: 1, version: 1) { _ in } }
    }
    #expect(unknown?.code == .invalidRequest)
    let toMany = #expect(throws: StoreError.self) {
      try store.write {
        try $0.update("Author", id: 1, expecting: 1, newVersion: 2, properties: [2]) { _ in }
      }
    }
    #expect(toMany?.code == .invalidRequest)
  }

  @Test func everyStatementIsTracedWithoutItsValues() throws {
    let texts = Recorder()
    let store = try Library.store { texts.note($0) }
    texts.clear()
    try store.write { try $0.addAuthor(1, "secret") }
    _ = try store.read { try $0.row("Author", id: 1) { _ in } }
    #expect(
      texts.all == [
        "BEGIN IMMEDIATE",
        #"INSERT INTO "Author" ("_id", "_version", "email", "born") VALUES (?1, ?2, ?3, ?4)"#,
        "COMMIT",
        "BEGIN",
        #"SELECT t0."_id", t0."_version", t0."email", t0."born" FROM "Author" AS t0 "#
          + #"WHERE t0."_id" = ?1"#,
        "COMMIT",
      ])
  }
}

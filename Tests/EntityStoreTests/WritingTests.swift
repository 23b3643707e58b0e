import EntityModel
import EntitySQLite
import EntityStore
import StoreConformance
import TestSupport
import Testing

/// What of writing only a store in SQLite does.
@Suite struct WritingTests {
  @Test func idsAreNeverReservedAgainByAnotherStoreOnTheFile() throws {
    try TemporaryDirectory.with { directory in
      let location = StoreLocation.file(directory.path("store"))
      let store = try SQLiteStore(model: Library.model, at: location)
      let book = try store.layout.requiredEntity("Book").table
      #expect(try store.write { try $0.reserveIDs(10, of: book) } == 1)
      let other = try SQLiteStore(model: Library.model, at: location)
      #expect(try other.write { try $0.reserveIDs(5, of: book) } == 11)
      #expect(try store.write { try $0.reserveIDs(1, of: book) } == 16)
    }
  }

  @Test func aFullDiskIsOneErrorAndNothingIsLost() throws {
    try TemporaryDirectory.with { directory in
      let store = try SQLiteStore(model: Library.model, at: .file(directory.path("store")))
      let authors = EntityQuery(entity: "Author")
      try store.save { changes, _ in try changes.addAuthor(1, "first") }
      try store.corrupt("PRAGMA max_page_count = 40")
      let error = #expect(throws: StoreError.self) {
        try store.save { changes, _ in
          for id in 2...10_000 as ClosedRange<Int64> {
            try changes.addAuthor(id, "\(id)" + String(repeating: "x", count: 1000))
          }
        }
      }
      #expect(error?.code == .diskFull)
      #expect(try store.count(authors) == 1)
      try store.corrupt("PRAGMA max_page_count = 1000000")
      try store.save { changes, _ in try changes.addAuthor(2, "second") }
      #expect(try store.count(authors) == 2)
    }
  }

  @Test func aUniqueViolationSaysWhatIsUnique() throws {
    let store = try Library.store()
    let error = #expect(throws: StoreError.self) {
      try store.save { changes, _ in
        try changes.addAuthor(1, "a")
        try changes.addAuthor(2, "a")
      }
    }
    #expect(
      error?.message == """
        another object already has the value of a unique attribute: 'Author.email': Author-1 has \
        the value that Author-2 is to have
        """)
  }

  @Test func everyStatementIsTracedWithoutItsValues() throws {
    let statements = Recorder()
    let store = try Library.store { statements.note($0) }
    statements.clear()
    try store.save { changes, _ in try changes.addAuthor(1, "secret") }
    _ = try store.row("Author", 1)
    #expect(
      statements.all == [
        "BEGIN IMMEDIATE",
        #"INSERT INTO "Author" ("_id", "_version", "email", "born") VALUES (?1, ?2, ?3, ?4)"#,
        "COMMIT",
        "BEGIN",
        #"SELECT t0."_id", t0."_version", t0."email", t0."born" FROM "Author" AS t0 "#
          + #"WHERE t0."_id" = ?1"#,
        "COMMIT",
      ])
  }

  @Test func rowsThatAreUpdatedAlikeAndLieTogetherTakeOneStatement() throws {
    let statements = Recorder()
    let store = try Library.store { statements.note($0) }
    try store.save { changes, _ in
      for id in 1...100 as ClosedRange<Int64> { try changes.addBook(id, "b") }
    }
    statements.clear()
    func update(_ ids: some Sequence<Int64>, version: Int64) throws {
      let conflicts = try store.save { changes, layout in
        for id in ids {
          try changes.update("Book", id, version: version, ["pages": .integer(id)], in: layout)
        }
      }
      #expect(conflicts == [])
    }
    try update(1...100, version: 2)
    #expect(
      statements.all == [
        "BEGIN IMMEDIATE",
        #"UPDATE OR FAIL "Book" SET "page ""count""" = entity_value("_id", 0), "#
          + #""_version" = "_version" + 1 WHERE "_id" BETWEEN ?1 AND ?2 "#
          + #"AND entity_takes("_id", "_version")"#,
        "COMMIT",
      ])
    statements.clear()
    try update(1...31, version: 3)
    #expect(statements.all.count == 33, "few rows are updated one by one")
    #expect(
      statements.all[1] == #"UPDATE "Book" SET "page ""count""" = ?1, "_version" = ?2 "#
        + #"WHERE "_id" = ?3 AND "_version" = ?4"#)
    #expect(try store.row("Book", 31)?.values["pages"] == .integer(31))
  }

  @Test func updatesThatWaitForEachOtherAreParked() throws {
    let statements = Recorder()
    let store = try Library.store { statements.note($0) }
    try store.save { changes, _ in
      for id in 1...3 as ClosedRange<Int64> { try changes.addAuthor(id, "a\(id)") }
    }
    statements.clear()
    try store.save { changes, layout in
      try changes.update("Author", 1, version: 2, ["email": .text("a2")], in: layout)
      try changes.update("Author", 2, version: 2, ["email": .text("a1")], in: layout)
      try changes.update("Author", 3, version: 2, ["email": .text("a4")], in: layout)
    }
    let update =
      #"UPDATE "Author" SET "email" = ?1, "_version" = ?2 "#
      + #"WHERE "_id" = ?3 AND "_version" = ?4"#
    #expect(statements.all.filter { $0 == update }.count == 4)
    #expect(
      try store.rows(EntityQuery(entity: "Author")).map(\.values["email"]) == [
        .text("a2"), .text("a1"), .text("a4"),
      ])
  }

  @Test func aToManyIsReadByOneStatement() throws {
    let statements = Recorder()
    let store = try Library.store { statements.note($0) }
    try store.save { changes, _ in
      for id in 1...3 as ClosedRange<Int64> { try changes.addAuthor(id, "a\(id)") }
      for id in 1...6 as ClosedRange<Int64> { try changes.addBook(id, "b", author: id % 2 + 1) }
    }
    statements.clear()
    _ = try store.members("Author", "books", [1, 2, 3])
    #expect(statements.all.count == 3, "BEGIN, rows, COMMIT")
  }
}

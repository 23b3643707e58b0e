import EntityModel
import EntityStore
import TestSupport
import Testing

/// What a migration makes sure of before it ends.
@Suite struct MigrationChecksTests {
  @Test func wholeNumbersBecomeRealsWhereThereIsOneForEach() throws {
    let old = ObjectModel(entities: [.entity("Book", .value("a", .int64, isOptional: true))])
    let new = ObjectModel(entities: [.entity("Book", .value("a", .double, isOptional: true))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory,
        filledBy: """
          INSERT INTO Book VALUES (1, 2, -9007199254740992), (2, 2, 9007199254740992),
            (3, 2, 9007199254740993), (4, 2, NULL), (5, 2, 1152921504606846976)
          """)
      try store.migrate(to: new, .migrating(allowing: .converting("Book.a")))
      #expect(
        try store.rows("SELECT typeof(a) || ' ' || ifnull(CAST(a AS INTEGER), '') FROM Book") == [
          "real -9007199254740992", "real 9007199254740992", "null ", "null ", "null ",
        ])
    }
  }

  @Test func aReferenceToNoRowIsRefusedWhereItsTableIsMadeAgain() throws {
    try expectRefusal(
      of: books(pages: .double), filledBy: "INSERT INTO Book VALUES (1, 2, 300, 7)",
      inTable: "Book")
  }

  @Test func aReferenceToNoRowIsRefusedWhereTheTableIsMadeAgainThatItRefersTo() throws {
    try expectRefusal(
      of: books(year: .double), filledBy: "INSERT INTO Book VALUES (1, 2, 300, 7)",
      inTable: "Book")
  }

  @Test func aPairWithNoRowIsRefusedWhereTheTableIsMadeAgainThatItRefersTo() throws {
    try expectRefusal(
      of: books(size: .double),
      filledBy: """
        INSERT INTO Book VALUES (1, 2, 300, NULL);
        INSERT INTO "_Book.shelves" VALUES (1, 7)
        """,
      inTable: "_Book.shelves")
  }

  @Test func referencesAreNotReadWhereNoTableIsMadeAgain() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        books(), in: directory, filledBy: "INSERT INTO Book VALUES (1, 2, 300, 7)")
      try store.migrate(to: books(hasTitle: true))
      #expect(try store.rows("SELECT author FROM Book") == ["7"])
    }
  }

  /// Expects a store of books that `sql` fills to be refused when it is opened with `model`.
  private func expectRefusal(
    of model: ObjectModel, filledBy sql: String, inTable table: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(books(), in: directory, filledBy: sql)
      let error = try store.refusal(of: model)
      #expect(
        error.message.hasSuffix(
          "a row of '\(table)' refers to an object that does not exist, or would not any more"),
        sourceLocation: sourceLocation)
    }
  }

  /// Returns a model of books with authors, and shelves.
  private func books(
    pages: StorageType = .int32, year: StorageType = .int32, size: StorageType = .int32,
    hasTitle: Bool = false
  ) -> ObjectModel {
    var book = Entity.entity(
      "Book", .value("pages", pages),
      .relationship(
        .toOne("author", "Author", isOptional: true, inverse: "books", deleteRule: .nullify)),
      .relationship(.toMany("shelves", "Shelf", inverse: "books", deleteRule: .nullify)))
    if hasTitle { book.properties.append(.text("title", isOptional: true)) }
    return ObjectModel(entities: [
      book,
      .entity(
        "Author", .value("year", year),
        .relationship(.toMany("books", "Book", inverse: "author", deleteRule: .nullify))),
      .entity(
        "Shelf", .value("size", size),
        .relationship(.toMany("books", "Book", inverse: "shelves", deleteRule: .nullify))),
    ])
  }
}

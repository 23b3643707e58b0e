import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import TestSupport
import Testing

/// What becomes of values when attributes change.
@Suite struct AttributeMigrationTests {
  @Test func anOptionalAttributeAndAnIndexTouchNoRow() throws {
    try TemporaryDirectory.with { directory in
      let old = ObjectModel(entities: [.entity("Book", .text("title"))])
      let new = ObjectModel(entities: [
        .entity("Book", .text("title", isIndexed: true), .text("note", isOptional: true))
      ])
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')")
      let plan = try #require(
        try SQLiteStore.migrationPlan(
          for: new, at: .file(store.path), options: StoreOptions()))
      #expect(
        plan.description == """
          from \(old.versionHash) to \(new.versionHash)
            'Book.note' is new: an optional string (automatic, 1 row)
            'Book.title' is indexed and was not (automatic, 1 row)
          """)
      #expect(plan.copiedRows == 0)
      try store.migrate(to: new)
      #expect(
        try store.dump() == [
          "Book: _id=1 _version=7 note=NULL title='Mort'", "_index.Book.title",
        ])
    }
  }

  @Test func aRequiredAttributeHasItsDefaultInOldRows() throws {
    try MigratingStore.expect(
      [.entity("Book", .text("title"))], filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')",
      migratedTo: [
        .entity("Book", .text("title"), .value("pages", .int64, defaultValue: .integer(9)))
      ],
      "Book: _id=1 _version=7 pages=9 title='Mort'")
  }

  @Test func aRequiredAttributeWithoutADefaultIsRefusedWhereThereAreRows() throws {
    let old = ObjectModel(entities: [.entity("Book", .text("title"))])
    let new = ObjectModel(entities: [.entity("Book", .text("title"), .value("pages", .int64))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort'), (2, 1, 'Eric')")
      let error = try store.refusal(of: new)
      #expect(error.code == .modelMismatch)
      #expect(
        error.message == """
          '\(store.path)': the store was made for another model, and no automatic migration leads \
          to this one
            'Book.pages' is new: a required int64 (needs a stage, 2 rows): a stage must give \
          'Book.pages' a value in every row; a default value or an optional type would do without; \
          rows: 1, 2
          """)
      try store.run("DELETE FROM Book")
      try store.migrate(to: new)
      #expect(try store.dump() == [])
    }
  }

  @Test func aRenamedAttributeKeepsItsValuesAlsoWhereANewOneTakesItsName() throws {
    try MigratingStore.expect(
      [.entity("Book", .text("title", isIndexed: true))],
      filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')",
      migratedTo: [
        .entity(
          "Book", .text("name", was: "title", isIndexed: true), .text("title", isOptional: true))
      ],
      """
      Book: _id=1 _version=7 name='Mort' title=NULL
      _index.Book.name
      """)
  }

  @Test func namesThatAreExchangedExchangeTheirValuesOnce() throws {
    let old = ObjectModel(entities: [.entity("Book", .text("first"), .text("last"))])
    let new = ObjectModel(entities: [
      .entity("Book", .text("first", was: "last"), .text("last", was: "first"))
    ])
    #expect(old.versionHash == new.versionHash)
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'a', 'b')")
      for _ in 1...2 {
        try store.migrate(to: new)
        #expect(try store.dump() == ["Book: _id=1 _version=7 first='b' last='a'"])
      }
      try store.migrate(
        to: ObjectModel(entities: [
          .entity("Book", .text("first"), .text("last"), .text("note", isOptional: true))
        ]))
      #expect(
        try store.dump() == ["Book: _id=1 _version=7 first='b' last='a' note=NULL"])
    }
  }

  @Test func aRequiredAttributeIsNotConvertedWhereAValueWouldBeMissing() throws {
    let old = ObjectModel(entities: [.entity("Book", .value("pages", .int64))])
    let new = ObjectModel(entities: [.entity("Book", .value("pages", .int8))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 500)")
      let error = try store.refusal(of: new, .migrating(allowing: .converting("Book.pages")))
      #expect(
        error.message.hasSuffix(
          "(needs a stage, 1 row): give the attribute a default value, or an optional type, for "
            + "the values that would be lost; rows: 1"))
    }
  }

  @Test func aDateBecomesItsText() throws {
    let old = ObjectModel(entities: [.entity("Book", .value("added", .date))])
    let new = ObjectModel(entities: [.entity("Book", .text("added"))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 86400.5)")
      try store.migrate(to: new, .migrating(allowing: .converting("Book.added")))
      #expect(
        try store.dump() == ["Book: _id=1 _version=7 added='2001-01-02T00:00:00.500Z'"])
    }
  }

  @Test func aRenamedColumnKeepsItsValues() throws {
    try MigratingStore.expect(
      [.entity("Book", .text("title", isUnique: true))],
      filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')",
      migratedTo: [.entity("Book", .text("title", column: "heading", isUnique: true))],
      """
      Book: _id=1 _version=7 heading='Mort'
      _index.Book.heading
      """)
  }

  @Test func numbersBecomeWiderAndExactOnes() throws {
    try MigratingStore.expect(
      [
        .entity(
          "Book", .value("a", .int32), .value("b", .int32), .value("c", .int64),
          .value("d", .boolean))
      ],
      filledBy: "INSERT INTO Book VALUES (1, 7, 5, 6, 9007199254740993, 1)",
      migratedTo: [
        .entity(
          "Book", .value("a", .int64), .value("b", .double), .value("c", .decimal),
          .value("d", .uint64)
        )
      ],
      "Book: _id=1 _version=7 a=5 b=6.0 c='9007199254740993' d=1")
  }

  @Test func narrowerTypesAreRefusedWhereAValueDoesNotFit() throws {
    let old = ObjectModel(entities: [.entity("Book", .value("pages", .int64, isOptional: true))])
    let new = ObjectModel(entities: [.entity("Book", .value("pages", .int8, isOptional: true))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory,
        filledBy: "INSERT INTO Book VALUES (1, 7, 5), (2, 7, 500), (3, 7, NULL)")
      #expect(try store.refusal(of: new).message.contains("(loses data, 1 row)"))
      try store.migrate(to: new, .migrating(allowing: .converting("Book.pages")))
      #expect(
        try store.dump() == [
          "Book: _id=1 _version=7 pages=5", "Book: _id=2 _version=7 pages=NULL",
          "Book: _id=3 _version=7 pages=NULL",
        ])
    }
  }

  @Test func valuesBecomeTheirTextWhereThatIsAskedFor() throws {
    let old = ObjectModel(entities: [
      .entity("Book", .value("a", .int64), .value("b", .double), .value("c", .boolean))
    ])
    let new = ObjectModel(entities: [.entity("Book", .text("a"), .text("b"), .text("c"))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 5, 0.1, 1)")
      #expect(try store.refusal(of: new).code == .modelMismatch)
      try store.migrate(
        to: new,
        .migrating(
          allowing: .converting("Book.a"), .converting("Book.b"), .converting("Book.c")))
      #expect(try store.dump() == ["Book: _id=1 _version=7 a='5' b='0.1' c='true'"])
    }
  }

  @Test func nilBecomesTheDefaultOfAnAttributeThatIsRequired() throws {
    try MigratingStore.expect(
      [.entity("Book", .text("title", isOptional: true))],
      filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort'), (2, 1, NULL)",
      migratedTo: [.entity("Book", .text("title", defaultValue: .text("untitled")))],
      """
      Book: _id=1 _version=7 title='Mort'
      Book: _id=2 _version=1 title='untitled'
      """)
  }

  @Test func aUniqueAttributeIsRefusedWithTheRowsThatShareAValue() throws {
    let old = ObjectModel(entities: [.entity("Book", .text("title"))])
    let new = ObjectModel(entities: [.entity("Book", .text("title", isUnique: true))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory,
        filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort'), (2, 1, 'Eric'), (4, 1, 'Mort')")
      let error = try store.refusal(of: new)
      #expect(error.message.contains("(needs a stage, 2 rows)"))
      #expect(
        error.message.hasSuffix("rows with a value that another one has: 1, 4"))
      try store.run("DELETE FROM Book WHERE _id = 4")
      try store.migrate(to: new)
      #expect(try store.dump().last == "_index.Book.title")
    }
  }

  @Test func whatIsGoneIsLostOnlyWhereThatIsAllowed() throws {
    let old = ObjectModel(entities: [
      .entity("Book", .text("title"), .text("note", isOptional: true)),
      .entity("Shop", .text("name")),
    ])
    let new = ObjectModel(entities: [.entity("Book", .text("title"))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory,
        filledBy: """
          INSERT INTO Book VALUES (1, 7, 'Mort', 'read'); INSERT INTO Shop VALUES (1, 1, 'a');
          """)
      let error = try store.refusal(of: new, .migrating(allowing: .removing("Book.note")))
      #expect(
        error.message.hasSuffix(
          """
            entity 'Shop' is gone (loses data, 1 row): the rows of 'Shop' would be lost: allow \
          '.removing("Shop")' if they may be; if the entity has another name now, give that one \
          'originalName: "Shop"'
          """))
      try store.migrate(
        to: new, .migrating(allowing: .removing("Book.note"), .removing("Shop"), backup: true))
      #expect(try store.dump() == ["Book: _id=1 _version=7 title='Mort'"])
      #expect(
        FileManager.default.fileExists(atPath: store.path + ".backup-" + old.versionHash))
    }
  }
}

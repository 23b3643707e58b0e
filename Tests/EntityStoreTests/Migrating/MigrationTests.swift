import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import TestSupport
import Testing

/// A store that was made for an older model is made to fit a newer one.
@Suite struct MigrationTests {
  /// Migrates a store for `old` that `sql` fills to `new` and expects `lines` in it.
  private func expect(
    _ old: [Entity], filledBy sql: String, migratedTo new: [Entity],
    _ lines: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(ObjectModel(entities: old), in: directory, filledBy: sql)
      try store.migrate(to: ObjectModel(entities: new))
      #expect(
        try store.dump().joined(separator: "\n") == lines, sourceLocation: sourceLocation)
      #expect(try store.rows("PRAGMA foreign_key_check") == [], sourceLocation: sourceLocation)
      #expect(try store.rows("PRAGMA integrity_check") == ["ok"], sourceLocation: sourceLocation)
      // It fits from now on.
      try store.migrate(to: ObjectModel(entities: new), .refuse)
      let again = ObjectModel(entities: new)
      #expect(
        try SQLiteStore.migrationPlan(
          for: again, at: .file(store.path), options: StoreOptions()) == nil,
        sourceLocation: sourceLocation)
    }
  }

  private func entity(_ name: String, extends parent: String? = nil, _ properties: Property...)
    -> Entity
  {
    Entity(name, superentity: parent, properties: properties)
  }

  private func text(
    _ name: String, was: String? = nil, column: String? = nil, isOptional: Bool = false,
    isUnique: Bool = false, isIndexed: Bool = false, defaultValue: StoredValue? = nil
  ) -> Property {
    .attribute(
      Attribute(
        name: name, column: column, originalName: was, type: .string, isOptional: isOptional,
        isUnique: isUnique, isIndexed: isIndexed, defaultValue: defaultValue))
  }

  private func value(
    _ name: String, _ type: StorageType, isOptional: Bool = false, defaultValue: StoredValue? = nil
  ) -> Property {
    .attribute(
      Attribute(name: name, type: type, isOptional: isOptional, defaultValue: defaultValue))
  }

  private let authorAndBooks = [
    Entity(
      "Author",
      properties: [
        .attribute(Attribute(name: "name", type: .string)),
        .relationship(.toMany("books", "Book", inverse: "author", deleteRule: .cascade)),
      ]),
    Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "title", type: .string)),
        .relationship(
          .toOne("author", "Author", isOptional: true, inverse: "books", deleteRule: .nullify)),
      ]),
  ]

  private let twoBooks = """
    INSERT INTO Author VALUES (1, 7, 'Ursula'), (2, 1, 'Terry');
    INSERT INTO Book VALUES (1, 3, 'Dispossessed', 1), (2, 4, 'Mort', 2), (5, 1, 'Anonymous', NULL);
    UPDATE _ids SET next = 6;
    """

  // MARK: Attributes

  @Test func anOptionalAttributeAndAnIndexTouchNoRow() throws {
    try TemporaryDirectory.with { directory in
      let old = ObjectModel(entities: [entity("Book", text("title"))])
      let new = ObjectModel(entities: [
        entity("Book", text("title", isIndexed: true), text("note", isOptional: true))
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
    try expect(
      [entity("Book", text("title"))], filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')",
      migratedTo: [
        entity("Book", text("title"), value("pages", .int64, defaultValue: .integer(9)))
      ],
      "Book: _id=1 _version=7 pages=9 title='Mort'")
  }

  @Test func aRequiredAttributeWithoutADefaultIsRefusedWhereThereAreRows() throws {
    let old = ObjectModel(entities: [entity("Book", text("title"))])
    let new = ObjectModel(entities: [entity("Book", text("title"), value("pages", .int64))])
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
          'Book.pages' a value in every row; a default value or an optional type would do without
          """)
      try store.run("DELETE FROM Book")
      try store.migrate(to: new)
      #expect(try store.dump() == [])
    }
  }

  @Test func aRenamedAttributeKeepsItsValuesAlsoWhereANewOneTakesItsName() throws {
    try expect(
      [entity("Book", text("title", isIndexed: true))],
      filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')",
      migratedTo: [
        entity("Book", text("name", was: "title", isIndexed: true), text("title", isOptional: true))
      ],
      """
      Book: _id=1 _version=7 name='Mort' title=NULL
      _index.Book.name
      """)
  }

  @Test func namesThatAreExchangedExchangeTheirValuesOnce() throws {
    let old = ObjectModel(entities: [entity("Book", text("first"), text("last"))])
    let new = ObjectModel(entities: [
      entity("Book", text("first", was: "last"), text("last", was: "first"))
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
          entity("Book", text("first"), text("last"), text("note", isOptional: true))
        ]))
      #expect(try store.dump() == ["Book: _id=1 _version=7 first='b' last='a' note=NULL"])
    }
  }

  @Test func aProgramOfTheOlderModelTakesNamesBack() throws {
    let old = ObjectModel(entities: [
      entity("Book", text("first"), text("last"), text("note", isOptional: true))
    ])
    let new = ObjectModel(entities: [
      Entity(
        "Work", originalName: "Book",
        properties: [
          text("first", was: "last"), text("last", was: "first"), text("remark", was: "note"),
        ])
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'a', 'b', 'c')")
      let before = try store.dump()
      try store.migrate(to: new)
      #expect(try store.dump() == ["Work: _id=1 _version=7 first='b' last='a' remark='c'"])
      let plan = try SQLiteStore.migrationPlan(
        for: old, at: .file(store.path), options: StoreOptions())
      #expect(plan?.isAutomatic == true)
      try store.migrate(to: old, .migrating(backup: true))
      #expect(try store.dump() == before)
    }
  }

  @Test func aStoreThatHasBeenMigratedByAnotherProgramIsNotWritten() throws {
    let old = ObjectModel(entities: [entity("Book", text("title"))])
    let new = ObjectModel(entities: [entity("Book", text("title"), text("note", isOptional: true))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(old, in: directory, filledBy: "")
      let open = try SQLiteStore(model: old, at: .file(store.path))
      try open.write { _ in }
      try store.migrate(to: new)
      let error = #expect(throws: StoreError.self) { try open.write { _ in } }
      #expect(error?.code == .modelMismatch)
      #expect(error?.message.hasSuffix("since it was opened; open it again") == true)
      open.close()
      try SQLiteStore(model: old, at: .file(store.path)).write { _ in }
    }
  }

  @Test func aRequiredAttributeIsNotConvertedWhereAValueWouldBeMissing() throws {
    let old = ObjectModel(entities: [entity("Book", value("pages", .int64))])
    let new = ObjectModel(entities: [entity("Book", value("pages", .int8))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 500)")
      let error = try store.refusal(of: new, .migrating(allowing: .converting("Book.pages")))
      #expect(
        error.message.hasSuffix(
          "(needs a stage, 1 row): give the attribute a default value, or an optional type, for the "
            + "values that would be lost"))
    }
  }

  @Test func aDateBecomesItsText() throws {
    let old = ObjectModel(entities: [entity("Book", value("added", .date))])
    let new = ObjectModel(entities: [entity("Book", text("added"))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 86400.5)")
      try store.migrate(to: new, .migrating(allowing: .converting("Book.added")))
      #expect(try store.dump() == ["Book: _id=1 _version=7 added='2001-01-02T00:00:00.500Z'"])
    }
  }

  @Test func aRenamedColumnKeepsItsValues() throws {
    try expect(
      [entity("Book", text("title", isUnique: true))],
      filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')",
      migratedTo: [entity("Book", text("title", column: "heading", isUnique: true))],
      """
      Book: _id=1 _version=7 heading='Mort'
      _index.Book.heading
      """)
  }

  @Test func numbersBecomeWiderAndExactOnes() throws {
    try expect(
      [
        entity(
          "Book", value("a", .int32), value("b", .int32), value("c", .int64), value("d", .boolean))
      ],
      filledBy: "INSERT INTO Book VALUES (1, 7, 5, 6, 9007199254740993, 1)",
      migratedTo: [
        entity(
          "Book", value("a", .int64), value("b", .double), value("c", .decimal), value("d", .uint64)
        )
      ],
      "Book: _id=1 _version=7 a=5 b=6.0 c='9007199254740993' d=1")
  }

  @Test func narrowerTypesAreRefusedWhereAValueDoesNotFit() throws {
    let old = ObjectModel(entities: [entity("Book", value("pages", .int64, isOptional: true))])
    let new = ObjectModel(entities: [entity("Book", value("pages", .int8, isOptional: true))])
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
      entity("Book", value("a", .int64), value("b", .double), value("c", .boolean))
    ])
    let new = ObjectModel(entities: [entity("Book", text("a"), text("b"), text("c"))])
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
    try expect(
      [entity("Book", text("title", isOptional: true))],
      filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort'), (2, 1, NULL)",
      migratedTo: [entity("Book", text("title", defaultValue: .text("untitled")))],
      """
      Book: _id=1 _version=7 title='Mort'
      Book: _id=2 _version=1 title='untitled'
      """)
  }

  @Test func aUniqueAttributeIsRefusedWithTheRowsThatShareAValue() throws {
    let old = ObjectModel(entities: [entity("Book", text("title"))])
    let new = ObjectModel(entities: [entity("Book", text("title", isUnique: true))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory,
        filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort'), (2, 1, 'Eric'), (4, 1, 'Mort')")
      let error = try store.refusal(of: new)
      #expect(error.message.contains("(needs a stage, 2 rows)"))
      #expect(error.message.hasSuffix("rows with a value that another one has: 1, 4"))
      try store.run("DELETE FROM Book WHERE _id = 4")
      try store.migrate(to: new)
      #expect(try store.dump().last == "_index.Book.title")
    }
  }

  @Test func whatIsGoneIsLostOnlyWhereThatIsAllowed() throws {
    let old = ObjectModel(entities: [
      entity("Book", text("title"), text("note", isOptional: true)), entity("Shop", text("name")),
    ])
    let new = ObjectModel(entities: [entity("Book", text("title"))])
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
      #expect(FileManager.default.fileExists(atPath: store.path + ".backup-" + old.versionHash))
    }
  }

  // MARK: Entities

  @Test func aRenamedEntityTakesRowsAndReferencesAlong() throws {
    var entities = authorAndBooks
    entities[0].name = "Writer"
    entities[0].originalName = "Author"
    entities[1].properties[1] = .relationship(
      .toOne("author", "Writer", isOptional: true, inverse: "books", deleteRule: .nullify))
    try expect(
      authorAndBooks, filledBy: twoBooks, migratedTo: entities,
      """
      Book: _id=1 _version=3 author=1 title='Dispossessed'
      Book: _id=2 _version=4 author=2 title='Mort'
      Book: _id=5 _version=1 author=NULL title='Anonymous'
      Writer: _id=1 _version=7 name='Ursula'
      Writer: _id=2 _version=1 name='Terry'
      _index.Book.author
      """)
  }

  @Test func aSuperentityTakesInTheRowsOfTwoTables() throws {
    try expect(
      [
        entity("Book", text("title"), text("isbn")), entity("Paper", text("title"), text("volume")),
      ],
      filledBy: """
        INSERT INTO Book VALUES (1, 1, 'a', 'x'), (2, 1, 'b', 'y'); UPDATE _ids SET next = 3;
        INSERT INTO Paper VALUES (1, 5, 'c', 'z');
        """,
      migratedTo: [
        entity("Work", text("title")), entity("Book", extends: "Work", text("isbn")),
        entity("Paper", extends: "Work", text("volume")),
      ],
      """
      Work: _entity='Book' _id=1 _version=1 isbn='x' title='a' volume=NULL
      Work: _entity='Book' _id=2 _version=1 isbn='y' title='b' volume=NULL
      Work: _entity='Paper' _id=3 _version=5 isbn=NULL title='c' volume='z'
      """)
  }

  @Test func aTreeThatIsSplitKeepsIDs() throws {
    try expect(
      [entity("Book", text("title")), entity("Novel", extends: "Book", text("plot"))],
      filledBy: "INSERT INTO Book VALUES (1, 1, 'Book', 'a', NULL), (2, 1, 'Novel', 'b', 'thin')",
      migratedTo: [entity("Book", text("title")), entity("Novel", text("title"), text("plot"))],
      """
      Book: _id=1 _version=1 title='a'
      Novel: _id=2 _version=1 plot='thin' title='b'
      """)
  }

  @Test func anEntityThatExtendsNothingAnyMoreLosesWhatItInheritedOnlyWhereThatIsAllowed() throws {
    let old = ObjectModel(entities: [
      entity("Book", text("title")), entity("Novel", extends: "Book", text("plot")),
    ])
    let new = ObjectModel(entities: [entity("Book", text("title")), entity("Novel", text("plot"))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (2, 1, 'Novel', 'b', 'thin')")
      #expect(
        try store.refusal(of: new).message.hasSuffix(
          "(loses data, 1 row): the values of 'Novel.title' would be lost: allow "
            + "'.removing(\"Novel.title\")' if they may be"))
      try store.migrate(to: new, .migrating(allowing: .removing("Novel.title")))
      #expect(try store.dump() == ["Novel: _id=2 _version=1 plot='thin'"])
    }
  }

  @Test func anEntityThatInheritsARequiredAttributeNeedsItsValue() throws {
    let old = ObjectModel(entities: [entity("Book", text("title")), entity("Novel", text("plot"))])
    let new = ObjectModel(entities: [
      entity("Book", text("title")), entity("Novel", extends: "Book", text("plot")),
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Novel VALUES (2, 1, 'thin')")
      #expect(
        try store.refusal(of: new).message.contains(
          "(needs a stage, 1 row): a stage must give 'Novel.title' a value in every row"))
    }
  }

  // MARK: Relationships

  @Test func aToOneBecomesAToManyAndBack() throws {
    var entities = authorAndBooks
    entities[1].properties[1] = .relationship(
      .toMany("authors", "Author", inverse: "books", deleteRule: .nullify, originalName: "author"))
    entities[0].properties[1] = .relationship(
      .toMany("books", "Book", inverse: "authors", deleteRule: .nullify))
    try expect(
      authorAndBooks, filledBy: twoBooks, migratedTo: entities,
      """
      Author: _id=1 _version=7 name='Ursula'
      Author: _id=2 _version=1 name='Terry'
      Book: _id=1 _version=3 title='Dispossessed'
      Book: _id=2 _version=4 title='Mort'
      Book: _id=5 _version=1 title='Anonymous'
      _Author.books: _first=1 _second=1
      _Author.books: _first=2 _second=2
      _index._Author.books
      """)
    var back = authorAndBooks
    back[1].properties[1] = .relationship(
      .toOne(
        "author", "Author", isOptional: true, inverse: "books", deleteRule: .nullify,
        originalName: "authors"))
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        ObjectModel(entities: entities), in: directory,
        filledBy: """
          INSERT INTO Author VALUES (1, 7, 'Ursula'), (2, 1, 'Terry');
          INSERT INTO Book VALUES (1, 3, 'Dispossessed'), (2, 4, 'Mort');
          INSERT INTO "_Author.books" VALUES (1, 1), (2, 1), (2, 2);
          """)
      #expect(
        try store.refusal(of: ObjectModel(entities: back)).message.contains(
          "'Book.author' is a to-one, not a to-many (needs a stage, 1 row)"))
      try store.run("DELETE FROM \"_Author.books\" WHERE _first = 2 AND _second = 1")
      try store.migrate(to: ObjectModel(entities: back))
      #expect(
        try store.dump().suffix(3) == [
          "Book: _id=1 _version=3 author=1 title='Dispossessed'",
          "Book: _id=2 _version=4 author=2 title='Mort'", "_index.Book.author",
        ])
    }
  }

  @Test func aNewRelationshipHoldsNothing() throws {
    var entities = authorAndBooks
    entities[0].properties.append(
      .relationship(.toMany("friends", "Author", inverse: "friends", deleteRule: .nullify)))
    try expect(
      authorAndBooks, filledBy: twoBooks, migratedTo: entities,
      """
      Author: _id=1 _version=7 name='Ursula'
      Author: _id=2 _version=1 name='Terry'
      Book: _id=1 _version=3 author=1 title='Dispossessed'
      Book: _id=2 _version=4 author=2 title='Mort'
      Book: _id=5 _version=1 author=NULL title='Anonymous'
      _index.Book.author
      _index._Author.friends
      """)
  }

  // MARK: Policies

  @Test func aStoreIsRefusedOrRecreatedWhereThatIsAskedFor() throws {
    let old = ObjectModel(entities: [entity("Book", text("title"))])
    let new = ObjectModel(entities: [entity("Book", text("title"), text("note", isOptional: true))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')")
      #expect(try store.refusal(of: new, .refuse).code == .modelMismatch)
      try store.migrate(to: new, .recreate)
      #expect(try store.dump() == [])
      #expect(try store.rows("SELECT name FROM pragma_table_info('Book')").contains("note"))
    }
  }

  @Test func aRowOfAnUnknownEntityIsNotLost() throws {
    let old = ObjectModel(entities: [
      entity("Book", text("title")), entity("Novel", extends: "Book"),
    ])
    let new = ObjectModel(entities: [
      entity("Book", text("title"), value("pages", .int64, defaultValue: .integer(0))),
      entity("Novel", extends: "Book"),
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'Comic', 'Mort')")
      let error = try store.refusal(of: new)
      #expect(error.code == .corrupt)
      #expect(error.message.contains("1 rows of 'Book' name an entity"))
    }
  }

  // MARK: Several programs

  @Test func anOlderProgramGoesOnWhereOnlyOptionalThingsHaveBeenAdded() throws {
    let old = ObjectModel(entities: [entity("Book", text("title"))])
    let new = ObjectModel(entities: [
      entity("Book", text("title", isIndexed: true), text("note", isOptional: true)),
      entity("Shop", text("name")),
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(old, in: directory, filledBy: "")
      try store.migrate(to: new)
      let before = try store.dump()
      let older = try SQLiteStore(model: old, at: .file(store.path))
      #expect(try older.read { try $0.count(EntityQuery(entity: "Book")) } == 0)
      older.close()
      #expect(try store.dump() == before)
      try store.migrate(to: new, .refuse)
    }
  }

  @Test func anOlderProgramIsRefusedWhereItWouldWriteWrongly() throws {
    let old = ObjectModel(entities: [entity("Book", text("title"))])
    let new = ObjectModel(entities: [
      entity("Book", text("title"), value("pages", .int64, defaultValue: .integer(1)))
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')")
      try store.migrate(to: new)
      let error = try store.refusal(of: old)
      #expect(
        error.message == """
          '\(store.path)': the store has been migrated to a later model than this program's, which \
          cannot use it; use the later program, or open it with '.migrating()' to go back
            'Book.pages' is new: a required int64
          """)
      try store.migrate(to: old, .migrating(allowing: .removing("Book.pages")))
      #expect(try store.dump() == ["Book: _id=1 _version=7 title='Mort'"])
      // The newer model is an earlier one now, and the older program is at home.
      try store.migrate(to: old)
    }
  }

  @Test func programsThatStartAtOnceMigrateOnce() async throws {
    let old = ObjectModel(entities: [entity("Book", text("title"))])
    let new = ObjectModel(entities: [
      entity("Book", text("title"), value("pages", .int64, defaultValue: .integer(1)))
    ])
    let directory = try TemporaryDirectory()
    let store = try MigratingStore(
      old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')")
    let path = store.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { try SQLiteStore(model: new, at: .file(path)).close() }
      }
      try await group.waitForAll()
    }
    #expect(try store.dump() == ["Book: _id=1 _version=7 pages=1 title='Mort'"])
  }

  @Test func aStoreThatIsOnlyReadIsNotMigrated() throws {
    let old = ObjectModel(entities: [entity("Book", text("title"))])
    let new = ObjectModel(entities: [entity("Book", text("title"), text("note", isOptional: true))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(old, in: directory, filledBy: "")
      let error = #expect(throws: StoreError.self) {
        try SQLiteStore(
          model: new, at: .file(store.path), options: StoreOptions(isReadOnly: true))
      }
      #expect(error?.code == .modelMismatch)
    }
  }
}

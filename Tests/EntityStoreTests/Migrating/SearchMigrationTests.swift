import EntityModel
import EntitySQLite
import EntityStore
import TestSupport
import Testing

/// What becomes of indexes of words when a model changes.
@Suite struct SearchMigrationTests {
  private static let plain = ObjectModel(entities: [
    .entity("Book", .text("title"), .text("note", isOptional: true))
  ])

  private static func searchable(_ tokenizer: SearchTokenizer) -> ObjectModel {
    ObjectModel(entities: [
      .entity("Book", .text("title", search: tokenizer), .text("note", isOptional: true))
    ])
  }

  private static let rows =
    "INSERT INTO Book VALUES (1, 7, 'The Dispossessed', 'b'), (2, 1, 'Left Hand', NULL)"

  /// Returns the ids that the index of `store` finds by `text`.
  private func find(_ text: String, _ store: MigratingStore) throws -> [String] {
    try store.rows(
      "SELECT rowid FROM \"_search.Book\" WHERE \"_search.Book\" MATCH '\(text)' ORDER BY 1")
  }

  @Test func anAttributeThatBecomesSearchableIsIndexedInPlace() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(Self.plain, in: directory, filledBy: Self.rows)
      let model = Self.searchable(.porter)
      let plan = try #require(
        try SQLiteStore.migrationPlan(for: model, at: .file(store.path), options: StoreOptions()))
      #expect(
        plan.description == """
          from \(Self.plain.versionHash) to \(model.versionHash)
            'Book.title' is searchable by its words' stems and was not (automatic, 2 rows)
          """)
      #expect(plan.copiedRows == 0)
      try store.migrate(to: model)
      #expect(try find("dispossess", store) == ["1"])
      try store.expectSoundSearch(model)
      // The index goes on to be as the rows are.
      try store.run("UPDATE Book SET title = 'Left' WHERE _id = 1")
      #expect(try find("left", store) == ["1", "2"])
    }
  }

  @Test func theIndexGoesWithTheLastSearchableAttribute() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(Self.searchable(.unicode), in: directory, filledBy: Self.rows)
      try store.migrate(to: Self.plain)
      #expect(try store.rows("SELECT name FROM sqlite_schema WHERE name LIKE '_search%'") == [])
      try store.run("DELETE FROM Book")
    }
  }

  @Test func anotherTokenizerMakesTheIndexAgain() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(Self.searchable(.unicode), in: directory, filledBy: Self.rows)
      #expect(try find("sposs", store) == [])
      let model = Self.searchable(.trigram)
      let plan = try #require(
        try SQLiteStore.migrationPlan(for: model, at: .file(store.path), options: StoreOptions()))
      #expect(
        plan.steps.map(\.summary)
          == ["'Book.title' is searchable by its parts of three characters, not its words"])
      try store.migrate(to: model)
      #expect(try find("sposs", store) == ["1"])
      try store.expectSoundSearch(model)
    }
  }

  @Test func theIndexFollowsRenamedAttributesAndEntitiesAndTablesMadeAgain() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(Self.searchable(.unicode), in: directory, filledBy: Self.rows)
      let renamed = ObjectModel(entities: [
        .entity(
          "Book", .text("name", was: "title", search: .unicode), .text("note", isOptional: true))
      ])
      try store.migrate(to: renamed)
      #expect(try find("name:hand", store) == ["2"])
      try store.expectSoundSearch(renamed)
      let required = ObjectModel(entities: [
        .entity(
          "Book", .text("name", search: .unicode),
          .text("note", defaultValue: .text("none"), search: .unicode))
      ])
      try store.migrate(to: required)
      #expect(try find("none", store) == ["2"])
      try store.expectSoundSearch(required)
      var work = required.entities[0]
      (work.name, work.originalName) = ("Work", "Book")
      let moved = ObjectModel(entities: [work])
      try store.migrate(to: moved)
      try store.expectSoundSearch(moved)
    }
  }

  @Test func aStageLeavesAnIndexOfWhatItHasMade() throws {
    try TemporaryDirectory.with { directory in
      let (old, new) = (Self.searchable(.unicode), Self.searchable(.porter))
      let store = try MigratingStore(old, in: directory, filledBy: Self.rows)
      try store.migrate(
        along: [old, new], [ModelHistory.Stage(from: 1, to: 2, batchSize: nil) { _ in }])
      #expect(try find("dispossess", store) == ["1"])
      try store.expectSoundSearch(new)
    }
  }

  @Test func anIndexThatIsAddedIsNoHindranceToAnOlderProgram() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(Self.plain, in: directory, filledBy: Self.rows)
      let older = try SQLiteStore(model: Self.plain, at: .file(store.path))
      defer { older.close() }
      try store.migrate(to: Self.searchable(.unicode))
      var changes = ChangeSet()
      changes.inserts = [
        ChangeSet.Insert(entity: 0, id: 4, values: [.text("A moon"), .null])
      ]
      try older.write { _ = try $0.apply(changes, from: nil) }
      #expect(try find("moon", store) == ["4"])
    }
  }
}

import EntityModel
import EntitySQLite
import EntityStore
import TestSupport
import Testing

/// What becomes of texts without case when a model changes.
@Suite struct FoldedMigrationTests {
  private static func model(
    _ name: String = "name", was: String? = nil, isUnique: Bool = false, isIndexed: Bool = false,
    note: Property = .text("note", isOptional: true)
  ) -> ObjectModel {
    ObjectModel(entities: [
      .entity(
        "Patron",
        .text(
          name, was: was, isUniqueIgnoringCase: isUnique, isIndexedIgnoringCase: isIndexed), note)
    ])
  }

  private static let rows =
    "INSERT INTO Patron (_id, _version, name, note) VALUES (1, 7, 'Émile', 'b'), (2, 1, 'ZOË', NULL)"

  /// Expects that `store`, which fits `model`, holds texts without case as they are, that the
  /// indexes are `indexes`, and that `folded` is what is in the column.
  private func expect(
    _ store: MigratingStore, _ model: ObjectModel, column: String? = "_folded.name",
    _ indexes: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let opened = try SQLiteStore(
      model: model, at: .file(store.path), options: StoreOptions(migration: .refuse))
    defer { opened.close() }
    let report = try opened.checkIntegrity(isQuick: false)
    #expect(report.isSound, "\(report)", sourceLocation: sourceLocation)
    #expect(
      try store.rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql <> '' ORDER BY 1")
        == indexes, sourceLocation: sourceLocation)
    if let column {
      #expect(
        try store.rows("SELECT \"\(column)\" FROM \(model.entities[0].name) ORDER BY _id")
          == ["émile", "zoë"], sourceLocation: sourceLocation)
    }
    #expect(
      try store.rows("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'")
        == [column == nil ? "0" : "2"], sourceLocation: sourceLocation)
  }

  @Test func anAttributeThatIsIndexedIgnoringCaseIsFoldedInPlace() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(Self.model(), in: directory, filledBy: Self.rows)
      let model = Self.model(isIndexed: true)
      let plan = try #require(
        try SQLiteStore.migrationPlan(for: model, at: .file(store.path), options: StoreOptions()))
      #expect(
        plan.description == """
          from \(Self.model().versionHash) to \(model.versionHash)
            'Patron.name' is indexed ignoring case and was not (automatic, 2 rows)
          """)
      #expect(plan.copiedRows == 0)
      try store.migrate(to: model)
      try expect(store, model, ["_index.Patron._folded.name"])
    }
  }

  @Test func theColumnGoesWithTheOption() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(Self.model(), in: directory, filledBy: Self.rows)
      try store.migrate(to: Self.model(isUnique: true, isIndexed: true))
      try expect(
        store, Self.model(isUnique: true, isIndexed: true), ["_index.Patron._folded.name"])
      try store.migrate(to: Self.model(isIndexed: true))
      try expect(store, Self.model(isIndexed: true), ["_index.Patron._folded.name"])
      // It has never been made for this one, which it would else be left as it is for.
      let plain = Self.model(note: .text("note", isOptional: true, isIndexed: true))
      try store.migrate(to: plain)
      try expect(store, plain, column: nil, ["_index.Patron.note"])
      #expect(
        try store.rows("SELECT name FROM pragma_table_info('Patron')")
          == ["_id", "_version", "name", "note"])
      try store.run("DELETE FROM Patron")
    }
  }

  @Test func theColumnFollowsRenamedAttributesAndTablesMadeAgain() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(Self.model(), in: directory, filledBy: Self.rows)
      try store.migrate(to: Self.model(isIndexed: true))
      let renamed = Self.model("title", was: "name", isIndexed: true)
      try store.migrate(to: renamed)
      try expect(store, renamed, column: "_folded.title", ["_index.Patron._folded.title"])
      let required = Self.model(
        "title", isUnique: true,
        note: .text("note", defaultValue: .text("None"), isIndexedIgnoringCase: true))
      try store.migrate(to: required)
      try expect(
        store, required, column: "_folded.title",
        ["_index.Patron._folded.note", "_index.Patron._folded.title"])
      #expect(
        try store.rows("SELECT \"_folded.note\" FROM Patron ORDER BY _id") == ["b", "none"])
      var work = required.entities[0]
      (work.name, work.originalName) = ("Member", "Patron")
      let moved = ObjectModel(entities: [work])
      try store.migrate(to: moved)
      try expect(
        store, moved, column: "_folded.title",
        ["_index.Member._folded.note", "_index.Member._folded.title"])
    }
  }

  @Test func rowsThatDifferInCaseAloneStandInTheWay() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        Self.model(), in: directory,
        filledBy: "INSERT INTO Patron (name) VALUES ('Zoë'), ('b'), ('ZOË'), ('B')")
      let error = try store.refusal(of: Self.model(isUnique: true))
      #expect(
        error.message
          == "'\(store.path)': the store was made for another model, and no automatic migration "
          + "leads to this one\n"
          + "  'Patron.name' is unique ignoring case and was not (needs a stage, 4 rows): a stage "
          + "must leave no two rows whose 'Patron.name' differs in case alone; rows with a value "
          + "that another one has: 2, 4, 1, 3")
      try store.run("UPDATE Patron SET name = name || _id")
      try store.migrate(to: Self.model(isUnique: true))
    }
  }

  @Test func aStageLeavesTextsWithoutCaseOfWhatItHasMade() throws {
    try TemporaryDirectory.with { directory in
      let (old, new) = (Self.model(isIndexed: true), Self.model(isUnique: true))
      let store = try MigratingStore(Self.model(), in: directory, filledBy: Self.rows)
      try store.migrate(to: old)
      try store.migrate(
        along: [old, new], [ModelHistory.Stage(from: 1, to: 2, batchSize: nil) { _ in }])
      try expect(store, new, ["_index.Patron._folded.name"])
    }
  }

  @Test func anIndexThatIsAddedIsNoHindranceToAnOlderProgram() throws {
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(Self.model(), in: directory, filledBy: Self.rows)
      let older = try SQLiteStore(model: Self.model(), at: .file(store.path))
      try store.migrate(to: Self.model(isIndexed: true))
      var changes = ChangeSet()
      changes.inserts = [ChangeSet.Insert(entity: 0, id: 4, values: [.text("BÔ"), .null])]
      changes.updates = [
        ChangeSet.Update(
          entity: 0, id: 1, version: 7, properties: [0], values: [.text("EVE")],
          base: [.text("Émile")])
      ]
      try older.write { _ = try $0.apply(changes, from: nil) }
      older.close()
      #expect(
        try store.rows("SELECT \"_folded.name\" FROM Patron ORDER BY _id") == ["eve", "zoë", "bô"])
    }
  }
}

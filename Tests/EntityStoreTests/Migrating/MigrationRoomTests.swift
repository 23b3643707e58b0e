import EntityModel
import EntitySQL
import EntityStore
import TestSupport
import Testing

@testable import EntitySQLite

/// The room that a migration needs is known before it begins.
@Suite struct MigrationRoomTests {
  private static let old = ObjectModel(entities: [
    .entity("Book", .text("title")), .entity("Note", .text("text")),
  ])
  private static let new: ObjectModel = {
    let kind = Attribute(name: "kind", type: .string, defaultValue: .text("paper"))
    return ObjectModel(entities: [
      .entity("Book", .text("title"), .attribute(kind)),
      .entity("Note", .text("text"), .text("more", isOptional: true)),
    ])
  }()

  /// Returns a store of the first model with `count` books and as many notes.
  private func store(in directory: TemporaryDirectory, count: Int) throws -> MigratingStore {
    try MigratingStore(
      Self.old, in: directory,
      filledBy: """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO Book SELECT i, 2, printf('title %d', i) FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO Note SELECT i, 2, 'text' FROM n;
        """)
  }

  /// Opens `store` for the second model where so many bytes are free.
  private func open(_ store: MigratingStore, freeBytes: Int64?) throws {
    let opening = StoreOpening(
      model: Self.new, location: .file(store.path), options: StoreOptions(),
      statements: RowStatements(StoreLayout(Self.new), SQLiteDialect()),
      computedDefaults: { [:] }, freeBytes: { _ in freeBytes })
    _ = try opening.first()
  }

  @Test func aPlanSaysHowManyBytesAreCopiedForAStep() throws {
    try TemporaryDirectory.with { directory in
      let store = try store(in: directory, count: 2000)
      let plan = try #require(
        try SQLiteStore.migrationPlan(
          for: Self.new, at: .file(store.path), options: StoreOptions()))
      #expect(plan.steps.map(\.subject.entity) == ["Book", "Note"])
      #expect(plan.steps.map(\.bytes) == [plan.copiedBytes, 0])
      #expect(plan.copiedRows == 2000)
      #expect(plan.copiedBytes > 30_000)
    }
  }

  @Test func aMigrationWithoutRoomIsRefusedBeforeItBegins() throws {
    try TemporaryDirectory.with { directory in
      let store = try store(in: directory, count: 2000)
      let before = try store.dump()
      let error = #expect(throws: StoreError.self) { try open(store, freeBytes: 20_000) }
      #expect(error?.code == .diskFull)
      #expect(
        error?.message.hasSuffix(
          "about 1 MiB are needed beside it and 0 MiB are free; make room, and open it again")
          == true)
      #expect(try store.dump() == before)
    }
  }

  @Test(arguments: [1 << 30, nil])
  func aMigrationWithRoomOrWhereThatIsNotKnownBegins(_ freeBytes: Int64?) throws {
    try TemporaryDirectory.with { directory in
      let store = try store(in: directory, count: 20)
      try open(store, freeBytes: freeBytes)
      #expect(try store.rows("SELECT DISTINCT kind FROM Book") == ["paper"])
    }
  }
}

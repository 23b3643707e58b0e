import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import TestSupport
import Testing

/// Which stores are migrated, by whom, and which are left as they are.
@Suite struct MigrationPolicyTests {

  @Test func aStoreIsRefusedOrRecreatedWhereThatIsAskedFor() throws {
    let old = ObjectModel(entities: [.entity("Book", .text("title"))])
    let new = ObjectModel(entities: [
      .entity("Book", .text("title"), .text("note", isOptional: true))
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'Mort')")
      #expect(try store.refusal(of: new, .refuse).code == .modelMismatch)
      try store.migrate(to: new, .recreate)
      #expect(try store.dump() == [])
      #expect(
        try store.rows("SELECT name FROM pragma_table_info('Book')").contains("note"))
    }
  }

  @Test func aRowOfAnUnknownEntityIsNotLost() throws {
    let old = ObjectModel(entities: [
      .entity("Book", .text("title")), .entity("Novel", extends: "Book"),
    ])
    let new = ObjectModel(entities: [
      .entity("Book", .text("title"), .value("pages", .int64, defaultValue: .integer(0))),
      .entity("Novel", extends: "Book"),
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
    let old = ObjectModel(entities: [.entity("Book", .text("title"))])
    let new = ObjectModel(entities: [
      .entity("Book", .text("title", isIndexed: true), .text("note", isOptional: true)),
      .entity("Shop", .text("name")),
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
    let old = ObjectModel(entities: [.entity("Book", .text("title"))])
    let new = ObjectModel(entities: [
      .entity("Book", .text("title"), .value("pages", .int64, defaultValue: .integer(1)))
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
    let old = ObjectModel(entities: [.entity("Book", .text("title"))])
    let new = ObjectModel(entities: [
      .entity("Book", .text("title"), .value("pages", .int64, defaultValue: .integer(1)))
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
    let old = ObjectModel(entities: [.entity("Book", .text("title"))])
    let new = ObjectModel(entities: [
      .entity("Book", .text("title"), .text("note", isOptional: true))
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(old, in: directory, filledBy: "")
      let error = #expect(throws: StoreError.self) {
        try SQLiteStore(
          model: new, at: .file(store.path), options: StoreOptions(isReadOnly: true))
      }
      #expect(error?.code == .modelMismatch)
    }
  }

  @Test func aProgramOfTheOlderModelTakesNamesBack() throws {
    let old = ObjectModel(entities: [
      .entity("Book", .text("first"), .text("last"), .text("note", isOptional: true))
    ])
    let new = ObjectModel(entities: [
      Entity(
        "Work", originalName: "Book",
        properties: [
          .text("first", was: "last"), .text("last", was: "first"), .text("remark", was: "note"),
        ])
    ])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(
        old, in: directory, filledBy: "INSERT INTO Book VALUES (1, 7, 'a', 'b', 'c')")
      let before = try store.dump()
      try store.migrate(to: new)
      #expect(
        try store.dump() == ["Work: _id=1 _version=7 first='b' last='a' remark='c'"])
      let plan = try SQLiteStore.migrationPlan(
        for: old, at: .file(store.path), options: StoreOptions())
      #expect(plan?.isAutomatic == true)
      try store.migrate(to: old, .migrating(backup: true))
      #expect(try store.dump() == before)
      // Whoever has gone back goes forth again, as often as it takes.
      for _ in 0..<2 {
        try store.migrate(to: new)
        #expect(
          try store.dump() == ["Work: _id=1 _version=7 first='b' last='a' remark='c'"])
        try store.migrate(to: old, .migrating())
        #expect(try store.dump() == before)
      }
    }
  }

  @Test func aStoreThatHasBeenMigratedByAnotherProgramIsNotWritten() throws {
    let old = ObjectModel(entities: [.entity("Book", .text("title"))])
    let note = Attribute(name: "note", type: .string, defaultValue: .text("none"))
    let new = ObjectModel(entities: [.entity("Book", .text("title"), .attribute(note))])
    try TemporaryDirectory.with { directory in
      let store = try MigratingStore(old, in: directory, filledBy: "")
      let open = try SQLiteStore(model: old, at: .file(store.path))
      try open.write { _ in }
      try store.migrate(to: new)
      let error = #expect(throws: StoreError.self) { try open.write { _ in } }
      #expect(error?.code == .modelMismatch)
      #expect(error?.message.hasSuffix("since it was opened; open it again") == true)
      open.close()
      #expect(throws: StoreError.self) { try SQLiteStore(model: old, at: .file(store.path)) }
    }
  }
}

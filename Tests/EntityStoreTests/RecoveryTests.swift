import EntityCSQLite
import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import StoreConformance
import TestSupport
import Testing

/// What can be made again is made again where its file is damaged; nothing else is touched.
@Suite struct RecoveryTests {
  /// The ways to damage a store of which its header says that it is one.
  enum Damage: CaseIterable {
    case truncatedInItsHeader, truncatedToAPage, truncatedInTheMiddle
    case overwrittenHeader, overwrittenSchema, overwrittenBehindTheHeader
    case metadataGone, modelUnreadable, modelOfALaterFormat, laterFormat, tableGone
  }

  @Test(arguments: Damage.allCases)
  func damagedStoreIsEmptiedWhereItCanBeMadeAgain(damage: Damage) throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      try damage.make(path)
      let before = try Data(contentsOf: URL(filePath: path))
      for policy in [MigrationPolicy.automatic, .refuse, .migrating()] {
        #expect(throws: StoreError.self) { try Self.open(path, policy) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
      }
      let reading = StoreOptions(isReadOnly: true, migration: .recreate)
      #expect(throws: StoreError.self) {
        try SQLiteStore(model: Library.model, at: .file(path), options: reading)
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)

      let store = try Self.open(path, .recreate)
      #expect(try store.count(EntityQuery(entity: "Author")) == 0)
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      store.close()
      let again = try Self.open(path, .refuse)
      #expect(try again.count(EntityQuery(entity: "Author")) == 1)
      again.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path) == ["store"])
      let plain = MigratingStore(at: path)
      #expect(try plain.rows("PRAGMA integrity_check") == ["ok"])
    }
  }

  @Test func logOfADamagedStoreIsNotReadLater() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let store = try Self.open(path, .refuse)
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      // As if the process had ended: there is a log, and somebody has damaged both.
      let copy = directory.path("copy")
      for suffix in ["", "-wal"] {
        var bytes = try Data(contentsOf: URL(filePath: path + suffix))
        for index in bytes.indices where index >= 100 { bytes[index] = 0xA5 }
        try bytes.write(to: URL(filePath: copy + suffix))
      }
      store.close()
      #expect(throws: StoreError.self) { try Self.open(copy, .automatic) }
      let empty = try Self.open(copy, .recreate)
      #expect(try empty.count(EntityQuery(entity: "Author")) == 0)
      empty.close()
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted()
          == ["copy", "store"])
    }
  }

  @Test func whatIsNoStoreIsNeverEmptied() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let url = URL(filePath: path)
      func expectRefusal(
        _ code: StoreError.Code..., sourceLocation: SourceLocation = #_sourceLocation
      ) throws {
        let before = try Data(contentsOf: url)
        let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
          try Self.open(path, .recreate)
        }
        #expect(code.contains(try #require(error).code), sourceLocation: sourceLocation)
        #expect(try Data(contentsOf: url) == before, sourceLocation: sourceLocation)
        try FileManager.default.removeItem(at: url)
      }
      for text in [
        "text", String(repeating: "no database", count: 1000), "CREATE TABLE \"_store\"",
      ] {
        try Data(text.utf8).write(to: url)
        try expectRefusal(.notADatabase)
      }
      // The header says that it is a database, and not whose.
      try Data("SQLite format 3\0 is how it begins".utf8).write(to: url)
      try expectRefusal(.notADatabase, .corrupt)

      for usesLog in [false, true] {
        try ForeignDatabase.create(at: path, usesLog: usesLog)
        try expectRefusal(.notAStore)
        try ForeignDatabase.create(at: path, usesLog: usesLog)
        var bytes = try Data(contentsOf: url)
        for index in bytes.indices where index >= 100 { bytes[index] = 0xA5 }
        try bytes.write(to: url)
        try expectRefusal(.corrupt)
      }
    }
  }

  @Test func storeThatCannotBeReadOrIsLockedIsNotEmptied() throws {
    try TemporaryDirectory.with { directory in
      let path = directory.path("store")
      let store = try Self.open(path, .refuse)
      try store.save { changes, _ in try changes.addAuthor(1, "a") }
      store.close()
      // Somebody else has it for himself alone, while the file is damaged too.
      let damaged = directory.path("damaged")
      try Damage.laterFormat.make(damaged)
      for path in [path, damaged] {
        var handle: OpaquePointer?
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        let sql = "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; CREATE TABLE x (y); COMMIT"
        try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
        let error = #expect(throws: StoreError.self) {
          try SQLiteStore(
            model: Library.model, at: .file(path),
            options: StoreOptions(busyTimeout: .zero, migration: .recreate))
        }
        #expect(error?.code == .busy)
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: damaged)
      #expect(
        #expect(throws: StoreError.self) { try Self.open(damaged, .recreate) }?.code == .readOnly)
      let again = try Self.open(path, .refuse)
      #expect(try again.count(EntityQuery(entity: "Author")) == 1)
    }
  }

  @Test func programsThatFindTheDamageAtOnceMakeOneStore() async throws {
    let directory = try TemporaryDirectory()
    let damages: [Damage] = [.overwrittenSchema, .laterFormat, .truncatedInTheMiddle]
    for (number, damage) in Array(repeating: damages, count: 4).joined().enumerated() {
      let path = directory.path("\(number)")
      try damage.make(path)
      try await withThrowingTaskGroup { group in
        for number in 1...8 {
          group.addTask {
            let store = try Self.open(path, .recreate)
            try store.save { changes, _ in
              try changes.addAuthor(Int64(number), "author \(number)")
            }
          }
        }
        try await group.waitForAll()
      }
      let store = try Self.open(path, .refuse)
      #expect(try store.count(EntityQuery(entity: "Author")) == 8)
    }
    _ = directory
  }

  /// Opens the store at `path`.
  private static func open(_ path: String, _ policy: MigrationPolicy) throws -> SQLiteStore {
    try SQLiteStore(
      model: Library.model, at: .file(path), options: StoreOptions(migration: policy))
  }
}

extension RecoveryTests.Damage {
  /// Makes a store with rows at `path` and damages it.
  func make(_ path: String) throws {
    let store = try SQLiteStore(model: Library.model, at: .file(path))
    try store.save { changes, _ in
      for number in 1...500 { try changes.addAuthor(Int64(number), "author \(number)") }
    }
    switch self {
    case .metadataGone: try store.corrupt("DELETE FROM _store")
    case .modelUnreadable:
      try store.corrupt("UPDATE _store SET value = '{' WHERE name = 'model'")
      try store.corrupt("UPDATE _store SET value = 'unknown' WHERE name = 'modelHash'")
    case .modelOfALaterFormat:
      try store.corrupt("UPDATE _store SET value = '{\"format\":99}' WHERE name = 'model'")
      try store.corrupt("UPDATE _store SET value = 'unknown' WHERE name = 'modelHash'")
    case .laterFormat: try store.corrupt("UPDATE _store SET value = '99' WHERE name = 'format'")
    case .tableGone: try store.corrupt("DROP TABLE _store")
    default: break
    }
    store.close()
    let url = URL(filePath: path)
    var bytes = try Data(contentsOf: url)
    switch self {
    case .truncatedInItsHeader: bytes = bytes.prefix(99)
    case .truncatedToAPage: bytes = bytes.prefix(4096)
    case .truncatedInTheMiddle: bytes = bytes.prefix(5000)
    case .overwrittenHeader: for index in 16..<60 { bytes[index] = 0xA5 }
    case .overwrittenSchema: for index in 100..<20_000 { bytes[index] = 0xA5 }
    case .overwrittenBehindTheHeader: for index in 100..<bytes.count { bytes[index] = 0 }
    default: break
    }
    try bytes.write(to: url)
  }
}

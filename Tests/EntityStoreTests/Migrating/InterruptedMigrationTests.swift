import EntityModel
import EntitySQLite
import EntityStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// A process may end at any moment of a migration.
@Suite struct InterruptedMigrationTests {
  /// The files of a store at one moment.
  private typealias Files = [String: Data]

  @Test(arguments: [UInt64](1...12))
  func aFileLeftAtAnyStatementIsTheOldOneAndIsMigratedWhenItIsOpenedAgain(seed: UInt64) throws {
    try TemporaryDirectory.with { directory in
      var changes = RandomModelChange(seed: seed)
      var data = changes.data()
      let store = try MigratingStore(data.model, in: directory, filledBy: data.sql)
      let old = try store.dump()
      for _ in 0..<4 { changes.change(&data) }
      let policy = MigrationPolicy(allowing: changes.permissions)

      // What is in the files when a statement begins is what a process that ends there leaves.
      let moments = Mutex<[Files]>([])
      let path = store.path
      let options = StoreOptions(migration: policy) { _ in
        let files = Self.files(at: path)
        moments.withLock { if $0.last != files { $0.append(files) } }
      }
      try SQLiteStore(model: data.model, at: .file(path), options: options).close()
      let new = try store.dump()
      #expect(moments.withLock { $0.count } > 1)

      for files in moments.withLock({ $0 }) {
        try TemporaryDirectory.with { directory in
          for (suffix, bytes) in files {
            try bytes.write(to: URL(filePath: directory.path("store.sqlite") + suffix))
          }
          let left = MigratingStore(at: directory.path("store.sqlite"))
          let found = try left.dump()
          #expect(found == old || found == new, "it is one or the other")
          try left.migrate(to: data.model, policy)
          #expect(try left.dump() == new)
        }
      }
    }
  }

  /// Returns the bytes of the store at `path` and of its log and journal, by what follows the path.
  private static func files(at path: String) -> Files {
    var files: Files = [:]
    for suffix in ["", "-wal", "-journal"] {
      files[suffix] = try? Data(contentsOf: URL(filePath: path + suffix))
    }
    return files
  }
}

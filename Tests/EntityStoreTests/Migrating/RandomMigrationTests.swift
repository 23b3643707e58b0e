import EntityModel
import EntitySQLite
import EntityStore
import TestSupport
import Testing

@Suite struct RandomMigrationTests {
  @Test(arguments: 0..<8)
  func migratingEqualsFillingANewStoreWithWhatTheChangesMakeOfTheData(_ part: UInt64) throws {
    for seed in part * 40..<(part + 1) * 40 {
      try TemporaryDirectory.with { directory in
        var changes = RandomModelChange(seed: seed)
        var data = changes.data()
        let store = try MigratingStore(data.model, in: directory, filledBy: data.sql)
        for _ in 0..<Int.random(in: 1...6, using: &changes.random) { changes.change(&data) }
        changes.addKeys(to: &data)
        try store.migrate(to: data.model, MigrationPolicy(allowing: changes.permissions))

        try TemporaryDirectory.with { directory in
          let expected = try MigratingStore(data.model, in: directory, filledBy: data.sql)
          let differences = try store.differences(from: expected)
          #expect(differences == [], "seed \(seed)")
          #expect(
            try store.rows("SELECT \"table\" || next FROM _ids ORDER BY 1").count
              == expected.rows("SELECT \"table\" FROM _ids").count, "seed \(seed)")
        }
        try store.expectSoundSearch(data.model)
        #expect(try store.rows("PRAGMA foreign_key_check") == [], "seed \(seed)")
        #expect(try store.rows("PRAGMA integrity_check") == ["ok"], "seed \(seed)")
      }
    }
  }
}

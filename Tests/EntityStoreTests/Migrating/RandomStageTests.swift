import EntityModel
import EntityRuntime
import EntitySQLite
import EntityStore
import TestSupport
import Testing

/// Random models, changes and data, of which a stage makes some entities and leaves others.
@Suite struct RandomStageTests {
  @Test(arguments: 0..<8)
  func aStageThatMakesWhatIsCarriedOverAndTheStepsAfterItEqualANewStore(_ part: UInt64) throws {
    for seed in part * 40..<(part + 1) * 40 {
      try TemporaryDirectory.with { directory in
        var changes = RandomModelChange(seed: seed)
        var data = changes.data()
        let store = try MigratingStore(data.model, in: directory, filledBy: data.sql)
        var models = [data.model]
        for _ in 0..<3 {
          changes.beginVersion(&data)
          for _ in 0..<Int.random(in: 1...3, using: &changes.random) { changes.change(&data) }
          models.append(data.model)
        }
        let first = Int.random(in: 0...1, using: &changes.random)
        let stage = stage(from: first + 1, models[first], to: models[first + 1], &changes.random)
        try store.migrate(
          along: models, [stage], MigrationPolicy(allowing: changes.permissions))

        try TemporaryDirectory.with { directory in
          let expected = try MigratingStore(data.model, in: directory, filledBy: data.sql)
          let differences = try store.differences(from: expected)
          #expect(differences == [], "seed \(seed)")
        }
        try store.expectSoundSearch(data.model)
        #expect(try store.rows("PRAGMA foreign_key_check") == [], "seed \(seed)")
        #expect(try store.rows("PRAGMA integrity_check") == ["ok"], "seed \(seed)")
        try store.migrate(to: data.model)
      }
    }
  }

  /// Returns a stage that makes the objects of some entities as they would be carried over, and
  /// reads the others.
  private func stage(
    from number: Int, _ old: ObjectModel, to new: ObjectModel, _ random: inout SeededRandom
  ) -> ModelHistory.Stage {
    let names = ModelMapping(from: old, to: new).comparison.entities.oldNames.sorted {
      $0.key < $1.key
    }
    let made = names.filter { _ in Bool.random(using: &random) }
    let read = names.filter { _ in Bool.random(using: &random) }
    let batchSize = [nil, 1, 3].randomElement(using: &random) ?? nil
    return Migration(from: number, to: number + 1, batchSize: batchSize) { stage in
      for (name, oldName) in made {
        try stage.forEach(old: oldName, making: name) { _, carriedOver in carriedOver }
      }
      for (name, oldName) in read {
        let count = try stage.objects(new: name).count
        #expect(try stage.objects(old: oldName).count == count)
      }
    }.stage
  }
}

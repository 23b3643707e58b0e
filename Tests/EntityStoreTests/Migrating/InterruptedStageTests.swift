import EntityModel
import EntityRuntime
import EntitySQLite
import EntityStore
import Foundation
import TestSupport
import Testing

/// A process may end, and a disk be full, at any write of a migration.
@Suite struct InterruptedStageTests {
  /// A store of random data, and how it is migrated.
  private struct Subject {
    let files: [String: Data]
    let models: [ObjectModel]
    let stages: [ModelHistory.Stage]
    let policy: MigrationPolicy
    let old: [String]
    let new: [String]

    /// Makes the subject of `seed`; in the first `stageCount` of the two steps, a stage makes some
    /// entities, in batches of `batchSize`.
    init(seed: UInt64, stageCount: Int, batchSize: Int? = nil) throws {
      var changes = RandomModelChange(seed: seed)
      var data = changes.data()
      var models = [data.model]
      let sql = data.sql
      for _ in 0..<2 {
        changes.beginVersion(&data)
        for _ in 0..<3 { changes.change(&data) }
        models.append(data.model)
      }
      let stages = (0..<stageCount).map { step in
        let comparison = ModelMapping(from: models[step], to: models[step + 1]).comparison
        let names = comparison.entities.oldNames.sorted { $0.key < $1.key }
        return Migration(from: step + 1, to: step + 2, batchSize: batchSize) { stage in
          for (name, oldName) in names.dropFirst() {
            try stage.forEach(old: oldName, making: name) { _, carriedOver in carriedOver }
          }
        }.stage
      }
      let policy = MigrationPolicy(allowing: changes.permissions)
      var files: [String: Data] = [:]
      var (old, new): ([String], [String]) = ([], [])
      try TemporaryDirectory.with { directory in
        let store = try MigratingStore(models[0], in: directory, filledBy: sql)
        files = Self.files(at: store.path)
        old = try store.dump()
        try store.migrate(along: models, stages, policy)
        new = try store.dump()
      }
      (self.models, self.stages, self.policy) = (models, stages, policy)
      (self.files, self.old, self.new) = (files, old, new)
    }

    /// Migrates a copy of the store in `directory` while its writes fail as `failure` says; returns
    /// the store as it was left, how many writes there were, and the error.
    func migrate(
      _ failure: FailingFileSystem.Failure, in directory: TemporaryDirectory
    ) throws -> (left: MigratingStore, writes: Int, error: StoreError?) {
      let path = directory.path("store.sqlite")
      try Self.write(files, to: path)
      var error: (any Error)?
      let writes = FailingFileSystem.with(failure, at: path) {
        do {
          try MigratingStore(at: path).migrate(along: models, stages, policy)
        } catch let failure {
          error = failure
        }
      }
      let copy = directory.path("left.sqlite")
      try Self.write(Self.files(at: path), to: copy)
      return (MigratingStore(at: copy), writes, error as? StoreError)
    }

    private static func files(at path: String) -> [String: Data] {
      var files: [String: Data] = [:]
      for suffix in ["", "-wal", "-journal"] {
        files[suffix] = try? Data(contentsOf: URL(filePath: path + suffix))
      }
      return files
    }

    private static func write(_ files: [String: Data], to path: String) throws {
      for (suffix, bytes) in files { try bytes.write(to: URL(filePath: path + suffix)) }
    }
  }

  /// Migrates `subject` once for each of its writes, which fails as `failure` says; calls `check`
  /// with what is left, the error, and where it was, and checks that opening the rest again leads
  /// to the new store.
  private func forEachWrite(
    of subject: Subject, seed: UInt64, _ failure: (Int) -> FailingFileSystem.Failure,
    _ check: (_ left: MigratingStore, _ error: StoreError?, _ place: Comment) throws -> Void
  ) throws {
    var (write, total) = (0, 1)
    while write < total {
      write += 1
      try TemporaryDirectory.with { directory in
        let (left, writes, error) = try subject.migrate(failure(write), in: directory)
        total = max(total, writes)
        let place: Comment = "seed \(seed), write \(write)"
        try check(left, error, place)
        try left.migrate(along: subject.models, subject.stages, subject.policy)
        #expect(try left.dump() == subject.new, place)
      }
    }
  }

  @Test(arguments: 0..<30)
  func aProcessThatEndsAtAnyWriteLeavesTheOldStoreOrTheNewOne(_ seed: UInt64) throws {
    let subject = try Subject(seed: seed, stageCount: seed % 2 == 0 ? 1 : 0)
    try forEachWrite(of: subject, seed: seed, { .end(before: $0) }) { left, _, place in
      let found = try left.dump()
      #expect(found == subject.old || found == subject.new, place)
    }
  }

  @Test(arguments: 100..<120)
  func aProcessThatEndsAtAnyWriteOfAStageInBatchesGoesOnWhereItWas(_ seed: UInt64) throws {
    let subject = try Subject(seed: seed, stageCount: 1, batchSize: 2)
    try forEachWrite(of: subject, seed: seed, { .end(before: $0) }) { left, _, _ in
      try left.run("UPDATE _store SET value = replace(value, '\(getpid()).', '999999999.')")
    }
  }

  @Test(arguments: 300..<303)
  func twoStagesInBatchesGoOnWhereTheSecondWas(_ seed: UInt64) throws {
    let subject = try Subject(seed: seed, stageCount: 2, batchSize: 2)
    try forEachWrite(of: subject, seed: seed, { .end(before: $0) }) { left, _, _ in
      try left.run("UPDATE _store SET value = replace(value, '\(getpid()).', '999999999.')")
    }
  }

  @Test(arguments: 200..<204)
  func aFullDiskLeavesTheStoreAsItWasAndIsNamed(_ seed: UInt64) throws {
    let subject = try Subject(seed: seed, stageCount: seed % 2 == 0 ? 1 : 0)
    try forEachWrite(of: subject, seed: seed, { .full(at: $0) }) { left, error, place in
      let found = try left.dump()
      #expect(found == subject.old || found == subject.new, place)
      if let error { #expect(error.code == .diskFull, place) }
    }
  }
}

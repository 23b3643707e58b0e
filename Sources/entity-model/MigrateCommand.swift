import EntityModel
import EntitySQLite
import EntityStore
import ModelGeneration

/// Migrates a store that no program has open to the model that a file describes.
struct MigrateCommand {
  /// The path of the store.
  let store: String

  /// The path of a description of the model: what `describe` prints, or a snapshot.
  let model: String

  /// `true` if the plan is printed and nothing is done.
  let isDryRun: Bool

  /// What may be lost, and whether the store is copied beforehand.
  let policy: MigrationPolicy

  /// Prints the plan and carries it out; returns `true` if the store is one for the model then.
  func run() -> Bool {
    let location = StoreLocation.file(store)
    do {
      let model = try DescribedModel(path: model).read()
      guard InputFile.exists(store) else { return refuse("there is no file '\(store)'") }
      let options = StoreOptions(migration: policy)
      guard
        let plan = try SQLiteStore.migrationPlan(for: model, at: location, options: options)
      else { return say("\(store): it is a store for this model already") }
      _ = say("\(store): \(plan)")
      if isDryRun { return plan.isAutomatic }
      var writing = options
      let progress = TerminalProgress()
      writing.migrationProgress = {
        progress.show("\(Int($0.fraction * 100))% \($0.activity) (\($0.completedRows) rows)")
      }
      defer { progress.end() }
      try SQLiteStore(model: model, at: location, options: writing).close()
      progress.end()
      return say("\(store): migrated")
    } catch {
      return refuse("\(error)")
    }
  }

  private func say(_ line: String) -> Bool { StandardStream.output.write(line + "\n") }

  private func refuse(_ line: String) -> Bool {
    StandardStream.error.write("entity-model: \(line)\n")
    return false
  }
}

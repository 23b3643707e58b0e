import EntityModel
import EntitySQL
import ModelGeneration

/// Prints what a migration from a snapshot to the model of a module does.
struct PlanCommand {
  let arguments: ModuleArguments

  /// The folder of the snapshots.
  let folder: String

  /// The number of the snapshot; nil for the newest one.
  let number: Int?

  /// Prints a line for each step and then the statements; returns `true` if there is a plan.
  func run() -> Bool {
    let reading = ModuleReading(arguments)
    guard reading.reportEverything() else { return false }
    reading.reportUnresolvedTypes()
    do {
      let folder = try SnapshotFolder(folder)
      guard let stored = try number.map(folder.snapshot(number:)) ?? folder.newest() else {
        return refuse(
          number.map { "there is no snapshot \($0) in \(self.folder)" }
            ?? "there are no snapshots in \(self.folder); 'snapshot' stores the first one")
      }
      let later = try folder.snapshots(after: stored.number)
      return plan(along: [stored] + later, to: reading.model)
    } catch {
      return report("\(error)")
    }
  }

  /// Prints the plan from each of `snapshots` to the next, and from the last to `model`.
  private func plan(along snapshots: [SnapshotFolder.Kept], to model: ModuleModel) -> Bool {
    let ends = snapshots.dropFirst().map(\.snapshot) + [model.snapshot]
    return zip(snapshots, ends).allSatisfy { stored, snapshot in
      let isLast = stored.path == snapshots.last?.path
      let hasChanged = !snapshot.changes(since: stored.snapshot).isEmpty
      // Between two snapshots there may be nothing for a store to do.
      return isLast || hasChanged ? plan(from: stored, to: snapshot, of: model) : true
    }
  }

  private func plan(
    from stored: SnapshotFolder.Kept, to snapshot: SchemaSnapshot, of model: ModuleModel
  ) -> Bool {
    let changes = snapshot.changes(since: stored.snapshot)
    guard !changes.isEmpty else {
      return say("-- \(model.name): nothing has changed since \(stored.path)")
    }
    _ = say("-- \(model.name): from \(stored.path)")
    for change in changes {
      guard change.needsAcceptance else {
        let condition = change.condition.map { " \($0)" } ?? ""
        _ = say("-- automatic\(condition): \(change.message)")
        continue
      }
      _ = say("-- \(change.effect.words): \(change.message)")
      if let advice = change.effect.advice { _ = say("--   \(advice)") }
    }
    return snapshot.model.migrationStatements(from: stored.snapshot.model).allSatisfy {
      say($0 + ";")
    }
  }

  private func say(_ line: String) -> Bool { StandardStream.output.write(line + "\n") }

  private func refuse(_ line: String) -> Bool { report("entity-model: \(line)") }

  private func report(_ line: String) -> Bool {
    StandardStream.error.write(line + "\n")
    return false
  }
}

import EntityModel
import SwiftReader

/// What has changed in the model of a module since its newest snapshot.
struct SnapshotComparison {
  /// Warnings, and errors where a stage of a migration is missing, in the order of their locations.
  private(set) var diagnostics: [FileDiagnostic] = []

  /// Compares `model` with `newest`, the newest of its snapshots.
  init(_ model: ModuleModel, with newest: SnapshotFolder.Kept) {
    let snapshot = SchemaSnapshot(model.model, unresolvedTypes: model.unresolvedTypes)
    let name = newest.path.split(separator: "/").last ?? ""
    diagnostics = snapshot.changes(since: newest.snapshot).map { change in
      let location =
        model.location(ofEntity: change.entity, property: change.property)
        ?? FileRange(startOf: newest.path)
      guard let stage = change.effect.advice else {
        return FileDiagnostic(
          change.id,
          "since snapshot \(name): \(change.message); an automatic migration can carry this out, "
            + "so store it with 'swift package entity-model snapshot'", at: location,
          severity: .warning)
      }
      return FileDiagnostic(
        change.id,
        "since snapshot \(name): \(change.message); no automatic migration can carry this out: "
          + stage, at: location)
    }.sorted { $0.precedes($1) }
  }
}

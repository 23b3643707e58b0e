import EntityModel
import SwiftReader

/// What has changed in the model of a module since its newest snapshot.
struct SnapshotComparison {
  /// Warnings, and errors where a stage of a migration is missing, in the order of their locations.
  ///
  /// The last error has a note with the stage to write.
  private(set) var diagnostics: [FileDiagnostic] = []

  /// Compares `model` with `newest`, the newest of its snapshots.
  init(_ model: ModuleModel, with newest: SnapshotFolder.Kept) {
    let snapshot = model.snapshot
    let name = newest.path.split(separator: "/").last ?? ""
    let changes = snapshot.changes(since: newest.snapshot)
    diagnostics = changes.map { change in
      let location =
        model.location(ofEntity: change.entity, property: change.property)
        ?? FileRange(startOf: newest.path)
      let message = "since snapshot \(name): \(change.message); "
      guard change.needsAcceptance, let advice = change.effect.advice else {
        return FileDiagnostic(
          change.id,
          message + "an automatic migration can carry this out"
            + (change.condition.map { " \($0)" } ?? "")
            + ", so store it with 'swift package entity-model snapshot'", at: location,
          severity: .warning)
      }
      return FileDiagnostic(
        change.id, message + "no automatic migration can carry this out: " + advice, at: location)
    }.sorted { $0.precedes($1) }

    guard let last = diagnostics.lastIndex(where: { $0.severity == .error }),
      let stub = StageStub(for: changes, of: snapshot, since: newest, in: model.variant)
    else { return }
    let error = diagnostics[last]
    diagnostics[last] = FileDiagnostic(
      error.id, error.message, at: error.location,
      notes: [.init(message: stub.text, location: error.location)])
  }
}

import EntityExpansion
import EntityModel

/// The beginning of a stage that carries out what no automatic migration can.
struct StageStub {
  /// What to do, and the code to begin with.
  let text: String

  /// Writes the stage for those of `changes` that need one, from `old` to `new`, the next snapshot;
  /// `nil` where none can do it, or one of both does not say how all attributes are stored.
  init?(
    for changes: [ModelChange], of new: SchemaSnapshot, since old: SnapshotFolder.Kept,
    in variant: ModuleVariant
  ) {
    guard new.versionHash != nil, old.snapshot.versionHash != nil else { return nil }
    let comparison = new.comparison(with: old.snapshot)
    let spelling = SnapshotSpelling(variant, [old.snapshot, new], access: .internal)
    let (from, to) = (old.number, old.number + 1)
    var entities: Set<String> = []
    var removed: Set<String> = []
    for change in changes where change.needsAcceptance {
      switch (change.effect, change.kind) {
      case (.impossible, _): return nil
      case (_, .entityRemoved): removed.insert(change.entity)
      default: entities.formUnion(new.model.tree(rootedAt: change.entity).map(\.name))
      }
    }

    var lines: [String] = []
    for entity in entities.sorted() {
      let succession = SnapshotSuccession(
        of: entity, comparison, spelling,
        old: { SnapshotProperty.all(of: $0, in: old.snapshot, spelling, variant) },
        new: { SnapshotProperty.all(of: $0, in: new, spelling, variant) })
      guard let succession else { continue }
      let values = succession.requiredProperties.map { ", \($0.declaredName): \($0.placeholder)" }
      lines += [
        "    try stage.forEach(Snapshot\(from).\(succession.oldEntity.declaredName).self) { old in",
        "      Snapshot\(to).\(entity.declaredName)(from: old\(values.joined()))",
        "    }",
      ]
    }
    for entity in removed.sorted() {
      lines += [
        "    try stage.visit(Snapshot\(from).\(entity.declaredName).self) { old in",
        "      try stage.insert(<#what becomes of it#>)",
        "    }",
      ]
    }
    guard !lines.isEmpty else { return nil }
    let needsStage = changes.contains { change in
      if case .needsStage = change.effect { change.needsAcceptance } else { false }
    }
    let advice =
      needsStage
      ? "then write the stage that leads to it and pass it to the container:"
      : "which allows the loss; a stage that is passed to the container can use the values first:"
    let first =
      "store the model as snapshot \(to) with 'swift package entity-model snapshot --accept', "
      + advice
    text = ([first, "  Migration(from: \(from), to: \(to)) { stage in"] + lines + ["  }"])
      .joined(separator: "\n")
  }
}

extension SnapshotProperty {
  /// A placeholder for a value of the property.
  fileprivate var placeholder: String {
    let name = type.replacing("Swift.", with: "").replacing("EntityGraph.", with: "")
    return "<#\(name)#>"
  }
}

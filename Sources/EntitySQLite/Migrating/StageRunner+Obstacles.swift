import EntityModel
import EntityStore

/// What cannot be carried over as it is, so that the stage has to see to it.
extension StageRunner {
  /// Refuses to carry the rows of `entity` over where an obstacle concerns them.
  func refuse(covering entity: EntityLayout) throws {
    guard !isFinishing else { return }
    let open = try obstacles(to: entity)
    guard open.isEmpty else {
      throw Migrator.refusal(
        open.map(\.step),
        "the stage from \(stage.from) to \(stage.to) reads the new '\(entity.name)' before it has "
          + "made its objects, which cannot be carried over as they are; make them first, in "
          + making(entity))
    }
  }

  /// Returns what stands in the way of carrying the rows of `entity` over.
  private func obstacles(
    to entity: EntityLayout
  ) throws -> [(change: ModelChange, step: MigrationPlan.Step)] {
    guard let source = mapping.source(of: entity).flatMap({ oldLayout.entity($0.name) }) else {
      return []
    }
    let open = obstacles.filter { change, _ in
      if case .entityRemoved = change.kind { return false }
      return entity.lineage.contains(change.entity) && !isSeenTo(change)
    }
    if open.isEmpty { return [] }
    var hasRows = false
    try page(of: source, isOld: true, after: .min, limit: 1) { _ in hasRows = true }
    return hasRows ? open : []
  }

  /// `true` if `change` is one of a relationship whose other end the stage makes.
  private func isSeenTo(_ change: ModelChange) -> Bool {
    let comparison = mapping.comparison
    guard let name = change.property else { return false }
    let targets: [String]
    if case .relationshipRemoved(let relationship) = change.kind {
      targets = [relationship.target]
    } else if let relationship = comparison.new.property(name, of: change.entity)?.relationship {
      targets = [comparison.oldEntityName(relationship.target) ?? ""]
    } else {
      return false
    }
    let made = Set(state.taken.compactMap { comparison.entities.oldNames[$0] })
    return targets.contains { target in
      comparison.old.tree(rootedAt: target).contains { made.contains($0.name) }
        || comparison.old.lineage(of: target).contains { made.contains($0.name) }
    }
  }

  /// Refuses to carry over, or to lose, what the stage should have seen to.
  func refuseRemaining() throws {
    var steps: [MigrationPlan.Step] = []
    var missing: [String] = []
    for entity in mapping.new.entities
    where !state.taken.contains(entity.name) && !state.carried.contains(entity.name) {
      let open = try obstacles(to: entity).map(\.step)
      if open.isEmpty { continue }
      missing.append(making(entity))
      steps += open.filter { !steps.contains($0) }
    }
    for (change, step) in obstacles {
      guard case .entityRemoved(let entity) = change.kind, !state.visited.contains(entity.name)
      else { continue }
      missing.append("'visit(Snapshot\(stage.from).\(entity.name).self)'")
      steps.append(step)
    }
    guard missing.isEmpty else {
      throw Migrator.refusal(
        steps,
        "the stage from \(stage.from) to \(stage.to) leaves out what cannot be carried over as it "
          + "is; it needs " + missing.joined(separator: ", "))
    }
  }

  /// The call that makes the objects of `entity`.
  private func making(_ entity: EntityLayout) -> String {
    let source = mapping.source(of: entity)?.name ?? ""
    return "'forEach(Snapshot\(stage.from).\(source).self)' that returns objects of "
      + "'Snapshot\(stage.to).\(entity.name)'"
  }
}

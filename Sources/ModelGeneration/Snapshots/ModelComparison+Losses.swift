package import EntityModel

extension ModelComparison {
  /// What is lost or converted on the way to the newer model, in the words of a snapshot, such as
  /// `removing Book.subtitle`: what a store that is migrated has to be allowed.
  package var losses: [String] {
    Set(changes.flatMap(losses)).sorted()
  }

  /// Returns what `change` loses or converts.
  private func losses(of change: ModelChange) -> [String] {
    let path = change.entity + (change.property.map { ".\($0)" } ?? "")
    if case .attributeType(let before, let after) = change.kind {
      let conversion = after.conversion(from: before)
      return conversion == .partial || conversion == .onRequest ? ["converting \(path)"] : []
    }
    guard case .losesData = change.effect else { return [] }
    switch change.kind {
    case .attributeMoved(let entities):
      return entities.prefix(1).map { "removing \($0).\(change.property ?? "")" }
    case .entityMoved:
      guard let after = new.entity(named: change.entity),
        let before = oldEntityName(after.name).flatMap({ old.entity(named: $0) })
      else { return [] }
      return disinherited(after, since: before).map { "removing \(after.name).\($0)" }
    default: return ["removing \(path)"]
    }
  }
}

/// Something that a change loses or converts, unless nothing is there to be lost.
package struct ModelLoss: Hashable, Sendable {
  /// `true` if values are given another type, `false` if they are gone.
  package let isConversion: Bool

  /// The names by which it may be allowed, as `Book` or `Book.subtitle`; one of them suffices.
  package let names: [String]
}

extension ModelComparison {
  /// Returns what `change` loses or converts, each of which a migration has to be allowed; empty if
  /// that is nothing, or if no permission can carry the change out.
  package func losses(of change: ModelChange) -> [ModelLoss] {
    let property = change.property ?? ""
    let path = change.entity + (change.property.map { ".\($0)" } ?? "")
    func removing(_ names: [String]) -> ModelLoss { ModelLoss(isConversion: false, names: names) }
    switch change.kind {
    case .attributeType(let before, let after):
      let conversion = after.conversion(from: before)
      guard conversion == .partial || conversion == .onRequest else { return [] }
      return [ModelLoss(isConversion: true, names: [path])]
    case .entityRemoved: return [removing([path])]
    case .attributeRemoved, .relationshipRemoved, .leafRemoved:
      let oldName = oldEntityName(change.entity).map { "\($0).\(property)" }
      return [removing([path] + (oldName.map { [$0] } ?? []))]
    case .attributeMoved(let entities):
      guard case .losesData = change.effect else { return [] }
      return [removing(entities.map { "\($0).\(property)" })]
    case .entityMoved:
      guard case .losesData = change.effect, let after = new.entity(named: change.entity),
        let before = oldEntityName(after.name).flatMap({ old.entity(named: $0) })
      else { return [] }
      return disinherited(after, since: before).map { removing(["\(after.name).\($0)"]) }
    default: return []
    }
  }
}

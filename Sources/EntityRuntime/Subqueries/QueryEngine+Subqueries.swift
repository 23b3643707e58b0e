import EntityModel
import EntityStore

/// Conditions on what other requests ask for.
extension QueryEngine {
  /// Returns `predicate` with what it asks of all objects of an entity, whichever it is evaluated
  /// over, as constants, so that it is asked once and not for each.
  func withoutSubqueries(_ predicate: PredicateTree) throws -> PredicateTree {
    var predicate = predicate
    while let part = predicate.firstSubquery {
      predicate = predicate.replacing(part, by: try answer(to: part))
    }
    return predicate
  }

  /// Returns the nodes that have the answer to `part` in its place.
  private func answer(to part: PredicatePart) throws -> [PredicateNode] {
    switch part.kind {
    case .aggregateOfAll(let function, let scope, _):
      let value = try values(part, scope, function).first ?? .null
      return PredicateOperand.value(value).nodes
    default:
      guard let scope = part.second.kind.scope else { return part.nodes }
      let values = try values(part.second, scope, nil)
      return PredicateTree.membership(
        PredicateOperand(part.first), values.filter { !$0.isNull }
      ).nodes
    }
  }

  /// Returns the values of the second part of `part` of the objects that satisfy its first, or what
  /// `function` makes of them.
  private func values(
    _ part: PredicatePart, _ scope: ObjectScope, _ function: AggregateFunction?
  ) throws -> [StoredValue] {
    guard let entity = unit.entity(named: scope.entity) else { return [] }
    let base = EntityQuery(
      entity: scope.entity, predicate: PredicateTree(part.first), sorting: part.rangeSorting,
      limit: scope.range?.limit, offset: scope.range?.offset ?? 0,
      includesSubentities: scope.includesSubentities)
    let column = ResultExpression(function, PredicateOperand(part.second))
    return try rows(ResultQuery(base, columns: [column]), entity).map { $0[0] }
  }
}

extension PredicateTree {
  /// The first part that asks something of all objects of an entity and names no others.
  fileprivate var firstSubquery: PredicatePart? {
    for index in nodes.indices {
      switch nodes[index].kind {
      case .aggregateOfAll where !root.at(index).isCorrelated: return root.at(index)
      case .amongAll where !root.at(index).second.isCorrelated: return root.at(index)
      default: continue
      }
    }
    return nil
  }
}

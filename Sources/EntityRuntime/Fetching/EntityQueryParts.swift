import EntityModel

extension EntityQueryParts {
  /// The names of the entities whose objects the condition or the order asks, beside those fetched.
  func entitiesAsked(in model: ObjectModel) -> Set<String> {
    var found: Set<String> = []
    visit(predicate, from: entity, model, &found)
    for path in sorting.map(\.path) + paths { walk(path, from: entity, model, &found) }
    return found
  }

  /// Adds what `condition` asks of the objects of `entity`.
  private func visit(
    _ condition: PredicateTree, from entity: String, _ model: ObjectModel,
    _ found: inout Set<String>
  ) {
    switch condition {
    case .constant: break
    case .not(let inner): visit(inner, from: entity, model, &found)
    case .all(let conditions), .any(let conditions):
      for inner in conditions { visit(inner, from: entity, model, &found) }
    case .comparison(let left, _, let right):
      visit(left, from: entity, model, &found)
      visit(right, from: entity, model, &found)
    case .membership(let operand, _), .text(let operand, _, _, _):
      visit(operand, from: entity, model, &found)
    case .objects(let path, _): walk(path, from: entity, model, &found)
    case .quantified(_, let path, let inner):
      if let target = walk(path, from: entity, model, &found) {
        visit(inner, from: target, model, &found)
      }
    }
  }

  /// Adds what `operand` asks of the objects of `entity`.
  private func visit(
    _ operand: PredicateOperand, from entity: String, _ model: ObjectModel,
    _ found: inout Set<String>
  ) {
    switch operand {
    // The object holds its own reference, so that the last to-one of a path asks nothing else.
    case .object(let path):
      let asked = asksWhatIsReferredTo ? path : PropertyPath(path.names.dropLast())
      walk(asked, from: entity, model, &found)
    case .attribute(let path): walk(path, from: entity, model, &found)
    case .count(let path, let inner):
      if let target = walk(path, from: entity, model, &found) {
        visit(inner, from: target, model, &found)
      }
    case .value, .identifier, .source: break
    }
  }

  /// Adds the entities at the other ends of the relationships in `path` and returns the last.
  @discardableResult
  private func walk(
    _ path: PropertyPath, from entity: String, _ model: ObjectModel, _ found: inout Set<String>
  ) -> String? {
    var current = entity
    for name in path.names {
      guard let relationship = model.property(name, of: current)?.relationship else { return nil }
      current = relationship.target
      found.insert(model.root(of: current))
    }
    return current
  }
}

/// What of a request decides which objects it asks.
struct EntityQueryParts {
  let entity: String
  let predicate: PredicateTree
  let sorting: [SortTerm]

  /// `true` if it matters whether the object that a to-one refers to is to be deleted; one that is
  /// counts for none.
  var asksWhatIsReferredTo = false

  /// Further paths that are asked, to their ends.
  var paths: [PropertyPath] = []
}

import EntityModel

extension EntityQueryParts {
  /// The names of the entities whose objects the condition or the order asks, beside those fetched.
  func entitiesAsked(in model: ObjectModel) -> Set<String> {
    var found: Set<String> = []
    let condition = asksWhatIsReferredTo ? predicate : predicate.withoutMemberships
    visit(condition.root, from: entity, model, &found)
    for operand in sorting.map(\.operand) + operands {
      visit(operand.root, from: entity, model, &found)
    }
    return found
  }

  /// Adds what `part`, a condition or an operand, asks of the objects of `entity`.
  private func visit(
    _ part: PredicatePart, from entity: String, _ model: ObjectModel,
    _ found: inout Set<String>
  ) {
    part.visit(from: entity) { kind, entity in
      if let scope = kind.scope {
        found.insert(model.root(of: scope.entity))
        return scope.entity
      }
      switch kind {
      // The object holds its own reference, so that the last to-one of a path asks nothing else.
      case .object(let path) where !asksWhatIsReferredTo,
        .rowNumber(let path) where !asksWhatIsReferredTo:
        return walk(PropertyPath(path.names.dropLast()), from: entity, model, &found)
      // The object that has the members is looked at by itself.
      case .place: return nil
      default:
        return kind.path.flatMap { walk($0, from: entity, model, &found) }
      }
    }
  }

  /// Adds the entities at the other ends of the relationships in `path` and returns the last.
  @discardableResult
  private func walk(
    _ path: PropertyPath, from entity: String, _ model: ObjectModel, _ found: inout Set<String>
  ) -> String? {
    var current = entity
    for name in path.names {
      if let cast = model.cast(name, of: current) {
        current = cast
        continue
      }
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

  /// Further values that are asked for.
  var operands: [PredicateOperand] = []
}

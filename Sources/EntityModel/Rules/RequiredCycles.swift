/// An object can be created before those that refer to it: no circle of required to-ones needs each
/// of its objects before the others.
///
/// An initialiser takes the object of a required to-one, so that it has to exist. Two required
/// to-ones that are each other's inverse make such a circle, and so does one that refers to objects
/// of its own entity.
enum RequiredCycles: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    let needs = Dictionary(
      model.entities.map { ($0.name, neededEntities(of: $0.name, in: model)) },
      uniquingKeysWith: { first, _ in first })
    return model.entities.flatMap { entity in
      let heirs = Set(model.tree(rootedAt: entity.name).map(\.name))
      return entity.relationships.compactMap { relationship -> ModelProblem? in
        guard !relationship.isToMany, !relationship.isOptional,
          needs.closure(from: relationship.target).contains(where: heirs.contains)
        else { return nil }
        return ModelProblem(
          .requiredCycle, in: entity.name, property: relationship.name,
          "'\(entity.name).\(relationship.name)' is required, and an object of "
            + "'\(relationship.target)' needs one of '\(entity.name)' first, so that neither can "
            + "be created; make a to-one between them optional")
      }
    }
  }

  /// Returns the entities of the objects that a new object of the entity `name` needs.
  private static func neededEntities(of name: String, in model: ObjectModel) -> Set<String> {
    Set(
      model.properties(of: name).compactMap(\.relationship)
        .filter { !$0.isToMany && !$0.isOptional }.map(\.target))
  }
}

extension [String: Set<String>] {
  /// Returns what can be reached from `start` by any number of steps, none included.
  func closure(from start: String) -> Set<String> {
    var found: Set<String> = [start]
    var pending = [start]
    while let next = pending.popLast() {
      for name in self[next] ?? [] where found.insert(name).inserted { pending.append(name) }
    }
    return found
  }
}

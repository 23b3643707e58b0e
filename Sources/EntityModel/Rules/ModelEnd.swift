/// An end of a relationship, for rules: a relationship that an entity declares, or the implicit
/// inverse of one.
struct ModelEnd {
  /// The entity whose objects have the end.
  let entity: String

  /// The end.
  let relationship: Relationship

  /// `true` if no property is the end.
  var isImplicit = false

  /// The end, as messages name it.
  var text: String {
    isImplicit ? "the inverse of '\(relationship.name)'" : "'\(entity).\(relationship.name)'"
  }

  /// Returns a problem with the end, which is where the end is declared.
  func problem(_ kind: ModelProblem.Kind, _ message: String) -> ModelProblem {
    guard isImplicit else {
      return ModelProblem(kind, in: entity, property: relationship.name, message)
    }
    var problem = ModelProblem(
      kind, in: relationship.target, property: relationship.inverse, message)
    problem.isAboutImplicitInverse = true
    return problem
  }
}

extension ObjectModel {
  /// The ends of all relationships.
  var ends: [ModelEnd] {
    entities.flatMap { entity in
      entity.relationships.flatMap { relationship in
        [ModelEnd(entity: entity.name, relationship: relationship)]
          + (relationship.hiddenInverse.map {
            [ModelEnd(entity: relationship.target, relationship: $0, isImplicit: true)]
          } ?? [])
      }
    }
  }

  /// Returns the other end of `end`, as messages name it.
  func inverseText(of end: ModelEnd) -> String {
    if end.isImplicit { return "'\(end.relationship.name)'" }
    let relationship = end.relationship
    return relationship.implicitInverse == nil
      ? "'\(relationship.target).\(relationship.inverse)'"
      : "the inverse of '\(relationship.inverse)'"
  }
}

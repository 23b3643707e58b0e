/// A relationship and its inverse name each other and connect the same two entities.
enum InverseAgreement: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      // An implicit inverse agrees whatever the entity at the other end has.
      entity.relationships.filter { $0.implicitInverse == nil }
        .compactMap { problem(with: $0, of: entity, in: model) }
    }
  }

  /// Returns what is wrong between `relationship` and its inverse, or nil.
  private static func problem(
    with relationship: Relationship, of entity: Entity, in model: ObjectModel
  ) -> ModelProblem? {
    // An unknown target is the matter of KnownTargets.
    guard model.entity(named: relationship.target) != nil else { return nil }
    let here = "\(entity.name).\(relationship.name)"
    let there = "\(relationship.target).\(relationship.inverse)"
    guard let other = model.property(relationship.inverse, of: relationship.target) else {
      // The target may inherit it from an unknown entity, which is the matter of
      // KnownSuperentities.
      guard model.lineage(of: relationship.target).first?.superentity == nil else { return nil }
      return ModelProblem(
        .missingInverse, in: entity.name, property: relationship.name,
        "'\(here)' names '\(there)' as its inverse, which does not exist")
    }
    guard let inverse = other.relationship else {
      return ModelProblem(
        .inverseNotRelationship, in: entity.name, property: relationship.name,
        "'\(here)' names '\(there)' as its inverse, which is not a relationship")
    }
    guard inverse.inverse == relationship.name else {
      // That the other end names what does not exist is reported there, once.
      guard model.property(inverse.inverse, of: inverse.target)?.relationship != nil else {
        return nil
      }
      return ModelProblem(
        .inverseNotMutual, in: entity.name, property: relationship.name,
        "'\(here)' and '\(there)' must name each other as inverse; "
          + "'\(there)' names '\(inverse.inverse)'")
    }
    guard inverse.target == entity.name else {
      return ModelProblem(
        .inverseOfOtherType, in: entity.name, property: relationship.name,
        "'\(there)', the inverse of '\(here)', must refer to '\(entity.name)', "
          + "not to '\(inverse.target)'")
    }
    return nil
  }
}

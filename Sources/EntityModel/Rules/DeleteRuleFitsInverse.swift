/// A delete rule does not leave a required to-one at the other end without its object.
enum DeleteRuleFitsInverse: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard relationship.deleteRule == .nullify,
          let inverse = model.property(relationship.inverse, of: relationship.target)?.relationship,
          // Whether it is the inverse is the matter of InverseAgreement.
          inverse.inverse == relationship.name, inverse.target == entity.name,
          !inverse.isToMany, !inverse.isOptional
        else { return nil }
        return ModelProblem(
          .nullifiedRequired, in: entity.name, property: relationship.name,
          "'\(entity.name).\(relationship.name)' cannot have the delete rule 'nullify', since "
            + "'\(relationship.target).\(inverse.name)' is required; use 'cascade' or 'deny', or "
            + "make '\(inverse.name)' optional")
      }
    }
  }
}

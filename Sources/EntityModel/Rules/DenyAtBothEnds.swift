/// The two ends of a relationship do not both deny deletion where one of them cannot be without it.
///
/// Where a to-one is required, the object that holds it always holds one. If its delete rule is
/// `deny`, it can only be deleted with the object that it holds, and if the other end denies too,
/// that one cannot be deleted while it is held: neither goes first. Where both ends may be empty,
/// they can be unlinked and then deleted.
enum DenyAtBothEnds: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard relationship.deleteRule == .deny, !relationship.isToMany, !relationship.isOptional,
          let inverse = model.inverse(of: relationship),
          // Whether it is the inverse is the matter of InverseAgreement.
          inverse.inverse == relationship.name, inverse.target == entity.name,
          inverse.deleteRule == .deny
        else { return nil }
        let name =
          relationship.implicitInverse == nil
          ? "its inverse '\(relationship.target).\(inverse.name)'" : "its implicit inverse"
        return ModelProblem(
          .denyAtBothEnds, in: entity.name, property: relationship.name,
          "'\(entity.name).\(relationship.name)' is required and has the delete rule 'deny', as "
            + "\(name) has, so that neither object "
            + "can be deleted before the other; use another rule, such as 'nullify', for "
            + "'\(entity.name).\(relationship.name)'")
      }
    }
  }
}

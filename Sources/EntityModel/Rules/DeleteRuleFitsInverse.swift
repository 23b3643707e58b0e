/// A delete rule does not leave a required to-one at the other end without its object.
enum DeleteRuleFitsInverse: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.ends.compactMap { end in
      guard end.relationship.deleteRule == .nullify,
        let inverse = model.inverse(of: end.relationship),
        // Whether it is the inverse is the matter of InverseAgreement.
        inverse.inverse == end.relationship.name, inverse.target == end.entity,
        !inverse.isToMany, !inverse.isOptional
      else { return nil }
      return end.problem(
        .nullifiedRequired,
        "\(end.text) cannot have the delete rule 'nullify', since "
          + "'\(end.relationship.target).\(inverse.name)' is required; use 'cascade' or 'deny', or "
          + "make '\(inverse.name)' optional")
    }
  }
}

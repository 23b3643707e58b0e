/// Some finite number of objects meets the counts of a relationship of an entity to its own.
///
/// Each object that has the relationship holds at least the minimum, and each that it may hold is
/// held by at most the maximum of the inverse. Where all those that may be held have the
/// relationship too, there are at least as many holders as held, so that a minimum above that
/// maximum asks for more objects than any number of them are.
enum AttainableCounts: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        guard model.lineage(of: relationship.target).contains(where: { $0.name == entity.name }),
          let inverse = model.property(relationship.inverse, of: relationship.target)?.relationship,
          // Whether it is the inverse is the matter of InverseAgreement.
          inverse.inverse == relationship.name, inverse.target == entity.name,
          inverse.name != relationship.name,
          let most = inverse.maximumCount, most >= 1, relationship.minimumCount > most
        else { return nil }
        return ModelProblem(
          .unattainableCount, in: entity.name, property: relationship.name,
          "'\(entity.name).\(relationship.name)' must hold at least \(relationship.minimumCount) "
            + "objects of its own kind, and each of them is held by at most \(most) through "
            + "'\(relationship.target).\(inverse.name)', so that there are never enough; lower "
            + "the minimum")
      }
    }
  }
}

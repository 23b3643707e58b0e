/// A relationship's counts can be met.
enum RelationshipCounts: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        let (least, most) = (relationship.minimumCount, relationship.maximumCount)
        let canBeMet = least >= 0 && most.map { $0 >= max(least, 1) } ?? true
        guard !canBeMet || !relationship.isToMany && most != 1 else { return nil }
        return ModelProblem(
          .impossibleCount, in: entity.name, property: relationship.name,
          "'\(entity.name).\(relationship.name)' cannot hold from \(least) to "
            + "\(most.map(String.init) ?? "any number of") objects; the least must not be "
            + "negative, the most not below it or below 1, and the most of a to-one is 1")
      }
    }
  }
}

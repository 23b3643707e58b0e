/// A relationship's counts can be met.
enum RelationshipCounts: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        let (least, most) = (relationship.minimumCount, relationship.maximumCount)
        guard least < 0 || most.map({ $0 < max(least, 1) }) == true else { return nil }
        return ModelProblem(
          "model.relationship.count", in: entity.name, property: relationship.name,
          "'\(entity.name).\(relationship.name)' cannot hold from \(least) to "
            + "\(most.map(String.init) ?? "any number of") objects; the least must not be "
            + "negative, and the most not below it or below 1")
      }
    }
  }
}

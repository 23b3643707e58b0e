/// A relationship's counts can be met.
enum RelationshipCounts: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.ends.compactMap { end in
      let (least, most) = (end.relationship.minimumCount, end.relationship.maximumCount)
      let canBeMet = least >= 0 && most.map { $0 >= max(least, 1) } ?? true
      guard !canBeMet || !end.relationship.isToMany && most != 1 else { return nil }
      return end.problem(
        .impossibleCount,
        "\(end.text) cannot hold from \(least) to "
          + "\(most.map(String.init) ?? "any number of") objects; the least must not be "
          + "negative, the most not below it or below 1, and the most of a to-one is 1")
    }
  }
}

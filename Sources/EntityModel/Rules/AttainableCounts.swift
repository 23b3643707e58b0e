/// Some finite number of objects meets the counts of a relationship of an entity to its own.
///
/// Each object that has the relationship holds at least the minimum, and each that it may hold is
/// held by at most the maximum of the inverse. Where all those that may be held have the
/// relationship too, there are at least as many holders as held, so that a minimum above that
/// maximum asks for more objects than any number of them are.
enum AttainableCounts: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.ends.compactMap { end in
      let relationship = end.relationship
      guard model.lineage(of: relationship.target).contains(where: { $0.name == end.entity }),
        let inverse = model.inverse(of: relationship),
        // Whether it is the inverse is the matter of InverseAgreement.
        inverse.inverse == relationship.name, inverse.target == end.entity,
        inverse.name != relationship.name,
        let most = inverse.maximumCount, most >= 1, relationship.minimumCount > most
      else { return nil }
      return end.problem(
        .unattainableCount,
        "\(end.text) must hold at least \(relationship.minimumCount) objects of its own kind, and "
          + "each of them is held by at most \(most) through \(model.inverseText(of: end)), so "
          + "that there are never enough; lower the minimum")
    }
  }
}

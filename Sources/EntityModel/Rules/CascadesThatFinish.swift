/// A cascade is not refused by the very objects that it deletes, whatever starts it.
///
/// An object that holds a required to-one whose delete rule is `deny` can be deleted only together
/// with the object that it holds. A cascade that deletes such objects is therefore of use only if
/// the same deletion may reach what they hold: deleting an object follows each cascade, those of
/// the deleted objects too, and a save accepts a `deny` towards what is deleted with it. Where no
/// deletion that gets as far as the cascade may reach it, a save after it is always refused.
///
/// A deletion may reach an entity if cascades lead there in any number of steps, over entities that
/// extend what a cascade refers to as well.
enum CascadesThatFinish: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    let cascades = model.ends.filter { $0.relationship.deleteRule == .cascade }
    var steps: [String: Set<String>] = [:]
    for entity in model.entities {
      let lineage = Set(model.lineage(of: entity.name).map(\.name))
      steps[entity.name] = Set(
        cascades.filter { lineage.contains($0.entity) }
          .flatMap { model.tree(rootedAt: $0.relationship.target).map(\.name) })
    }
    let reached = steps.keys.map { steps.closure(from: $0) }
    return cascades.compactMap { cascade in
      // The deletions that may get as far as an object that has the cascade.
      let heirs = model.tree(rootedAt: cascade.entity).map(\.name)
      let deleted = reached.filter { !$0.isDisjoint(with: heirs) }
        .reduce(into: Set<String>()) { $0.formUnion($1) }
      let target = cascade.relationship.target
      let denial = model.properties(of: target).lazy.compactMap(\.relationship).first {
        guard $0.deleteRule == .deny, !$0.isToMany, !$0.isOptional,
          model.entity(named: $0.target) != nil
        else { return false }
        return deleted.isDisjoint(with: model.tree(rootedAt: $0.target).map(\.name))
      }
      guard let denial else { return nil }
      let held = "'\(target).\(denial.name)'"
      return cascade.problem(
        .deniedCascade,
        "\(cascade.text) has the delete rule 'cascade', but \(held) is "
          + "required and has the rule 'deny', so that what the cascade deletes may never be "
          + "deleted; use another rule, such as 'nullify', for \(held)")
    }
  }
}

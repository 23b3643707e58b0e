/// An entity extends an entity of the same model, and not itself through others.
enum KnownSuperentities: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.compactMap { entity -> ModelProblem? in
      guard let name = entity.superentity else { return nil }
      guard model.entity(named: name) != nil else {
        return ModelProblem(
          .unknownSuperentity, in: entity.name,
          "'\(entity.name)' extends '\(name)', which is not an entity of this model")
      }
      guard !model.lineage(of: name).contains(where: { $0.name == entity.name }) else {
        return ModelProblem(
          .superentityCycle, in: entity.name,
          "'\(entity.name)' extends itself; a line of entities must end in one that extends none")
      }
      return nil
    }
  }
}

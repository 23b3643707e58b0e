/// A relationship and a fetched property refer to an entity of the same model.
enum KnownTargets: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity -> [ModelProblem] in
      let relationships = entity.relationships.filter { model.entity(named: $0.target) == nil }
      let fetched = entity.fetchedProperties.filter { model.entity(named: $0.target) == nil }
      let unknownTargets = relationships.map {
        ModelProblem(
          .unknownTarget, in: entity.name, property: $0.name,
          "'\(entity.name).\($0.name)' refers to '\($0.target)', which is not an entity of this "
            + "model; add the class to the model")
      }
      let unknownFetched = fetched.map {
        ModelProblem(
          .unknownFetchedEntity, in: entity.name, property: $0.name,
          "'\(entity.name).\($0.name)' fetches '\($0.target)', which is not an entity of this "
            + "model; add the class to the model")
      }
      return unknownTargets + unknownFetched
    }
  }
}

/// A property's name stands once in an entity and those it extends.
enum UniquePropertyNames: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      let inherited = model.lineage(of: entity.name).dropLast()
      var seen: Set<String> = []
      return entity.properties.compactMap { property -> ModelProblem? in
        let name = property.name
        let owner = inherited.first { $0.properties.contains { $0.name == name } }?.name
        guard !seen.insert(name).inserted || owner != nil else { return nil }
        return ModelProblem(
          .duplicateProperty, in: entity.name, property: name,
          owner.map {
            "'\(entity.name).\(name)' is already defined by '\($0)', which '\(entity.name)' extends"
          } ?? "'\(entity.name).\(name)' is defined more than once")
      }
    }
  }
}

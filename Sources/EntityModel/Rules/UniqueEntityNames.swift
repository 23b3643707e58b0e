/// Two entities have different names, whatever their case, since their tables would be one.
enum UniqueEntityNames: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    Dictionary(grouping: model.entities) { $0.name.lowercased() }.values
      .filter { $0.count > 1 }
      .map { entities in
        let names = Set(entities.map(\.name)).sorted().map { "'\($0)'" }.joined(separator: " and ")
        return ModelProblem(
          "model.entity.duplicate", in: entities[0].name,
          entities.count > 1 && Set(entities.map(\.name)).count == 1
            ? "entity \(names) is defined \(entities.count) times; entity names must be unique"
            : "entities \(names) would share a table; their names must differ in more than case")
      }
  }
}

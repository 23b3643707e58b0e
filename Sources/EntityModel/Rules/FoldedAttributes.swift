/// An attribute that is indexed or unique ignoring case is a text.
enum FoldedAttributes: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      entity.attributes.filter { $0.isFolded && $0.type != .string }.map {
        let option = $0.isUniqueIgnoringCase ? "unique" : "indexed"
        return ModelProblem(
          .ignoringCaseType, in: entity.name, property: $0.name,
          "'\(entity.name).\($0.name)' cannot be \(option) ignoring case, since it is stored as "
            + "\($0.type.rawValue); only a String or String? is, so make it one, or write "
            + "'.\(option)'")
      }
    }
  }
}

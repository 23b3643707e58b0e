/// Names that begin with an underscore belong to the store and to generated code.
enum ReservedNames: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      var found: [ModelProblem] = []
      if entity.name.hasPrefix("_") || entity.name.lowercased().hasPrefix("sqlite_") {
        found.append(
          ModelProblem(
            "model.entity.name-reserved", in: entity.name,
            "'\(entity.name)' cannot name an entity; names that begin with '_' or 'sqlite_' are "
              + "the store's"))
      }
      for property in entity.properties {
        guard let column = property.column, column.hasPrefix("_") || column.isEmpty else {
          continue
        }
        found.append(
          ModelProblem(
            "model.property.column-reserved", in: entity.name, property: property.name,
            "'\(entity.name).\(property.name)' cannot be kept in column '\(column)'; give it "
              + "another with 'column:', one that does not begin with '_'"))
      }
      return found
    }
  }
}

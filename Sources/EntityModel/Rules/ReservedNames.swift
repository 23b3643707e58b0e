/// Names that begin with an underscore belong to the store and to generated code.
enum ReservedNames: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      var found: [ModelProblem] = []
      if !isFree(entity.name) || entity.name.lowercased().utf8.starts(with: "sqlite_".utf8) {
        found.append(
          ModelProblem(
            .reservedEntityName, in: entity.name,
            "'\(entity.name)' cannot name an entity; names that begin with '_' or 'sqlite_' are "
              + "the store's, and a name is neither empty nor has a NUL in it"))
      }
      for property in entity.properties {
        guard let column = property.column, !isFree(column) else { continue }
        found.append(
          ModelProblem(
            .reservedColumn, in: entity.name, property: property.name,
            "'\(entity.name).\(property.name)' cannot be stored in column '\(column)'; give it "
              + "another with 'column:', one that does not begin with '_', is not empty and has no "
              + "NUL in it"))
      }
      return found
    }
  }

  /// `true` if `name` can name a table or a column and is not the store's.
  private static func isFree(_ name: String) -> Bool {
    // SQL ends at a NUL, even one between quotes.
    !name.isEmpty && !name.utf8.starts(with: "_".utf8) && !name.utf8.contains(0)
  }
}

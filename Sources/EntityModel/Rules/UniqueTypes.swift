/// A unique attribute is of a type whose equal values are stored alike.
///
/// JSON is compared as text, and equal values may have different ones: the order of a set's members
/// is another in every run.
enum UniqueTypes: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      entity.attributes.filter { $0.isUnique && $0.type == .json }.map {
        ModelProblem(
          .uniqueJSON, in: entity.name, property: $0.name,
          "'\(entity.name).\($0.name)' cannot be unique, since it is stored as JSON and equal "
            + "values may have different texts; make its type Storable, or leave out '.unique'")
      }
    }
  }
}

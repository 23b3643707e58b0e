/// What says when an object was deleted softly is one `Date?` of an entity that extends none, so
/// that all that share its table are deleted in one way.
enum DeletionDates: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    model.entities.flatMap { entity in
      let marked = entity.attributes.filter(\.marksDeletion)
      return marked.enumerated().compactMap { position, attribute in
        problem(of: attribute, in: entity, isFirst: position == 0)
      }
    }
  }

  /// Returns what is wrong with `attribute`, the first of `entity` that marks deletion, or another.
  private static func problem(
    of attribute: Attribute, in entity: Entity, isFirst: Bool
  ) -> ModelProblem? {
    let name = "\(entity.name).\(attribute.name)"
    if attribute.type != .date || !attribute.isOptional {
      return ModelProblem(
        .deletionDateType, in: entity.name, property: attribute.name,
        "'\(name)' cannot say when an object was deleted, since its type is not 'Date?'; make it one, "
          + "or leave out '.deletedAt'")
    }
    if entity.superentity != nil {
      return ModelProblem(
        .deletionDateInherited, in: entity.name, property: attribute.name,
        "'\(name)' cannot say when an object was deleted, since '\(entity.name)' extends another "
          + "entity, whose requests find its objects too; declare it in the one that extends none")
    }
    if isFirst { return nil }
    return ModelProblem(
      .deletionDateTwice, in: entity.name, property: attribute.name,
      "'\(name)' is the second that says when an object was deleted; mark one attribute "
        + "'.deletedAt'")
  }
}

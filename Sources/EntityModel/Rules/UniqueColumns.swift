/// Two properties of one inheritance tree are stored in different columns, whatever the case
/// of ASCII letters in their names.
enum UniqueColumns: ModelRule {
  static func problems(in model: ObjectModel) -> [ModelProblem] {
    // Where a line ends in an unknown entity, which KnownSuperentities names, it is checked up to
    // it.
    let roots = model.entities.filter { entity in
      entity.superentity.flatMap { model.entity(named: $0) } == nil
    }
    return roots.flatMap { root in
      var owners: [String: (entity: String, property: String)] = [:]
      return model.tree(rootedAt: root.name).flatMap { entity in
        entity.properties.compactMap { property -> ModelProblem? in
          guard let column = property.column else { return nil }
          let owner = (entity: entity.name, property: property.name)
          guard let first = owners[column.spellingInSQL] else {
            owners[column.spellingInSQL] = owner
            return nil
          }
          // Two properties of one name in one line are the matter of UniquePropertyNames.
          guard
            first.property != property.name
              || !model.lineage(of: entity.name).contains(where: { $0.name == first.entity })
          else { return nil }
          return ModelProblem(
            .duplicateColumn, in: entity.name, property: property.name,
            "'\(entity.name).\(property.name)' and '\(first.entity).\(first.property)' are both "
              + "stored in column '\(column)'; give one of them another with 'column:'")
        }
      }
    }
  }
}

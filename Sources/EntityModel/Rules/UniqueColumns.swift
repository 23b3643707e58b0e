/// Two properties of one inheritance tree, and leaves of compositions, are stored in different
/// columns, whatever the case of ASCII letters in their names.
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
        entity.columns.compactMap { column, name, property -> ModelProblem? in
          let owner = (entity: entity.name, property: name)
          guard let first = owners[column.spellingInSQL] else {
            owners[column.spellingInSQL] = owner
            return nil
          }
          // Two properties of one name in one line are the matter of UniquePropertyNames.
          guard
            first.property != name
              || !model.lineage(of: entity.name).contains(where: { $0.name == first.entity })
          else { return nil }
          let isOfOneComposition =
            name != property && first.entity == entity.name
            && first.property.hasPrefix(property + ".")
          return ModelProblem(
            .duplicateColumn, in: entity.name, property: property,
            "'\(entity.name).\(name)' and '\(first.entity).\(first.property)' are both "
              + "stored in column '\(column)'; give one of them "
              + (isOfOneComposition ? "another name" : "another with 'column:'"))
        }
      }
    }
  }
}

extension Entity {
  /// The columns of the properties and of the leaves of compositions, with the names of these,
  /// and the properties that they belong to.
  fileprivate var columns: [(column: String, name: String, property: String)] {
    properties.flatMap { property in
      (property.column.map { [(column: $0, name: property.name, property: property.name)] } ?? [])
        + (property.attribute?.leafAttributes ?? []).map { ($0.column, $0.name, property.name) }
    }
  }
}

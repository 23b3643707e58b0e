import EntityModel

/// Where a relationship leads, as indices instead of names.
struct ModelLink: Hashable, Sendable {
  /// The index of the relationship among the properties that its entity adds.
  let property: Int

  /// The index of the entity at the other end among those of the model.
  let target: Int

  /// The index of the inverse among all the properties of the entity at the other end.
  let inverse: Int
}

extension ObjectModel {
  /// Returns where the relationships lead, by the indexes of their entities.
  ///
  /// - Requires: The model breaks no rule.
  func resolvedLinks() -> [[ModelLink]] {
    let indexes = Dictionary(
      entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var inverses: [String: [String: Int]] = [:]
    func propertyIndex(of property: String, in entity: String) -> Int? {
      if inverses[entity] == nil {
        inverses[entity] = Dictionary(
          properties(of: entity).enumerated().map { ($1.name, $0) },
          uniquingKeysWith: { first, _ in first })
      }
      return inverses[entity]?[property]
    }
    return entities.map { entity in
      entity.properties.enumerated().compactMap { index, property in
        guard let relationship = property.relationship,
          let target = indexes[relationship.target],
          let inverse = relationship.implicitInverse == nil
            ? propertyIndex(of: relationship.inverse, in: relationship.target)
            : inverseIndex(of: relationship)
        else { return nil }
        return ModelLink(property: index, target: target, inverse: inverse)
      }
    }
  }
}

extension ObjectModel {
  /// Returns the lists of `entity.indexes` that rows depend on: those without derived attributes.
  package func storedIndexes(of entity: Entity) -> [[String]] {
    if entity.indexes.isEmpty { return [] }
    return entity.indexes.filter { !namesDerived($0, of: entity.name) }
  }

  /// `true` if `list`, one of `entity`, names a derived attribute.
  package func namesDerived(_ list: [String], of entity: String) -> Bool {
    list.contains { property(IndexTerm($0).property, of: entity)?.derived != nil }
  }

  /// The model without derived attributes, on which no row depends, and without lists of them.
  package var withoutDerived: ObjectModel {
    guard entities.contains(where: { !$0.derivedAttributes.isEmpty }) else { return self }
    return ObjectModel(
      entities: entities.map { entity in
        var entity = entity
        entity.indexes = storedIndexes(of: entity)
        entity.properties.removeAll { $0.derived != nil }
        return entity
      })
  }
}

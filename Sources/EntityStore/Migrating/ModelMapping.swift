package import EntityModel

/// Where the rows and values of a store for one model come from in a store for an older one.
package struct ModelMapping: Sendable {
  /// What has become what.
  package let comparison: ModelComparison

  /// How the older model's objects are stored.
  package let old: StoreLayout

  /// How the newer model's objects are stored.
  package let new: StoreLayout

  /// The models whose properties are those of the layouts: what is derived has no column.
  private let stored: (old: ObjectModel, new: ObjectModel)

  /// Maps `old`, whose tables have names that begin with `prefix`, to `new`, both of which obey the
  /// rules of models.
  package init(from old: ObjectModel, tablePrefix prefix: String = "", to new: ObjectModel) {
    comparison = ModelComparison(from: old, to: new)
    stored = (old.withoutDerived, new.withoutDerived)
    self.old = StoreLayout(stored.old, tablePrefix: prefix)
    self.new = StoreLayout(stored.new)
  }

  /// Returns the older entity whose rows those of `entity` are; `nil` for a new entity.
  package func source(of entity: EntityLayout) -> EntityLayout? {
    comparison.entities.oldNames[entity.name].flatMap { old.entity($0) }
  }

  /// Returns the entity and the property index, in the older model, of the value that the property
  /// `index` of `entity` has; `nil` for a property that has none there.
  package func source(
    of index: Int, _ entity: EntityLayout
  ) -> (entity: EntityLayout, index: Int)? {
    guard let before = source(of: entity), let owner = owner(of: index, entity) else { return nil }
    switch entity.properties[index] {
    case .attribute(let attribute):
      return attributeSource(attribute, owner, before).map { (before, $0) }
    case .relationship(let relationship):
      return relationshipSource(relationship, owner, before).map { (before, $0) }
    default:
      return nil
    }
  }

  /// Returns the name of the entity that declares the property `index` of `entity`.
  private func owner(of index: Int, _ entity: EntityLayout) -> String? {
    var start = 0
    for owner in stored.new.lineage(of: entity.name) {
      start += owner.properties.count
      if index < start { return owner.name }
    }
    return nil
  }

  private func attributeSource(
    _ attribute: Attribute, _ owner: String, _ before: EntityLayout
  ) -> Int? {
    comparison.source(of: attribute.name, declaredBy: owner, in: before.name).flatMap {
      index(of: $0.name, declaredBy: $0.entity, in: before)
    }
  }

  private func relationshipSource(
    _ relationship: Relationship, _ owner: String, _ before: EntityLayout
  ) -> Int? {
    guard let name = comparison.relationships[owner]?.oldNames[relationship.name],
      let oldOwner = comparison.entities.oldNames[owner],
      let index = index(of: name, declaredBy: oldOwner, in: before),
      let former = before.properties[index].relationship,
      comparison.oldEntityName(relationship.target) == former.target,
      comparison.oldRelationshipName(relationship.inverse, of: relationship.target)
        == former.inverse || comparison.holdsTheSame(relationship, as: former)
    else { return nil }
    return index
  }

  /// Returns the property index, in `entity`, of the property `name` that `owner` declares.
  private func index(of name: String, declaredBy owner: String, in entity: EntityLayout) -> Int? {
    var start = 0
    for ancestor in stored.old.lineage(of: entity.name) {
      if ancestor.name == owner {
        return ancestor.properties.firstIndex { $0.name == name }.map { start + $0 }
      }
      start += ancestor.properties.count
    }
    return nil
  }
}

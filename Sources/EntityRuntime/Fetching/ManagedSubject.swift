import EntityModel
import EntityStore

/// A managed object as a condition sees it: its values now, unsaved changes included.
struct ManagedSubject: PredicateSubject {
  let object: ManagedObject

  /// What the request's search has found; `nil` where nothing is known or asked of it.
  var found: FoundObjects?

  var subjectID: ObjectID { object.__objectID }

  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)? {
    let layout = object.__entity.layout
    guard let index = layout.propertyIndex(name),
      let attribute = layout.properties[index].attribute
    else { return nil }
    return (attribute.type, object.storedValue(at: index))
  }

  func relatedObject(_ name: String) -> ManagedSubject? {
    guard let relationship = relationship(name), !relationship.isToMany else { return nil }
    return related(by: relationship).first.map { ManagedSubject(object: $0) }
  }

  func relatedObjects(_ name: String) -> [ManagedSubject] {
    guard let relationship = relationship(name), relationship.isToMany else { return [] }
    return related(by: relationship).map { ManagedSubject(object: $0) }
  }

  func objects(of scope: ObjectScope) -> [ManagedSubject] {
    let query = EntityQuery(
      entity: scope.entity, includesSubentities: scope.includesSubentities)
    let unit = object.__unit
    guard let entity = unit.entity(named: scope.entity) else { return [] }
    do {
      return try unit.queries.fetch(query, entity, includesPendingChanges: true)
        .map { ManagedSubject(object: $0) }
    } catch {
      unit.problems.note(
        object, nil, "the objects of '\(scope.entity)' that a condition asks cannot be read",
        underlying: error)
      return []
    }
  }

  private func related(by relationship: ManagedRelationship) -> [ManagedObject] {
    RelationshipEnd(of: object, relationship.index).map { object.__unit.graph.related(by: $0) }
      ?? []
  }

  private func relationship(_ name: String) -> ManagedRelationship? {
    object.__entity.layout.propertyIndex(name)
      .flatMap { object.__entity.relationships[$0] }
  }
}

import EntityModel
import EntityStore

/// A managed object as a condition sees it: its values now, unsaved changes included.
struct ManagedSubject: PredicateSubject {
  let object: ManagedObject

  /// What the request's search has found; `nil` where nothing is known or asked of it.
  var found: FoundObjects?

  /// What has been read of other requests; `nil` where it is read each time.
  var asked: AskedObjects?

  var subjectID: ObjectID { object.__objectID }

  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)? {
    let layout = object.__entity.layout
    guard let index = layout.propertyIndex(name) else { return leafValue(name) }
    guard let attribute = layout.properties[index].attribute else { return nil }
    return (attribute.type, object.storedValue(at: index))
  }

  /// Returns the kind and the value of the leaf `name` of a composition, or `nil` if there is none.
  private func leafValue(_ name: String) -> (type: StorageType, value: StoredValue)? {
    guard let (index, column) = object.__entity.layout.leaf(name),
      case .value(let type) = column.kind
    else { return nil }
    return (type, column.leafValue(in: object.storedValue(at: index)))
  }

  func relatedObject(_ name: String) -> ManagedSubject? {
    if let kind = name.castEntity {
      return object.__entity.layout.lineage.contains(kind) ? self : nil
    }
    guard let relationship = relationship(name), !relationship.isToMany else { return nil }
    return related(by: relationship).first.map(subject)
  }

  func relatedObjects(_ name: String) -> [ManagedSubject] {
    guard let relationship = relationship(name), relationship.isToMany else { return [] }
    return related(by: relationship).map(subject)
  }

  func hasMember(_ id: ObjectID, in name: String) -> Bool? {
    guard let relationship = relationship(name), relationship.isToMany else { return nil }
    let unit = object.__unit
    guard let end = RelationshipEnd(of: object, relationship.index),
      let target = unit.graph.live(id.rowID, relationship), target.__objectID == id,
      target.__isLive
    else { return nil }
    return try? unit.graph.isMember(target, of: end)
  }

  func objects(of scope: ObjectScope) -> [ManagedSubject] {
    if let objects = asked?.objects[scope] { return objects.map(subject) }
    let query = EntityQuery(
      entity: scope.entity, includesSubentities: scope.includesSubentities)
    let unit = object.__unit
    guard let entity = unit.entity(named: scope.entity) else { return [] }
    do {
      let objects = try unit.queries.fetch(query, entity, includesPendingChanges: true)
      asked?.objects[scope] = objects
      return objects.map(subject)
    } catch {
      unit.problems.note(
        object, nil, "the objects of '\(scope.entity)' that a condition asks cannot be read",
        underlying: error)
      return []
    }
  }

  /// Returns `object` as a condition within the one on this object sees it.
  private func subject(_ object: ManagedObject) -> ManagedSubject {
    ManagedSubject(object: object, asked: asked)
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

/// The objects that other requests within a condition ask, while it is evaluated over many objects.
final class AskedObjects {
  /// The objects, by what is asked.
  var objects: [ObjectScope: [ManagedObject]] = [:]
}

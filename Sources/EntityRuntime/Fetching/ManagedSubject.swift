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

  func place(_ name: String, among owner: ObjectID) -> StoredValue {
    guard let inverse = relationship(name) else { return .null }
    let key = UnsavedChanges.ToMany(owner: owner, property: inverse.inverseIndex)
    if let places = asked?.places[key] {
      return places[ObjectIdentifier(object)].map { .integer($0) } ?? .null
    }
    let unit = object.__unit
    var places: [ObjectIdentifier: Int64] = [:]
    do {
      if let owner = try unit.queries.savedObject(owner.rowID, in: unit.entities[inverse.target]) {
        for member in unit.graph.members(of: owner, inverse.inverseIndex).objects {
          places[ObjectIdentifier(member)] = Int64(places.count)
        }
      }
    } catch {
      unit.problems.note(
        object, nil, "the object that has the members of a request cannot be read",
        underlying: error)
    }
    asked?.places[key] = places
    return places[ObjectIdentifier(object)].map { .integer($0) } ?? .null
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
    object.__entity.layout.relationshipIndex(name)
      .flatMap { object.__entity.relationships[$0] }
  }
}

/// The objects that other requests within a condition ask, while it is evaluated over many objects.
final class AskedObjects {
  /// Where the members of ordered to-manys are, by these.
  var places: [UnsavedChanges.ToMany: [ObjectIdentifier: Int64]] = [:]

  /// The objects, by what is asked.
  var objects: [ObjectScope: [ManagedObject]] = [:]
}

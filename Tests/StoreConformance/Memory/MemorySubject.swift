import EntityModel
import EntityStore

/// A row as the subject of a predicate.
struct MemorySubject: PredicateSubject {
  let session: MemorySession

  /// The entity at the root of the row's tree, and the row's id.
  let subjectID: ObjectID

  /// The row.
  var row: MemoryState.Row? { session.state.tables[subjectID.entityName]?[subjectID.rowID] }

  /// The entity of the row.
  var entity: EntityLayout? { row.flatMap { session.layout.entity($0.entity) } }

  func attributeValue(_ name: String) -> (type: StorageType, value: StoredValue)? {
    guard let row, let found = try? entity?.attribute(name) else { return nil }
    let value = row.values[found.column.position]
    return (found.type, found.column.leafPath == nil ? value : found.column.leafValue(in: value))
  }

  func objects(of scope: ObjectScope) -> [MemorySubject] {
    guard let entity = session.layout.entity(scope.entity) else { return [] }
    let query = EntityQuery(
      entity: scope.entity, includesSubentities: scope.includesSubentities)
    return ((try? session.all(query)) ?? []).map { session.subject(entity.table.name, $0) }
  }

  func relatedObject(_ name: String) -> MemorySubject? {
    guard let row, let entity, let target = try? session.layout.toOneTarget(name, of: entity),
      let index = entity.propertyIndex(name), let column = entity.columns[index],
      case .integer(let id) = row.values[column.position]
    else { return nil }
    return session.subject(target.table.name, id)
  }

  func relatedObjects(_ name: String) -> [MemorySubject] {
    guard let entity, let (location, target) = try? session.layout.toMany(name, of: entity) else {
      return []
    }
    return session.memberIDs(location, target, of: subjectID.rowID).map {
      session.subject(target.table.name, $0)
    }
  }

  func place(_ name: String, among owner: ObjectID) -> StoredValue {
    guard let entity, let index = entity.relationshipIndex(name),
      let inverse = entity.relationships[index]?.relationship,
      let holder = session.layout.entity(inverse.target),
      let property = holder.propertyIndex(inverse.inverse),
      let places = try? session.members(
        of: holder, property: property, owner: owner.rowID, in: MemberRange()),
      let own = places.first(where: { $0.id == subjectID.rowID })
    else { return .null }
    return .integer(own.place)
  }
}

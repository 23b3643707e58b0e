import EntityModel
import EntityStore

extension MigrationStage {
  /// Adds `object`, one of the newer snapshot, and returns its id.
  ///
  /// - Throws: a `StoreError`, also if it has been inserted before.
  @discardableResult public func insert<Object: SnapshotObject>(
    _ object: Object
  ) throws -> SnapshotID<Object> {
    let entity = try entity(Object.self)
    try require(entity, isOld: false)
    guard object.id.rowID == 0 else {
      throw StoreError(
        .invalidRequest,
        "the '\(entity.layout.name)' has an id already; an object that is made of an older one is "
          + "returned from 'forEach', and one that exists is changed by 'update'",
        entity: entity.layout.name)
    }
    let id = try session.reserveID(of: entity.layout)
    try write(object, entity, id: id, version: nil)
    return SnapshotID(rowID: id)
  }

  /// Gives the object of the newer snapshot with the id of `object` its values.
  ///
  /// - Throws: a `StoreError`, also if there is no such object.
  public func update<Object: SnapshotObject>(_ object: Object) throws {
    let entity = try entity(Object.self)
    try require(entity, isOld: false)
    let id = try newRowID(object.id)
    guard try session.update(entity.layout, id: id, try cells(of: object)) else {
      throw missing(id, entity)
    }
  }

  /// Removes the object of the newer snapshot with the id `id`; references to it become `nil` where
  /// they are optional, and a required one that is left is an error.
  ///
  /// - Throws: a `StoreError`, also if there is no such object.
  public func delete<Object: SnapshotObject>(_ id: SnapshotID<Object>) throws {
    let entity = try entity(Object.self)
    try require(entity, isOld: false)
    let rowID = try newRowID(id)
    guard try session.delete(entity.layout, id: rowID) else { throw missing(rowID, entity) }
  }

  /// Adds the object with the id `id` to the members of `relationship`, which is to-many at both
  /// ends; the members of others are set by the to-one at their other end.
  public func add<Object: SnapshotObject>(
    _ id: SnapshotID<Object>, to relationship: SnapshotMembers<Object>
  ) throws {
    try setLink(relationship, id, isLinked: true)
  }

  /// Removes the object with the id `id` from the members of `relationship`, which is to-many at
  /// both ends.
  public func remove<Object: SnapshotObject>(
    _ id: SnapshotID<Object>, from relationship: SnapshotMembers<Object>
  ) throws {
    try setLink(relationship, id, isLinked: false)
  }

  private func setLink<Object: SnapshotObject>(
    _ relationship: SnapshotMembers<Object>, _ id: SnapshotID<Object>, isLinked: Bool
  ) throws {
    let owner = try entity(relationship.ownerType)
    try require(owner, isOld: false)
    let index = try owner.layout.requiredPropertyIndex(relationship.name)
    guard relationship.owner != 0 else {
      throw StoreError(
        .invalidRequest,
        "the '\(owner.layout.name)' has not been inserted; use the members of one that 'object' "
          + "returns for its id", entity: owner.layout.name)
    }
    try session.setLink(
      ChangeSet.Link(
        entity: owner.layout.index, property: index, owner: relationship.owner,
        other: try newRowID(id)), isLinked: isLinked)
  }

  private func missing(_ id: Int64, _ entity: StageEntity) -> StoreError {
    StoreError(
      .invalidRequest, "there is no '\(entity.layout.name)' with the row \(id)",
      entity: entity.layout.name)
  }
}

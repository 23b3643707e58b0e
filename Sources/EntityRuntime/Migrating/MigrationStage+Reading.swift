import EntityModel
import EntityStore

extension MigrationStage {
  /// Returns the objects that satisfy `condition`, in the order of ids; those of entities that
  /// extend the entity have types of their own.
  ///
  ///     try stage.objects(Snapshot3.Book.self) { $0.pageCount > 100 }
  ///
  /// - Complexity: all of them are in memory; `forEach` visits any number.
  public func objects<Object: SnapshotObject>(
    _ type: Object.Type,
    where condition: (SnapshotFields<Object>) -> Condition<Object> = { _ in .true }
  ) throws -> [Object] {
    var found: [Object] = []
    let entity = try entity(type)
    try rows(entity, query(entity, condition)) {
      found.append(try Object(__row: __SnapshotRow($0, entity)))
    }
    return found
  }

  /// Returns the first object that satisfies `condition`, by id, or `nil`.
  public func first<Object: SnapshotObject>(
    _ type: Object.Type,
    where condition: (SnapshotFields<Object>) -> Condition<Object> = { _ in .true }
  ) throws -> Object? {
    var found: Object?
    let entity = try entity(type)
    var query = query(entity, condition)
    query.limit = 1
    try rows(entity, query) { found = try Object(__row: __SnapshotRow($0, entity)) }
    return found
  }

  /// Returns how many objects satisfy `condition`.
  public func count<Object: SnapshotObject>(
    _ type: Object.Type,
    where condition: (SnapshotFields<Object>) -> Condition<Object> = { _ in .true }
  ) throws -> Int {
    let entity = try entity(type)
    let query = query(entity, condition)
    return try prepared(entity, query).count(query)
  }

  /// Returns the object with the id `id`, or `nil` if there is none; one of an entity that extends
  /// its entity is read as one of this.
  public func object<Object: SnapshotObject>(_ id: SnapshotID<Object>) throws -> Object? {
    let entity = try entity(Object.self)
    let rowID = entity.isOld ? id.rowID : try newRowID(id)
    let query = EntityQuery(entity: entity.layout.name)
    var found: Object?
    _ = try prepared(entity, query).row(id: rowID, of: entity.layout) { row in
      guard isRow(row, of: entity) else { return }
      found = try Object(__row: __SnapshotRow(row, entity))
    }
    return found
  }

  /// Returns the object with the id `id`; `nil` for no id, or if there is none.
  public func object<Object: SnapshotObject>(_ id: SnapshotID<Object>?) throws -> Object? {
    try id.flatMap { try object($0) }
  }

  /// Returns the members of a to-many relationship, in the order of ids.
  public func members<Object: SnapshotObject>(
    of relationship: SnapshotMembers<Object>
  ) throws -> [Object] {
    let owner = try entity(relationship.ownerType)
    let target = try entity(Object.self)
    let index = try owner.layout.requiredPropertyIndex(relationship.name)
    // An owner may hold members by a table of pairs, which is made with the owner's rows.
    let session = try prepared(owner, EntityQuery(entity: owner.layout.name))
    _ = try prepared(target, EntityQuery(entity: target.layout.name))
    var found: [Object] = []
    try session.members(of: owner.layout, property: index, owners: [relationship.owner]) {
      _, _, row in
      found.append(try Object(__row: __SnapshotRow(row, target)))
    }
    return found.sorted { $0.id.rowID < $1.id.rowID }
  }

  /// Returns the query for the objects of `entity` itself that satisfy `condition`.
  private func query<Object: SnapshotObject>(
    _ entity: StageEntity, _ condition: (SnapshotFields<Object>) -> Condition<Object>
  ) -> EntityQuery {
    EntityQuery(
      entity: entity.layout.name, predicate: condition(SnapshotFields()).tree,
      includesSubentities: false)
  }

  /// Calls `body` with each row that `query` finds; rows may be written while it does.
  func rows(_ entity: StageEntity, _ query: EntityQuery, _ body: (__Row) throws -> Void) throws {
    try prepared(entity, query).rows(query) { try body($0) }
  }

  /// Returns what reads rows of `entity`, which are there.
  func prepared(_ entity: StageEntity, _ query: EntityQuery) throws -> any StoreSession {
    guard !query.predicate.searchesWords else {
      throw StoreError(
        .invalidRequest,
        "a stage of a migration cannot search '\(entity.layout.name)', since indexes of words are "
          + "made when it has ended; compare texts, or search once the store is open",
        entity: entity.layout.name)
    }
    if entity.isOld {
      session.noteVisit(of: entity.layout)
      return session.old
    }
    try session.prepareToRead(query)
    return session.new
  }

  /// `true` if `row` is one of `entity` or of an entity that extends it.
  private func isRow(_ row: __Row, of entity: StageEntity) -> Bool {
    let layout = entity.isOld ? session.oldLayout : session.mapping.new
    return row.entity.map { layout.entities[$0].lineage.contains(entity.layout.name) } ?? false
  }
}

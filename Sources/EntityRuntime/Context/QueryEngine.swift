import EntityModel
import EntityStore

/// Answers the requests of one context: the store answers for what has not been changed, memory for
/// what has.
final class QueryEngine {
  // The unit owns the engine and sets this once.
  unowned(unsafe) var unit: UnitOfWork!

  let tracker: ChangeTracker
  let loader: RowLoader
  let session: ReadSession
  let problems: ReadProblems

  /// The layout of the store.
  let layout: StoreLayout

  /// What derived attributes ask of the members that requests find, as far as it has been asked.
  var derivedOperands: [DerivedProperty: PredicateOperand] = [:]

  /// What has been read of them of the state of the store that is read.
  var derivedReadAhead = DerivedReadAhead()

  init(_ loader: RowLoader, _ container: PersistentContainer) {
    self.loader = loader
    tracker = loader.tracker
    session = loader.session
    problems = loader.problems
    layout = container.store.layout
  }

  /// Calls `body` with each object that `query` finds, in its order; all are of the class of
  /// `entity`.
  func forEach(
    _ query: consuming EntityQuery, _ entity: ManagedEntity, includesPendingChanges: Bool,
    _ body: (consuming ManagedObject) -> Void
  ) throws {
    let query = try unit.visible(query)
    if includesPendingChanges, isConcerned(by: query, entity) {
      for object in try fetchMerging(query, entity) { body(object) }
    } else {
      _ = try forEachStored(query, entity, atMost: .max, body)
    }
  }

  /// Calls `body` with the objects whose rows `query` finds, in its order, `most` of them; returns
  /// `true` if it finds more rows, of which no objects are made.
  func forEachSaved(
    _ query: consuming EntityQuery, _ entity: ManagedEntity, atMost most: Int,
    _ body: (consuming ManagedObject) -> Void
  ) throws -> Bool {
    try forEachStored(unit.visible(query), entity, atMost: most, body)
  }

  /// Returns the objects that `query` finds, in its order.
  func fetch(
    _ query: EntityQuery, _ entity: ManagedEntity, includesPendingChanges: Bool
  ) throws -> [ManagedObject] {
    let query = try unit.visible(query)
    if includesPendingChanges, isConcerned(by: query, entity) {
      return try fetchMerging(query, entity)
    }
    return try fetchStored(query, entity)
  }

  /// Returns how many objects `query` finds.
  func count(
    _ query: EntityQuery, _ entity: ManagedEntity, includesPendingChanges: Bool
  ) throws -> Int {
    let query = try unit.visible(query)
    if includesPendingChanges, isConcerned(by: query, entity) {
      return try countMerging(query, entity)
    }
    // An order does not change the count, but has to be valid.
    if !query.sorting.isEmpty { try layout.check(query) }
    return try session.request(.count(query)) { try $0.count(query) }
  }

  /// Returns the ids of the objects that `query` finds, in its order.
  func identifiers(
    _ query: EntityQuery, _ entity: ManagedEntity, includesPendingChanges: Bool
  ) throws -> [ObjectID] {
    let query = try unit.visible(query)
    if includesPendingChanges, isConcerned(by: query, entity) {
      return try fetchMerging(query, entity).map(\.__objectID)
    }
    var ids: [ObjectID] = []
    let limited = limited(query)
    _ = try session.request(.rows(limited)) { session in
      try session.ids(limited) { id in
        ids.append(ObjectID(entityName: entity.rootName, rowID: id))
        return true
      }
    }
    try checkBudget(ids.count, query.entity)
    return ids
  }

  // MARK: Stored rows

  /// Returns the objects whose rows `query` finds, in its order.
  private func fetchStored(
    _ query: EntityQuery, _ entity: ManagedEntity
  ) throws -> [ManagedObject] {
    var objects: [ManagedObject] = []
    _ = try forEachStored(query, entity, atMost: .max) { objects.append($0) }
    return objects
  }

  /// Calls `body` with the objects whose rows `query` finds, in its order, `most` of them; they are
  /// a batch. Returns `true` if it finds more rows.
  ///
  /// - Throws: a `StoreError`, `rowBudgetExceeded` if there are more than the context may read.
  private func forEachStored(
    _ query: EntityQuery, _ entity: ManagedEntity, atMost most: Int,
    _ body: (consuming ManagedObject) -> Void
  ) throws -> Bool {
    guard session.budget.rows != nil else {
      return try forEachRead(query, entity, atMost: most, body)
    }
    var count = 0
    let hasMore = try forEachRead(limited(query), entity, atMost: most) { object in
      count += 1
      body(object)
    }
    try checkBudget(hasMore ? count + 1 : count, query.entity)
    return hasMore
  }

  /// Returns `query` with a limit that one row more than the context may read comes up to.
  private func limited(_ query: EntityQuery) -> EntityQuery {
    var query = query
    query.limit = session.budget.limit(query.limit)
    return query
  }

  /// Refuses `count` rows of `entity` if that is more than the context may read.
  func checkBudget(_ count: Int, _ entity: String) throws(StoreError) {
    guard let allowed = session.budget.rows, count > max(allowed, 0) else { return }
    throw FetchBudget.tooManyRows(allowed, of: entity)
  }

  /// Calls `body` with the objects whose rows `query` finds, in its order, `most` of them; they are
  /// a batch. Returns `true` if it finds more rows.
  private func forEachRead(
    _ query: EntityQuery, _ entity: ManagedEntity, atMost most: Int,
    _ body: (consuming ManagedObject) -> Void
  ) throws -> Bool {
    // Each closure that needs the query retains all that it consists of.
    if let session = try session.bare() {
      return try forEachRead(query, entity, atMost: most, session, body)
    }
    return try session.request(.rows(query)) {
      try forEachRead(query, entity, atMost: most, $0, body)
    }
  }

  /// Calls `body` with the objects whose rows `query` finds in `session`, as `forEachRead` does.
  private func forEachRead(
    _ query: EntityQuery, _ entity: ManagedEntity, atMost most: Int, _ session: any StoreSession,
    _ body: (consuming ManagedObject) -> Void
  ) throws -> Bool {
    if let objects = try heldObjects(query, entity, session) {
      for object in objects.prefix(most) { body(object) }
      return objects.count > most
    }
    let batch = FetchBatch(unit, tree: entity.tree)
    let (loader, room) = (loader, max(0, min(query.limit ?? 0, 256)))
    var (rest, hasMore) = (most, false)
    try session.rows(query) { row in
      if rest == 0 {
        hasMore = true
        return
      }
      // Where no row is found, nothing needs room.
      if rest == most { batch.ids.reserveCapacity(room) }
      guard let object = loader.object(of: &row, batch) else { return }
      // The store answers with rows of the query's entity and those that extend it; a live object
      // of the row may be of the entity that the row had before.
      guard object.__isKind(of: entity) else { return }
      rest -= 1
      body(object)
    }
    return hasMore
  }

  /// Returns the objects whose rows `query` finds if all of them are in the context and no faults;
  /// they are a batch.
  ///
  /// It is tried where many may be and finding the rows again costs little: by their ids alone,
  /// which are read several times faster, until the first that is missing.
  private func heldObjects(
    _ query: EntityQuery, _ entity: ManagedEntity, _ session: any StoreSession
  ) throws -> [ManagedObject]? {
    guard query.sorting.isEmpty else { return nil }
    let map = unit.maps[entity.tree]
    guard map.count >= 256, query.predicate == .constant(true) else { return nil }
    var objects: [ManagedObject] = []
    let isWhole = try session.ids(query) { id in
      guard let object = map[id], !object.__flags.contains(.isFault),
        object.__isKind(of: entity)
      else { return false }
      objects.append(object)
      return true
    }
    guard isWhole else { return nil }
    let batch = FetchBatch(unit, tree: entity.tree)
    batch.ids.reserveCapacity(objects.count)
    for object in objects {
      batch.ids.append(object.__rowID)
      object.__batch = batch
    }
    return objects
  }

  // MARK: One object

  /// Returns the object of `type` with `id`, or `nil` if there is none.
  func object(_ type: ManagedObject.Type, with id: ObjectID) throws -> ManagedObject? {
    // Whoever names no class asks for the object whatever it is.
    guard type != ManagedObject.self else {
      return try unit.entity(named: id.entityName).flatMap { try object(id.rowID, in: $0) }
    }
    let entity = try unit.entity(of: type)
    guard id.entityName == entity.rootName, let object = try object(id.rowID, in: entity),
      object.__isKind(of: entity)
    else { return nil }
    return object
  }

  /// Returns the object with `id` if that takes nothing but finding it: its class is `type`, which
  /// was asked for last too, and it is in the context.
  // Each counting of a reference costs as much as the rest of this: only the object's is counted.
  @inline(__always)
  func heldObject(_ type: ManagedObject.Type, with id: ObjectID) -> ManagedObject? {
    unit.lastEntity?._withUnsafeGuaranteedRef { entity in
      guard entity.type == type, id.entityName == entity.rootName,
        let object = unit.maps[entity.tree][unowned: id.rowID],
        object._withUnsafeGuaranteedRef({
          $0.__isEntity(entity)
            && $0.__flags.isDisjoint(with: [.isFault, .isDeleted, .isUnreadable])
        })
      else { return nil }
      return object.takeUnretainedValue()
    }
  }

  /// Returns the object of the row `id` of the tree that `entity` is in, even where it is to be
  /// deleted, or `nil` if there is none.
  func savedObject(_ id: Int64, in entity: ManagedEntity) throws -> ManagedObject? {
    try tracker.liveObject(id, tree: entity.tree) ?? object(id, in: entity)
  }

  /// Returns the object of the row `id` of the tree that `entity` is in, or `nil` if there is none.
  private func object(_ id: Int64, in entity: ManagedEntity) throws -> ManagedObject? {
    let live = tracker.liveObject(id, tree: entity.tree)
    if let live {
      if live.__flags.contains(.isDeleted) { return nil }
      // One that cannot be read may have no row any more.
      if live.__flags.isDisjoint(with: [.isFault, .isUnreadable]) { return live }
    }
    guard id > 0 else { return nil }
    unit.repeatedReads?.note(entity.name, nil)
    var found: ManagedObject?
    func look(_ session: any StoreSession) throws {
      _ = try session.row(id: id, of: entity.layout) { row in
        found = loader.object(of: &row, live, unit.batchOfLoneObjects(entity.tree))
      }
    }
    // Within a transaction most look-ups need nothing around them.
    if let bare = try session.bare() { try look(bare) } else { try session.read(look) }
    return found
  }
}

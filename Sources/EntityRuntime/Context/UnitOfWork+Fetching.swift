import EntityModel
import EntityStore

extension UnitOfWork {
  /// Calls `body` with each object that `request` asks for, in its order.
  ///
  /// The store answers with rows of the request's entity and those that extend it, so that all are
  /// of the request's class.
  func forEach<Object: ManagedObject>(
    _ request: FetchRequest<Object>, _ body: (consuming ManagedObject) -> Void
  ) throws {
    try throwReadFailures()
    let entity = entity(of: Object.self)
    let query = query(of: request, entity)
    if request.includesPendingChanges, isConcerned(by: query, entity) {
      for object in try fetchMerging(query, entity) { body(object) }
    } else {
      try forEachStored(query, entity, body)
    }
  }

  /// Returns how many objects `request` asks for.
  func count<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
    try throwReadFailures()
    let entity = entity(of: Object.self)
    return try count(query(of: request, entity), entity, request.includesPendingChanges)
  }

  /// Returns how many objects `query` asks for.
  func count(
    _ query: EntityQuery, _ entity: ManagedEntity, _ includesPendingChanges: Bool
  ) throws -> Int {
    guard includesPendingChanges, isConcerned(by: query, entity) else {
      return try read { reader in
        // An order does not matter to the number, but has to be one.
        if !query.sorting.isEmpty { try reader.check(query) }
        return try reader.count(query)
      }
    }
    return try fetchMerging(query, entity).count
  }

  /// Returns the ids of the objects that `request` asks for, in its order.
  func identifiers<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [ObjectID] {
    try throwReadFailures()
    let entity = entity(of: Object.self)
    return try identifiers(query(of: request, entity), entity, request.includesPendingChanges)
  }

  /// Returns the ids of the objects that `query` asks for, in its order.
  func identifiers(
    _ query: EntityQuery, _ entity: ManagedEntity, _ includesPendingChanges: Bool
  ) throws -> [ObjectID] {
    guard includesPendingChanges, isConcerned(by: query, entity) else {
      return try read { try $0.identifiers(query) }
        .map { ObjectID(entityName: entity.layout.rootName, number: $0) }
    }
    return try fetchMerging(query, entity).map(\.__state.objectID)
  }

  /// Returns the objects that `query` asks for, in its order.
  func fetch(
    _ query: EntityQuery, _ entity: ManagedEntity, _ includesPendingChanges: Bool
  ) throws -> [ManagedObject] {
    guard includesPendingChanges, isConcerned(by: query, entity) else {
      return try fetchStored(query, entity)
    }
    return try fetchMerging(query, entity)
  }

  /// Returns the request as the store understands it.
  private func query<Object: ManagedObject>(
    of request: FetchRequest<Object>, _ entity: ManagedEntity
  ) -> EntityQuery {
    request.entityQuery(entity.name)
  }

  /// Returns the objects whose rows `query` finds, in its order.
  private func fetchStored(
    _ query: EntityQuery, _ entity: ManagedEntity
  ) throws -> [ManagedObject] {
    var objects: [ManagedObject] = []
    try forEachStored(query, entity) { objects.append($0) }
    return objects
  }

  /// Calls `body` with each object whose row `query` finds, in its order; they are a batch.
  private func forEachStored(
    _ query: EntityQuery, _ entity: ManagedEntity,
    _ body: (consuming ManagedObject) -> Void
  ) throws {
    try read { reader in
      if let objects = try heldObjects(query, entity, reader) {
        for object in objects { body(object) }
        return
      }
      let batch = ObjectBatch(self, tree: entity.tree)
      batch.numbers.reserveCapacity(max(0, min(query.limit ?? 0, 256)))
      try reader.rows(query) { row in
        body(materialize(row, batch))
      }
    }
  }

  /// Returns the objects whose rows `query` finds if all of them are in the context and no faults;
  /// they are a batch.
  ///
  /// It is tried where many may be and finding the rows again costs little: by their ids alone,
  /// which are read several times faster, until the first that is missing.
  private func heldObjects(
    _ query: EntityQuery, _ entity: ManagedEntity, _ reader: StoreReader
  ) throws -> [ManagedObject]? {
    let map = maps[entity.tree]
    guard map.count >= 256, query.sorting.isEmpty, query.predicate == .constant(true) else {
      return nil
    }
    var objects: [ManagedObject] = []
    let isWhole = try reader.identifiers(query) { number in
      guard let object = map[number], !object.__state.flags.contains(.isFault) else { return false }
      objects.append(object)
      return true
    }
    guard isWhole else { return nil }
    let batch = ObjectBatch(self, tree: entity.tree)
    batch.numbers.reserveCapacity(objects.count)
    for object in objects {
      batch.numbers.append(object.__state.number)
      object.__state.batch = batch
    }
    return objects
  }

  // MARK: Unsaved changes

  /// `true` iff an unsaved change may alter what `query` finds.
  private func isConcerned(by query: EntityQuery, _ entity: ManagedEntity) -> Bool {
    hasChanges && (isChanged(in: [entity.tree]) || isChanged(in: treesAsked(by: query)))
  }

  /// The positions of the trees of the entities that `query` asks beside its own.
  private func treesAsked(by query: EntityQuery) -> Set<Int> {
    var parts = EntityQueryParts(
      entity: query.entity, predicate: query.predicate, sorting: query.sorting)
    parts.asksWhatIsReferredTo = !deleted.isEmpty
    let names = parts.entitiesAsked(in: container.model)
    guard !names.isEmpty else { return [] }
    return Set(entities.filter { names.contains($0.layout.rootName) }.map(\.tree))
  }

  /// `true` iff an object of one of `trees` has unsaved changes.
  func isChanged(in trees: Set<Int>) -> Bool {
    guard !trees.isEmpty else { return false }
    return [inserted, changed, deleted, touched].contains { objects in
      objects.contains { trees.contains($0.__state.entity.tree) }
    }
  }

  /// Returns the objects that `query` finds when unsaved changes count, in its order.
  ///
  /// The store answers for what has not been changed and memory for what has; where the query asks
  /// changed objects of other entities, memory answers for all.
  ///
  /// - Complexity: O(objects with changes) beside the query; O(all rows) in the latter case.
  func fetchMerging(
    _ query: EntityQuery, _ entity: ManagedEntity
  ) throws -> [ManagedObject] {
    try read { try $0.check(query) }
    let names = Set(query.includesSubentities ? entity.layout.subentities : [entity.name])
    var candidates = query
    candidates.limit = nil
    candidates.offset = 0
    candidates.sorting = []
    if isChanged(in: treesAsked(by: query)) { candidates.predicate = .constant(true) }
    let isWhole = candidates.predicate != query.predicate

    let stored = try fetchStored(candidates, entity)
    // What the rows hold is thrown by the next call, as ever; what the condition could not ask is
    // thrown by this one, since the answer depends on it.
    let failures = readFailures
    readFailures = []
    defer { readFailures = failures }
    var objects = stored.filter { object in
      let flags = object.__state.flags
      return !flags.contains(.isDeleted) && !flags.contains(.isChanged)
        && (!isWhole || satisfies(object, query))
    }
    for object in changed + inserted
    where object.__state.flags.isDisjoint(with: [.isDeleted, .isDetached])
      && names.contains(object.__state.entity.name) && satisfies(object, query)
    {
      objects.append(object)
    }
    sort(&objects, by: query.sorting)
    let rest = objects.dropFirst(max(query.offset, 0))
    try throwReadFailures()
    return query.limit.map { Array(rest.prefix(max($0, 0))) } ?? Array(rest)
  }

  /// `true` iff `object` satisfies the condition of `query`.
  private func satisfies(_ object: ManagedObject, _ query: EntityQuery) -> Bool {
    query.predicate.isSatisfied(by: ManagedSubject(object: object), source: query.source)
  }

  /// Sorts `objects` as a store does: by `terms`, then by id, new objects last.
  private func sort(_ objects: inout [ManagedObject], by terms: [SortTerm]) {
    objects.sort { left, right in
      for term in terms {
        let order = term.order(left, right)
        if order != 0 { return order < 0 }
      }
      let (first, second) = (left.__state.number, right.__state.number)
      // Temporary numbers count downwards.
      return (first < 0) == (second < 0) ? abs(first) < abs(second) : second < 0
    }
  }

  // MARK: One object

  /// Returns the object of `type` with `id`, or nil when there is none.
  func object(_ type: ManagedObject.Type, with id: ObjectID) throws -> ManagedObject? {
    try throwReadFailures()
    let entity = entity(of: type)
    guard id.entityName == entity.rootName, let object = try object(id.number, in: entity),
      object.__state.isEntity(entity) || object.__state.entity.extends(entity)
    else { return nil }
    return object
  }

  /// Returns the object with `id` if that takes nothing but finding it: its class is `type`, which
  /// was asked for last too, it is in the context, and nothing waits to be thrown.
  // Each counting of a reference costs as much as the rest of this: only the object's is counted.
  @inline(__always)
  func heldObject(_ type: ManagedObject.Type, with id: ObjectID) -> ManagedObject? {
    lastEntity?._withUnsafeGuaranteedRef { entity in
      guard readFailures.isEmpty, entity.type == type, id.entityName == entity.rootName,
        let object = maps[entity.tree][unowned: id.number],
        object._withUnsafeGuaranteedRef({
          $0.__state.isEntity(entity)
            && $0.__state.flags.isDisjoint(with: [.isFault, .isDeleted])
        })
      else { return nil }
      return object.takeUnretainedValue()
    }
  }

  /// Returns the object `number` of the tree that `entity` is in, or nil when there is none.
  private func object(_ number: Int64, in entity: ManagedEntity) throws -> ManagedObject? {
    let live = liveObject(number, tree: entity.tree)
    if let live {
      if live.__state.flags.contains(.isDeleted) { return nil }
      if !live.__state.flags.contains(.isFault) { return live }
    }
    guard number > 0 else { return nil }
    var found: ManagedObject?
    _ = try read { reader in
      try reader.row(entity.layout, id: number) { row in
        found = materialize(row, number, live, batchOfLoneObjects(entity.tree))
      }
    }
    return found
  }
}

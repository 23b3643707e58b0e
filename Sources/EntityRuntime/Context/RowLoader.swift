import EntityModel
import EntityStore

/// Makes objects of rows: one for each row, of the class of the row's entity.
final class RowLoader {
  // The unit owns the loader and sets this once.
  unowned(unsafe) var unit: UnitOfWork!

  let entities: [ManagedEntity]

  /// The same: each row asks for its own.
  private let unretainedEntities: [Unmanaged<ManagedEntity>]

  let tracker: ChangeTracker
  let session: ReadSession
  let problems: ReadProblems

  /// Calls the objects whose rows have been read; `nil` where no entity has a life cycle.
  var lifeCycle: LifeCycleCalls?

  /// The slab that the bytes of the next row go to.
  // It is asked for each row; a check of each access takes as long.
  @exclusivity(unchecked) private var slab: ByteSlab?

  /// The to-one that was resolved last; the same one is asked for many times.
  @exclusivity(unchecked) private var lastToOne: KnownToOne?

  /// A to-one of one entity, with what it takes to find an object that it refers to.
  // All of it lives as long as the unit: no reference has to be counted.
  private struct KnownToOne {
    let owner: Unmanaged<ManagedEntity>
    let index: Int
    let target: Unmanaged<ManagedEntity>
    let map: Unmanaged<IdentityMap>
  }

  init(
    _ model: ManagedModel, _ tracker: ChangeTracker, _ session: ReadSession,
    _ problems: ReadProblems
  ) {
    entities = model.entities
    unretainedEntities = model.unretainedEntities
    self.tracker = tracker
    self.session = session
    self.problems = problems
  }

  // MARK: Rows

  /// Returns the live object of `row`, made or filled from it; it belongs to `batch` from then on,
  /// which names it. Returns `nil`, and notes why, if the row cannot be an object.
  func object(of row: inout __Row, _ batch: FetchBatch) -> ManagedObject? {
    batch.ids.append(row.id)
    return object(of: &row, batch.map[row.id], batch)
  }

  /// Returns the live object of `row`, which is `live`, filled from it, or else made; it belongs to
  /// `batch` from then on, which does not name it.
  func object(
    of row: inout __Row, _ live: ManagedObject?, _ batch: FetchBatch
  ) -> ManagedObject? {
    if let live {
      if live.__flags.contains(.isFault), !fill(live, &row) { return nil }
      live.__batch = batch
      return live
    }
    guard let index = row.entity else {
      noteUnknownEntity(of: row.id, tree: batch.tree)
      return nil
    }
    let object = unretainedEntities[index]._withUnsafeGuaranteedRef { entity in
      entity.type.init(
        __owner: __Owner(batch: batch, entity: entity, rowID: row.id, flags: []))
    }
    take(&row, object)
    if let lifeCycle { lifeCycle.note(awakened: object) }
    return object
  }

  /// Takes the values of `object`, a fault, from `row`; `false`, which is noted, if the row is not
  /// of the object's entity.
  private func fill(_ object: ManagedObject, _ row: inout __Row) -> Bool {
    guard row.entity == object.__entity.layout.index else {
      noteOtherEntity(of: object, row.entity)
      return false
    }
    object.__flags.remove(.isFault)
    take(&row, object)
    if let lifeCycle { lifeCycle.note(awakened: object) }
    return true
  }

  /// Takes over what `row`, the object's own and of its entity, holds. Texts and blobs stay bytes,
  /// which are copied to the slab.
  func take(_ row: inout __Row, _ object: ManagedObject) {
    if let version = row.version {
      object.__version = version
    } else {
      object.__version = -1
      object.__flags.insert(.isUnreadable)
      problems.note(object, nil, "its version is missing or not an integer")
    }
    let columns = object.__entity.deferrableColumns
    var count = 0
    for column in columns { count += Int(row.byteCount(at: column)) }
    if count > 0 || !columns.isEmpty {
      let slab = slab(withRoomFor: count)
      row.moveBytes(of: columns, to: slab.take(count), base: UnsafeRawPointer(slab.base))
      object.__slab = slab
    } else {
      object.__slab = nil
    }
    object.__load(row, object.__entity.depth)
  }

  /// Returns the slab that the next `count` bytes go to.
  @inline(__always) private func slab(withRoomFor count: Int) -> ByteSlab {
    if let slab, slab.hasRoom(for: count) { return slab }
    let made = ByteSlab.withRoom(for: count, after: slab)
    slab = made
    return made
  }

  /// Notes that the row `id` of `tree` names an entity that the model does not have.
  private func noteUnknownEntity(of id: Int64, tree: Int) {
    guard let root = entities.first(where: { $0.tree == tree })?.rootName else { return }
    problems.note(
      ObjectID(entityName: root, rowID: id), entity: root,
      "its row names an entity that the model does not have")
  }

  /// Notes that the row of `object` is of the entity at `index`, which is another one.
  func noteOtherEntity(of object: ManagedObject, _ index: Int?) {
    let other = index.map { "of the entity '\(entities[$0].name)'" } ?? "of no known entity"
    problems.note(object, nil, "its row is \(other), not of '\(object.__entity.name)'")
  }

  /// `true` if `object` is of the class that `relationship` of `owner` refers to; notes it if not.
  ///
  /// A reference in a store names a table, which holds the rows of all classes of a tree. A
  /// relationship hands out an object only after this has been asked.
  func fits(
    _ object: ManagedObject, _ relationship: ManagedRelationship, of owner: ManagedObject
  ) -> Bool {
    let wanted = entities[relationship.target]
    if object.__isKind(of: wanted) { return true }
    problems.note(
      owner, relationship.index,
      "the row that it refers to, \(object.__objectID), is of the entity '\(object.__entity.name)'"
        + ", not of '\(wanted.name)'")
    return false
  }

  // MARK: Faults

  /// Reads the values of `object`, which has none: for a fault, from its row, and with it those of
  /// the other faults of its batch; fills it with placeholders where that fails.
  func fire(_ object: ManagedObject) {
    guard object.__flags.contains(.isFault) else {
      // A new object whose initialiser has not given it values yet.
      return object.__fill()
    }
    do {
      if let origin = object.__batch.origin {
        try fireBatch(of: object, origin)
      } else {
        try fireAgain(object)
      }
      if object.__flags.contains(.isFault) { try read(object) }
      guard object.__flags.contains(.isFault) else { return }
      // A row of another entity has been noted already.
      problems.noteMissing(object)
    } catch {
      guard object.__flags.contains(.isFault) else { return }
      problems.note(object, nil, "the store could not be read: \(error)", underlying: error)
    }
    object.__fillWithoutRow()
  }

  /// Reads the values of `faults`, which are of one tree, in one query; fills those with
  /// placeholders that cannot be read.
  func fire(_ faults: [ManagedObject]) {
    guard let first = faults.first else { return }
    var failure: (any Error)?
    do {
      try read(Set(faults.map(\.__rowID)), of: first.__entity)
    } catch {
      failure = error
    }
    for object in faults where object.__flags.contains(.isFault) {
      if let failure {
        problems.note(
          object, nil, "the store could not be read: \(failure)", underlying: failure)
      } else {
        problems.noteMissing(object)
      }
      object.__fillWithoutRow()
    }
  }

  /// Reads the row of `object`, a fault; it stays one if the row does not exist.
  private func read(_ object: ManagedObject) throws {
    unit.repeatedReads?.note(object.__entity.name, nil)
    _ = try session.read { session in
      try session.row(id: object.__rowID, of: object.__entity.layout) { row in
        _ = fill(object, &row)
      }
    }
  }

  /// Reads the rows of `object`, which has been read before and made a fault, and of others that
  /// have become faults with it, up to a thousand at once.
  private func fireAgain(_ object: ManagedObject) throws {
    let batch = object.__batch
    var wanted: Set<Int64> = [object.__rowID]
    while wanted.count < 1000, let id = batch.ids.popLast() {
      guard let other = batch.map[id], other.__flags.contains(.isFault), other.__batch === batch
      else { continue }
      wanted.insert(id)
    }
    if wanted.count > 1 { try read(wanted, of: object.__entity) }
  }

  /// Reads the rows of all the objects that a to-one of `origin`'s batch refers to.
  private func fireBatch(of object: ManagedObject, _ origin: FetchBatch.Origin) throws {
    let relationship = origin.relationship
    var wanted: Set<Int64> = []
    var owners: [ManagedObject] = []
    forEachLoaded(of: origin.batch, having: relationship) { owner in
      let reference = owner.__toOne(relationship.index)
      guard reference.rowID > 0 else { return }
      if let target = reference.object, !target.__flags.contains(.isFault) { return }
      owners.append(owner)
      wanted.insert(reference.rowID)
    }
    wanted.insert(object.__rowID)
    if wanted.count == 1 {
      unit.repeatedReads?.note(relationship.owner, relationship.description.name)
    }
    try load(wanted, of: object.__entity, for: owners, relationship)
  }

  /// Reads the rows `ids` of the table of `entity` into one batch; returns their objects.
  @discardableResult
  private func read(
    _ ids: Set<Int64>, of entity: ManagedEntity
  ) throws -> [Int64: ManagedObject] {
    let batch = FetchBatch(unit, tree: entity.tree)
    var found: [Int64: ManagedObject] = [:]
    try session.read { session in
      try session.rows(ids: ids.sorted(), of: entity.layout) { row in
        found[row.id] = object(of: &row, batch)
      }
    }
    return found
  }

  /// Reads the rows `wanted` of the table of `entity`, and has `owners` refer to their objects by
  /// `relationship`; returns the objects by their ids.
  @discardableResult
  private func load(
    _ wanted: Set<Int64>, of entity: ManagedEntity, for owners: [ManagedObject],
    _ relationship: ManagedRelationship
  ) throws -> [Int64: ManagedObject] {
    let found = try read(wanted, of: entity)
    if unit.isClosed { return found }
    for owner in owners {
      let reference = owner.__toOne(relationship.index)
      guard reference.object == nil, let target = found[reference.id],
        fits(target, relationship, of: owner)
      else { continue }
      owner.__refer(relationship.index, to: target)
    }
    return found
  }

  /// Calls `body` with each live object of `batch` that is no fault and has `relationship`.
  private func forEachLoaded(
    of batch: FetchBatch, having relationship: ManagedRelationship,
    _ body: (ManagedObject) -> Void
  ) {
    for id in batch.ids {
      guard let object = batch.map[id], object.__batch === batch,
        object.__flags.isDisjoint(with: [.isFault, .isDeleted]),
        object.__entity.has(relationship)
      else { continue }
      body(object)
    }
  }

  /// Returns the objects of `rows`, which are to be removed, in their order and as they were found:
  /// with their versions, and with placeholders where others have removed a row.
  func objects(of rows: [ChangeSet.Delete]) throws -> [ManagedObject] {
    var ids: [Int: Set<Int64>] = [:]
    for row in rows { ids[entities[row.entity].tree, default: []].insert(row.id) }
    var found: [Int: [Int64: ManagedObject]] = [:]
    for row in rows {
      let entity = entities[row.entity]
      guard let ids = ids.removeValue(forKey: entity.tree) else { continue }
      found[entity.tree] = try read(ids, of: entity)
    }
    return rows.map { row in
      let entity = entities[row.entity]
      let object = found[entity.tree]?[row.id] ?? blank(row.id, entity)
      object.__version = row.version
      return object
    }
  }

  /// Returns an object of `entity` with placeholders for the values of the row `id`, which others
  /// have removed.
  private func blank(_ id: Int64, _ entity: ManagedEntity) -> ManagedObject {
    let object = unit.fault(id, entity)
    object.__fillWithoutRow()
    return object
  }

  // MARK: To-one relationships

  /// Returns the object that `reference`, the value of the to-one `index` of `owner`, leads to, and
  /// stores it in the reference; `nil`, which is noted, if there is none or it is of another class.
  func resolveAndStore(
    _ reference: __ToOne, of owner: ManagedObject, _ index: Int
  ) -> ManagedObject? {
    guard
      let object = heldTarget(reference.id, of: owner, index)
        ?? resolve(reference.id, of: owner, index)
    else { return nil }
    // A closed context stores no references, so that objects cannot retain each other.
    if !unit.isClosed { owner.__refer(index, to: object) }
    return object
  }

  /// Returns the object of the row `id` that the to-one `index` of `owner` refers to if that takes
  /// nothing but finding it: the same to-one was resolved last, and the object is live.
  // Each counting of a reference costs as much as the rest of this: only the object's is counted.
  @inline(__always)
  private func heldTarget(
    _ id: Int64, of owner: ManagedObject, _ index: Int
  ) -> ManagedObject? {
    guard id > 0, let known = lastToOne, known.index == index,
      owner.__isEntity(known.owner),
      let object = known.map._withUnsafeGuaranteedRef({ $0[unowned: id] }),
      object._withUnsafeGuaranteedRef({ $0.__isEntity(known.target) })
    else { return nil }
    return object.takeUnretainedValue()
  }

  /// Returns the object of the row `id` that the to-one `index` of `owner` refers to, a fault
  /// unless it is live; it may be one that is to be deleted.
  func resolve(_ id: Int64, of owner: ManagedObject, _ index: Int) -> ManagedObject? {
    guard let relationship = owner.__entity.relationships[index] else { return nil }
    let entity = entities[relationship.target]
    lastToOne = KnownToOne(
      owner: .passUnretained(owner.__entity), index: index, target: .passUnretained(entity),
      map: .passUnretained(unit.maps[entity.tree]))
    if let object = tracker.liveObject(id, tree: entity.tree) {
      return fits(object, relationship, of: owner) ? object : nil
    }
    // What a deleted object referred to may have gone with it, which is nothing missing.
    if owner.__flags.contains(.isDetached) {
      guard let object = (try? unit.queries.savedObject(id, in: entity)) ?? nil else { return nil }
      return fits(object, relationship, of: owner) ? object : nil
    }
    // The class of a row in a tree of several is known once the row is read.
    guard !entity.layout.isPolymorphic else {
      return loadPolymorphic(id, of: owner, relationship)
    }
    let batch = owner.__batch.faults(of: relationship, tree: entity.tree)
    return entity.type.init(
      __owner: __Owner(batch: batch, entity: entity, rowID: id, flags: [.isFault]))
  }

  /// Reads the object of the row `id`, and all others that the batch of `owner` refers to.
  private func loadPolymorphic(
    _ id: Int64, of owner: ManagedObject, _ relationship: ManagedRelationship
  ) -> ManagedObject? {
    var wanted: Set<Int64> = [id]
    var owners: [ManagedObject] = []
    forEachLoaded(of: owner.__batch, having: relationship) { other in
      // The owner itself is being read and cannot be asked.
      guard other !== owner else { return }
      let reference = other.__toOne(relationship.index)
      guard reference.object == nil, reference.id > 0 else { return }
      owners.append(other)
      wanted.insert(reference.id)
    }
    if wanted.count == 1 { unit.repeatedReads?.note(owner, relationship.index) }
    do {
      let found = try load(wanted, of: entities[relationship.target], for: owners, relationship)
      guard let object = found[id] else {
        problems.noteMissing(owner, relationship.index)
        return nil
      }
      return fits(object, relationship, of: owner) ? object : nil
    } catch {
      problems.note(
        owner, relationship.index, "the store could not be read: \(error)", underlying: error)
      return nil
    }
  }
}

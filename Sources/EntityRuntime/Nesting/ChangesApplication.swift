import EntityModel
import EntityStore

/// Makes changes, which are a value without objects, in a unit of work.
///
/// New objects exist first, referring to nothing. Then values, references and links are what they
/// are to be, through the same graph as all changes, so that inverses agree. What is to be deleted
/// is deleted then, by its delete rules, and members are put in order at last. What does not exist
/// is left out, and so are references to it.
struct ChangesApplication {
  private let unit: UnitOfWork
  private let changes: UnsavedChanges

  /// New objects that belong to no context any more and exist again if the changes make them, by
  /// their ids.
  private let known: [ObjectID: ManagedObject]

  private var tracker: ChangeTracker { unit.tracker }
  private var graph: RelationshipGraph { unit.graph }

  /// `true` if references and links to rows that others have removed are made, for the save to find
  /// that.
  private let keepsMissing: Bool

  /// `true` if what is deleted is deleted by its delete rules; `false` if the changes have all that
  /// these have done, and what others have related to it since is for the save to find.
  private let followsRules: Bool

  /// Creates what makes `changes` in `unit`; `known` are objects whose ids new ones may have.
  init(
    _ changes: UnsavedChanges, to unit: UnitOfWork, known: [ObjectID: ManagedObject] = [:],
    keepsMissing: Bool = false, followsRules: Bool = true
  ) {
    self.unit = unit
    self.changes = changes
    self.known = known
    self.keepsMissing = keepsMissing
    self.followsRules = followsRules
  }

  /// Makes the changes; no object calls what it does in its life cycle.
  func apply() {
    if changes.isEmpty { return }
    guard let observed = unit.observedChanges else { return applyAll() }
    observed.together(applyAll)
  }

  private func applyAll() {
    let held = holdRows()
    insertAll()
    for insert in changes.inserts {
      guard let object = object(insert.id) else { continue }
      refer(object, insert.values)
    }
    var templates = RowTemplates(unit)
    for update in changes.updates {
      guard let object = object(update.id), object.__isLive else { continue }
      templates.template(of: object.__entity).assign(update.values, to: object)
      if let observed = unit.observedChanges, let date = object.__entity.deletionDate,
        update.values[date] != nil
      {
        for (holder, index) in graph.holders(of: object) { observed.note(holder, index) }
      }
      refer(object, update.values)
    }
    for link in changes.unlinks { apply(link, graph.takeAway) }
    for link in changes.links { apply(link, graph.add) }
    for id in changes.softDeletions { object(id).map(tracker.noteSoftDeletion) }
    for id in changes.restorations { object(id).map(tracker.forgetSoftDeletion) }
    // What objects do before they are deleted has been done where they were.
    let isUndoing = unit.isUndoing
    unit.isUndoing = true
    let deleted = changes.deletions.compactMap { object($0.id) }
    if followsRules {
      for object in deleted where object.__isLive { graph.delete(object) }
    } else {
      graph.apply(deletionOf: deleted.reversed(), .isKnown)
    }
    unit.isUndoing = isUndoing
    for (toMany, members) in changes.orders.sorted(by: { $0.key < $1.key }) {
      guard let owner = object(toMany.owner), owner.__isLive,
        let end = RelationshipEnd(of: owner, toMany.property)
      else { continue }
      graph.arrange(end, as: arranged(members, changes.formerOrders[toMany], end))
    }
    withExtendedLifetime(held) {}
  }

  /// Returns the members of `end` in the order that putting `former` in the order `wanted` makes of
  /// theirs, which others may have changed: member by member, as two contexts do.
  private func arranged(
    _ wanted: [ObjectID], _ former: [ObjectID]?, _ end: RelationshipEnd
  ) -> [ManagedObject] {
    let members = wanted.compactMap(object)
    guard let former else { return members }
    let placements = MemberOrder.placements(of: members, since: former.compactMap(object))
    return MemberOrder.carryOut(
      placements, on: graph.members(of: end.owner, end.index).objects)
  }

  /// Returns the live object with `id`, to be deleted or not; one that has a row is a fault if it
  /// is not in the context.
  private func object(_ id: ObjectID) -> ManagedObject? {
    guard let entity = unit.entity(named: id.entityName) else { return nil }
    if let live = tracker.liveObject(id.rowID, tree: entity.tree) { return live }
    guard id.rowID > 0 else { return nil }
    do {
      // The class of a row is known once it is read.
      return try unit.queries.savedObject(id.rowID, in: entity)
    } catch {
      unit.problems.note(
        id, entity: entity.name, "the store could not be read: \(error)", underlying: error)
      return nil
    }
  }

  // MARK: Rows

  /// Returns the objects that have rows and are changed, faults filled with the rows that were read
  /// where these are known, and with those of the store elsewhere.
  private func holdRows() -> [ManagedObject] {
    var held: [ManagedObject] = []
    let rows =
      changes.updates.map { ($0.id, $0.entity, $0.row) }
      + changes.deletions.map { ($0.id, $0.entity, $0.row) }
    for (id, entity, row) in rows where id.rowID > 0 {
      let entity = unit.entities[entity]
      let live = tracker.liveObject(id.rowID, tree: entity.tree)
      guard let row else {
        if let live { held.append(live) }
        continue
      }
      let object = live ?? unit.fault(id.rowID, entity)
      held.append(object)
      if object.__flags.contains(.isFault), object.__isEntity(entity) { fill(object, row) }
    }
    let faults = held.filter { $0.__flags.contains(.isFault) }
    for tree in Set(faults.map(\.__entity.tree)) {
      unit.loader.fire(faults.filter { $0.__entity.tree == tree })
    }
    return held
  }

  /// Takes the values of `object`, a fault, from `row`.
  private func fill(_ object: ManagedObject, _ row: UnsavedChanges.StoredRow) {
    object.__unrecognized = [:]
    object.__flags.remove(.isFault)
    unit.take(row.values, row.version, object)
    unit.lifeCycle?.note(awakened: object)
  }

  // MARK: New objects

  /// Makes the new objects, which refer to nothing.
  private func insertAll() {
    tracker.removeDiscarded()
    var made: [ManagedObject] = []
    for insert in changes.inserts {
      let entity = unit.entities[insert.entity]
      guard tracker.liveObject(insert.id.rowID, tree: entity.tree) == nil else { continue }
      let object = objectAgain(insert.id, entity) ?? blank(insert.id, entity)
      object.__flags = [.isInserted]
      unit.problems.ignoring { unit.take(insert.values, insert.version, object) }
      object.__flags = [.isInserted]
      for index in entity.toOneIndexes { object.__setToOne(index, __ToOne()) }
      let assigned = __Snapshot(hasValues: false, after: nil)
      assigned.properties = insert.assigned
      object.__changes = assigned
      made.append(object)
    }
    if made.isEmpty { return }
    tracker.insertAgain(made)
    for object in made {
      tracker.recorder?.didInsert(object)
      unit.observedChanges?.noteAll(of: object)
    }
  }

  private func blank(_ id: ObjectID, _ entity: ManagedEntity) -> ManagedObject {
    let object = entity.type.init(
      __owner: __Owner(
        batch: unit.batchOfLoneObjects(entity.tree), entity: entity, rowID: id.rowID,
        flags: [.isInserted]))
    object.__fill()
    return object
  }

  /// Returns the known object with `id`, which belongs to no context, for it to be new again.
  private func objectAgain(_ id: ObjectID, _ entity: ManagedEntity) -> ManagedObject? {
    guard let object = known[id], object.__flags.contains(.isDetached), object.__isEntity(entity)
    else { return nil }
    object.__rowID = id.rowID
    object.__batch = unit.batchOfLoneObjects(entity.tree)
    object.__slab = nil
    object.__unrecognized = [:]
    object.__toManys = []
    return object
  }

  // MARK: Values

  /// Makes the to-ones of `object` that are among `values` refer to what these are the ids of.
  private func refer(_ object: ManagedObject, _ values: PropertyValues) {
    for index in object.__entity.toOneIndexes {
      guard let value = values[index] else { continue }
      let id: Int64 = if case .integer(let id) = value { id } else { 0 }
      guard object.__toOne(index).rowID != id,
        let relationship = object.__entity.relationships[index]
      else { continue }
      if id == 0 {
        graph.set(object, index, to: nil)
        continue
      }
      let target = graph.live(id, relationship) ?? savedTarget(id, of: object, relationship)
      if let target, target.__isLive { graph.set(object, index, to: target) }
    }
  }

  /// Returns the object of the row `id` to which `relationship` of `object` is to refer.
  private func savedTarget(
    _ id: Int64, of object: ManagedObject, _ relationship: ManagedRelationship
  ) -> ManagedObject? {
    guard id > 0 else { return nil }
    let entity = unit.entities[relationship.target]
    // The class of a row in a tree of several is known once the row is read.
    guard keepsMissing, entity.layout.isPolymorphic else {
      return unit.loader.resolve(id, of: object, relationship.index)
    }
    let name = ObjectID(entityName: entity.rootName, rowID: id)
    guard let saved = self.object(name) else { return missing(name, entity) }
    return unit.loader.fits(saved, relationship, of: object) ? saved : nil
  }

  private func apply(
    _ link: UnsavedChanges.Link, _ change: (ManagedObject, RelationshipEnd) -> Void
  ) {
    guard
      let owner = object(link.owner) ?? missing(link.owner, unit.entities[link.entity]),
      owner.__isLive, let end = RelationshipEnd(of: owner, link.property),
      let other = object(link.other)
        ?? missing(link.other, unit.entities[end.relationship.target]), other.__isLive
    else { return }
    change(other, end)
  }

  /// Returns a fault of `entity`, of which members are, for `id`, the row of which others have
  /// removed, for the save to find that; nil where what does not exist is left out.
  ///
  /// The id names the root of the tree alone, the class of which no member may have.
  private func missing(_ id: ObjectID, _ entity: ManagedEntity) -> ManagedObject? {
    guard keepsMissing, id.rowID > 0 else { return nil }
    return unit.fault(id.rowID, entity)
  }
}

extension UnsavedChanges.ToMany: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (left.owner.entityName, left.owner.rowID, left.property)
      < (right.owner.entityName, right.owner.rowID, right.property)
  }
}

extension ChangeTracker {
  /// Lists `objects`, which are new, among the inserted.
  fileprivate func insertAgain(_ objects: [ManagedObject]) {
    let lists = self.lists
    self.lists = Lists(
      inserted: lists.inserted + objects, changed: lists.changed, deleted: lists.deleted,
      touched: lists.touched)
    registerNewObjects()
    if objects.contains(where: { $0.__rowID > 0 }) { hasInsertedAgain = true }
  }
}

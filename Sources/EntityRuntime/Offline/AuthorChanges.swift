import EntityModel
import EntityStore

/// What one author has made of the objects of a store since a token, worked out of its history.
///
/// What it says is the difference between what others know and what is there now: a value that is
/// as it was is no change, and what somebody else has deleted is nothing to be pushed.
struct AuthorChanges {
  /// The newest commit that has been taken into account.
  let token: CommitToken

  /// The objects, in the order in which they were met.
  var objects: [ChangedObject] { order.compactMap { found[$0] } }

  private var found: [ObjectID: ChangedObject] = [:]
  private var order: [ObjectID] = []
  private var known: Set<ObjectID> = []
  private let author: String
  private let container: PersistentContainer

  /// Reads what `author` has changed since `token`, `nil` for the beginning of the history, in the
  /// state of `session`.
  ///
  /// - Throws: a `StoreError`: `historyOff`, `tokenOfAnotherStore`, `historyPruned` if some of it
  ///   is in the history no more.
  init(
    by author: String, since token: CommitToken?, in container: PersistentContainer,
    _ session: any StoreSession
  ) throws {
    let history = StoreHistory(session: session, layout: container.store.layout)
    let extent = try history.extent()
    self.token = CommitToken(extent.end)
    self.author = author
    self.container = container
    var isReset = false
    try history.forEach(after: token) { entry in
      if entry.isReset { isReset = true }
      add(entry)
      return true
    }
    // What a store that has been emptied held before is pending no more.
    if token == nil, extent.start.number > 0, !isReset {
      throw StoreError(
        .historyPruned,
        "the beginning of the history has been removed, so that it is not known what is pending; "
          + "exchange everything with those whom changes are pushed to, and go on from the "
          + "store's current token")
    }
    try load(session)
    // What was linked to something that has been replaced may have no other changes.
    if uniteReplacements() { try load(session) }
    try forgetRemade(session)
  }

  // MARK: Entries

  private mutating func add(_ entry: HistoryEntry) {
    if entry.isReset { (found, order, known) = ([:], [], []) }
    for change in entry.changes {
      guard let entity = entity(recordedAs: change.entity) else { continue }
      let id = ObjectID(entityName: entity.rootName, rowID: change.objectID.rowID)
      if entry.author == author { add(change, id, entity) } else { follow(change, id, entity) }
    }
  }

  /// Takes into account what the author has done with the object `id`.
  private mutating func add(_ change: HistoryChange, _ id: ObjectID, _ entity: ManagedEntity) {
    var object = found[id] ?? noted(ChangedObject(.updated, entity, id))
    object.entity = entity
    switch change.kind {
    case .inserted:
      // A row that there was before is one that others know.
      object.kind = object.kind == .deleted ? .updated : .inserted
      addLinks(change, &object)
      noteOrders(change, &object)
    case .updated:
      for name in change.properties {
        guard let index = propertyIndex(recordedAs: name, entity),
          entity.columnSet.contains(index), object.kind == .updated, object.base[index] == nil
        else { continue }
        object.base.updateValue(change.old[name], forKey: index)
      }
      addLinks(change, &object)
      noteOrders(change, &object)
    case .deleted:
      if object.kind == .inserted {
        found[id] = nil
        return
      }
      object.kind = .deleted
      for (name, value) in change.old.stored {
        guard let index = propertyIndex(recordedAs: name, entity) else { continue }
        object.values[index] = value
        if object.base[index] == nil { object.base.updateValue(value, forKey: index) }
      }
      addLinks(change, &object)
      for (name, ids) in change.implicitlyUnlinked {
        guard let index = entity.layout.relationshipIndex(name) else { continue }
        object.unlink(index, ids.map(\.rowID))
      }
      (object.linked, object.reordered) = ([:], [])
    }
    found[id] = object
    noteOrders(ofOwnersIn: change, entity)
  }

  /// Takes into account what somebody else has done with the object `id`.
  private mutating func follow(_ change: HistoryChange, _ id: ObjectID, _ entity: ManagedEntity) {
    guard var object = found[id] else { return }
    switch change.kind {
    case .deleted: found[id] = nil
    case .inserted where object.kind == .deleted: found[id] = nil
    case .inserted, .updated:
      for (name, ids) in change.linked {
        guard let index = propertyIndex(recordedAs: name, entity) else { continue }
        object.unlinked[index]?.subtract(ids.map(\.rowID))
      }
      for (name, ids) in change.unlinked {
        guard let index = propertyIndex(recordedAs: name, entity) else { continue }
        object.linked[index]?.subtract(ids.map(\.rowID))
      }
      found[id] = object
    }
  }

  private func addLinks(_ change: HistoryChange, _ object: inout ChangedObject) {
    for (name, ids) in change.unlinked {
      guard let index = propertyIndex(recordedAs: name, object.entity) else { continue }
      object.unlink(index, ids.map(\.rowID))
    }
    for (name, ids) in change.linked {
      guard let index = propertyIndex(recordedAs: name, object.entity) else { continue }
      object.link(index, ids.map(\.rowID))
    }
  }

  /// Notes the ordered to-manys of `object` that `change` names.
  private func noteOrders(_ change: HistoryChange, _ object: inout ChangedObject) {
    for name in change.properties {
      guard let index = propertyIndex(recordedAs: name, object.entity),
        object.entity.relationships[index]?.isOrdered == true
      else { continue }
      object.reordered.insert(index)
    }
  }

  /// Notes the ordered to-manys that an object of `entity` has become a member of by `change`.
  private mutating func noteOrders(ofOwnersIn change: HistoryChange, _ entity: ManagedEntity) {
    func note(_ name: String, _ owners: [ObjectID]) {
      guard let index = propertyIndex(recordedAs: name, entity),
        let relationship = entity.relationships[index], !relationship.isHidden
      else { return }
      let target = container.entities.entities[relationship.target]
      guard target.relationships[relationship.inverseIndex]?.isOrdered == true else { return }
      for owner in owners {
        let id = ObjectID(entityName: target.rootName, rowID: owner.rowID)
        var object = found[id] ?? noted(ChangedObject(.updated, target, id))
        guard object.kind != .deleted else { continue }
        object.reordered.insert(relationship.inverseIndex)
        found[id] = object
      }
    }
    guard change.kind != .deleted else { return }
    for name in change.new.names { note(name, [change.new.objectID(of: name)].compactMap { $0 }) }
    for (name, ids) in change.linked { note(name, ids) }
  }

  private mutating func noted(_ object: ChangedObject) -> ChangedObject {
    if known.insert(object.id).inserted { order.append(object.id) }
    return object
  }

  // MARK: Names

  /// Returns the entity that an entry calls `name`, by the name that it has now.
  private func entity(recordedAs name: String) -> ManagedEntity? {
    if let entity = container.entities.entity(named: name) { return entity }
    let renamed = container.model.entities.first { $0.originalName == name }
    return renamed.flatMap { container.entities.entity(named: $0.name) }
  }

  /// Returns the index of the property of `entity` that an entry calls `name`.
  private func propertyIndex(recordedAs name: String, _ entity: ManagedEntity) -> Int? {
    entity.layout.propertyIndex(name)
      ?? entity.layout.properties.firstIndex {
        ($0.attribute?.originalName ?? $0.relationship?.originalName) == name
      }
  }

  // MARK: Rows

  /// Reads the rows of what still exists, and leaves out what is as it was.
  private mutating func load(_ session: any StoreSession) throws {
    let existing = found.values.filter { $0.kind != .deleted }
    let rows = try StoredRows(existing.map(\.id), container.entities, session)
    for var object in existing {
      guard let row = rows[object.id] else {
        found[object.id] = nil
        continue
      }
      (object.entity, object.values) = (row.entity, row.values)
      object.dropSameValues()
      object.dropEmptyLinks()
      object.reordered = object.reordered.filter {
        row.entity.isExchanged($0) && row.entity.relationships[$0]?.isHidden == false
      }
      found[object.id] = object.isUnchanged ? nil : object
    }
  }

  /// Makes one change of each deletion and the insertion of an object that has its identity, and
  /// returns `true` if that has changed others.
  private mutating func uniteReplacements() -> Bool {
    var deleted: [PayloadKey: ObjectID] = [:]
    for object in found.values where object.kind == .deleted {
      if let key = object.key { deleted[key] = object.id }
    }
    if deleted.isEmpty { return false }
    var replacements: [ObjectID: ObjectID] = [:]
    var changesOthers = false
    for id in order {
      guard var object = found[id], object.kind == .inserted, let key = object.key,
        let former = deleted[key].flatMap({ found[$0] }), former.entity === object.entity
      else { continue }
      object.kind = .updated
      object.isReplacement = true
      object.base = former.base
      object.dropSameValues()
      let linked = object.linked
      object.linked = [:]
      for (index, ids) in former.unlinked {
        if let relationship = object.entity.relationships[index], relationship.isHidden {
          unlink(id, from: ids, relationship)
          changesOthers = true
        } else {
          object.unlink(index, ids)
        }
      }
      for (index, ids) in linked { object.link(index, ids) }
      found[former.id] = nil
      found[id] = object
      replacements[former.id] = id
    }
    if !replacements.isEmpty { follow(replacements) }
    return changesOthers
  }

  /// Notes that the objects `ids`, at the other end of `relationship`, an implicit inverse, are not
  /// linked any more to what has taken the place of the object `id`.
  private mutating func unlink(
    _ id: ObjectID, from ids: Set<Int64>, _ relationship: ManagedRelationship
  ) {
    let entity = container.entities.entities[relationship.target]
    for row in ids.sorted() {
      let owner = ObjectID(entityName: entity.rootName, rowID: row)
      var object = found[owner] ?? noted(ChangedObject(.updated, entity, owner))
      guard object.kind == .updated else { continue }
      object.unlink(relationship.inverseIndex, [id.rowID])
      found[owner] = object
    }
  }

  /// Has what referred to objects that have been replaced refer to what has taken their places.
  private mutating func follow(_ replacements: [ObjectID: ObjectID]) {
    for (id, var object) in found {
      func replaced(_ row: Int64, _ index: Int) -> Int64 {
        guard let relationship = object.entity.relationships[index] else { return row }
        let root = container.entities.entities[relationship.target].rootName
        return replacements[ObjectID(entityName: root, rowID: row)]?.rowID ?? row
      }
      for index in object.entity.toOneIndexes {
        guard case .integer(let row)?? = object.base[index] else { continue }
        let value = StoredValue.integer(replaced(row, index))
        if object.kind != .deleted, value == object.values[index] {
          object.base[index] = nil
        } else {
          object.base[index] = .some(value)
        }
      }
      for (index, rows) in object.unlinked {
        let rows = Set(rows.map { replaced($0, index) })
        object.unlinked[index] = rows.subtracting(object.linked[index] ?? [])
        object.linked[index]?.subtract(rows)
      }
      object.dropEmptyLinks()
      found[id] = object.isUnchanged ? nil : object
    }
  }
}

extension AuthorChanges {
  /// Leaves out the deletions of objects that somebody else has made again.
  private mutating func forgetRemade(_ session: any StoreSession) throws {
    let deleted = found.values.filter { $0.kind == .deleted && $0.identity != nil }
    for objects in Dictionary(grouping: deleted, by: \.entity.name).values {
      guard let entity = objects.first?.entity, let index = entity.identityIndex,
        let column = entity.layout.columns[index], let identity = entity.identity
      else { continue }
      let form = identity.identityForm
      for start in stride(from: 0, to: objects.count, by: 1000) {
        let some = objects[start..<min(start + 1000, objects.count)]
        let query = EntityQuery(
          entity: entity.name,
          predicate: .membership(
            identity.identityOperand, some.compactMap(\.identity).map(form.of)),
          visibility: RequestVisibility(deleted: .included))
        var remade: Set<StoredValue> = []
        try session.rows(query) { row in
          // What the author has given the identity is another object.
          if found[ObjectID(entityName: entity.rootName, rowID: row.id)] != nil { return }
          remade.insert(form.of(row[column.position].storedValue))
        }
        for object in some where object.identity.map({ remade.contains(form.of($0)) }) == true {
          found[object.id] = nil
        }
      }
    }
  }
}

extension ChangedObject {
  /// What rows of a payload know the object by; `nil` if it has no identity.
  var key: PayloadKey? {
    guard let declaringClass = entity.identityClass, let identity, let attribute = entity.identity
    else { return nil }
    return PayloadKey(declaringClass: declaringClass, value: attribute.identityForm.of(identity))
  }
}

import EntityJSON
import EntityModel
import EntityStore

/// Applying what others have changed, object by object.
extension Synchronization {
  /// Applies the changes that `json` is.
  ///
  /// - Parameter allowed: The names of the entities whose objects may be changed; `nil` for all.
  mutating func apply(changes json: JSON, of allowed: Set<String>?) throws {
    var reader = PayloadReader(unit, options, forms, readsChanges: true)
    try reader.readChanges(json, of: allowed)
    rows = reader.rows
    local = try options.pending.map { try LocalChanges($0, context) }
    try find(rows)
    rowObjects = rows.map { objects[$0.key] }
    try refuseAmbiguous(rows)
    try refuseOtherClasses(rows)
    let deletions = try decideDeletions(rows)
    try rename(rows)
    rowObjects = rows.map {
      $0.change == .deleted || $0.isLeftOut ? nil : objects[$0.key]
    }
    isMadeOfRow = Array(repeating: false, count: rows.count)
    try decide(rows)
    try refuseUnfit(rows)
    try refuseMissing(rows)
    let unknown = try unknownReferences(rows)
    let orders = ordersHere(rows)
    for position in rows.indices { apply(rows[position], at: position) }
    for row in rows { linkAsBefore(row) }
    for position in rows.indices { link(rows[position], at: position) }
    for row in rows { linkChanged(row) }
    deleteDoomed()
    for object in deletions.deleted where object.__isLive {
      report.add(deleted: object.__objectID)
      unit.graph.delete(object)
    }
    for row in rows { arrange(row, orders) }
    let made = rows.filter { revived.contains($0.key) }.compactMap { objects[$0.key] }
    try putLast(deletions.kept + made)
    for (position, row) in rows.enumerated() where row.change != .deleted {
      report.add(outcome(row, at: position))
    }
    for row in deletions.skipped + reader.skipped + passedOver + unknown { report.add(row) }
    reportUnknownMembers(reader)
  }

  // MARK: Before anything changes

  private func refuseAmbiguous(_ rows: [PayloadRow]) throws {
    guard !ambiguous.isEmpty else { return }
    func check(_ key: PayloadKey, _ form: PayloadForm, at path: JSONPath) throws {
      guard ambiguous.contains(key) else { return }
      throw SyncError(
        message: "several objects of '\(form.entity.name)' have this '\(form.identityName)'; mark "
          + "the attribute '.unique'", path: path)
    }
    for row in rows {
      try check(row.key, row.form, at: row.path)
      for link in row.allLinks {
        for target in link.targets { try check(target.key, link.form, at: target.path) }
      }
    }
  }

  /// What becomes of the objects that others have deleted.
  private struct Deletions {
    var deleted: [ManagedObject] = []

    /// Those that have been changed here, and stay.
    var kept: [ManagedObject] = []
    var skipped: [SyncReport.Row] = []
  }

  private mutating func decideDeletions(_ rows: [PayloadRow]) throws -> Deletions {
    var deletions = Deletions()
    func skip(_ row: PayloadRow, _ why: String) {
      deletions.skipped.append(SyncReport.Row(path: row.path, outcome: .skipped(why)))
    }
    for row in rows where row.change == .deleted {
      if let refusal = row.refusal {
        deletions.skipped.append(refusal)
        continue
      }
      guard let object = objects[row.key] else {
        skip(row, "the object is not there")
        continue
      }
      if let local, try local.keeps(object) {
        skip(row, "the object has been changed here, which has not been pushed")
        deletions.kept.append(object)
      } else {
        deletions.deleted.append(object)
        // Another object may have its identity from now on.
        objects[row.key] = nil
      }
    }
    return deletions
  }

  /// Has the rows about objects that get another identity know them by that.
  private mutating func rename(_ rows: [PayloadRow]) throws {
    var renamed: [(row: PayloadRow, key: PayloadKey, object: ManagedObject)] = []
    var deletedHere: [(row: PayloadRow, key: PayloadKey)] = []
    let moving = rows.compactMap { row in
      row.change == .updated && !row.isLeftOut ? row.newKey.map { (row: row, key: $0) } : nil
    }
    let given = Set(moving.map(\.row.key).filter { objects[$0] != nil })
    for (row, key) in moving {
      if let object = objects[row.key] {
        renamed.append((row, key, object))
      } else if local?.deletion(row.key) != nil {
        deletedHere.append((row, key))
      } else if objects[key] != nil, !given.contains(key) {
        // It has been applied before.
        row.key = key
      }
    }
    local?.move(deletedHere.map { ($0.row.key, $0.key) })
    for (row, key) in deletedHere { row.key = key }
    for (row, _, _) in renamed { objects[row.key] = nil }
    for (row, key, object) in renamed {
      if let other = objects[key], other !== object {
        throw SyncError(
          message: "another object has the '\(row.form.identityName)' that this one is given",
          path: row.path)
      }
      objects[key] = object
      row.key = key
    }
  }

  /// Refuses changes of objects that are not there, where references to such are refused.
  private func refuseMissing(_ rows: [PayloadRow]) throws {
    guard options.unknownReferences == .refuse else { return }
    for row in rows
    where row.change == .updated && !row.isLeftOut && objects[row.key] == nil {
      guard local?.deletion(row.key) == nil else { continue }
      throw SyncError(message: "the object is not there", path: row.path)
    }
  }

  // MARK: Links

  /// Makes what had been deleted here refer to what it referred to before.
  private mutating func linkAsBefore(_ row: PayloadRow) {
    guard !row.isLeftOut, revived.contains(row.key), let state = local?.deletion(row.key),
      let object = objects[row.key]
    else { return }
    for index in object.__entity.toOneIndexes where row.links[index] == nil {
      guard case .integer(let id)?? = state.base[index],
        let end = RelationshipEnd(of: object, index)
      else { continue }
      if let target = target(id, end.relationship) {
        if !isUnlinkedHere(target, byOneToOne: end) { unit.graph.set(object, index, to: target) }
      } else if isDeletedWithTarget(end.relationship) {
        doomed.append(object)
      }
    }
    for (index, ids) in state.unlinked {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      for id in ids.sorted() {
        if let other = target(id, end.relationship) { unit.graph.add(other, to: end) }
      }
    }
  }

  /// Returns the object that had the row `id`, at the other end of `relationship`; `nil` if there
  /// is none any more.
  private func target(_ id: Int64, _ relationship: ManagedRelationship) -> ManagedObject? {
    let entity = unit.entities[relationship.target]
    let id = ObjectID(entityName: entity.rootName, rowID: id)
    if let key = local?.deletionKey(of: id) { return objects[key] }
    return try? context.__find(entity.type, with: id)
  }

  /// Links and unlinks what `row` says has been.
  private mutating func linkChanged(_ row: PayloadRow) {
    guard row.change != .deleted, !row.isLeftOut, let object = objects[row.key] else { return }
    for (links, isLinked) in [(row.unlinked, false), (row.linked, true)] {
      for (index, link) in links.sorted(by: { $0.key < $1.key }) {
        guard let end = RelationshipEnd(of: object, index) else { continue }
        for target in link.targets.compactMap({ objects[$0.key] }) {
          guard (try? unit.graph.isMember(target, of: end)) == !isLinked else { continue }
          if isLinked {
            if isKeptOut(target, of: end) { continue }
            unit.graph.add(target, to: end)
          } else {
            if isKept(target, in: end) { continue }
            unit.graph.takeAway(target, from: end)
          }
          updated.insert(ObjectIdentifier(object))
        }
      }
    }
  }

  // MARK: Orders

  /// A to-many of one object.
  private struct ToMany: Hashable {
    let owner: ObjectIdentifier
    let index: Int
  }

  /// The members of the to-manys whose order both sides have changed and that stays as it is here.
  private func ordersHere(_ rows: [PayloadRow]) -> [ToMany: [ManagedObject]] {
    var orders: [ToMany: [ManagedObject]] = [:]
    for row in rows where !row.isLeftOut {
      guard let object = objects[row.key], let state = local?[object],
        decisions[row.key]?.side != .theirs
      else { continue }
      for index in row.orders.keys where state.reordered.contains(index) {
        orders[ToMany(owner: ObjectIdentifier(object), index: index)] =
          unit.graph.members(of: object, index).objects
      }
    }
    return orders
  }

  /// Puts the members of to-manys in the order that `row` has; where `here` has one, in that, and
  /// what it does not have behind it.
  private mutating func arrange(_ row: PayloadRow, _ here: [ToMany: [ManagedObject]]) {
    guard !row.isLeftOut, let object = objects[row.key], object.__isLive else { return }
    for (index, link) in row.orders.sorted(by: { $0.key < $1.key }) {
      guard let end = RelationshipEnd(of: object, index) else { continue }
      let members = unit.graph.members(of: object, index).objects
      let given = link.targets.compactMap { objects[$0.key] }
      let first = here[ToMany(owner: ObjectIdentifier(object), index: index)]
      var isNext = Set(members.map { ObjectIdentifier($0) })
      let order = ((first ?? []) + given + members).filter {
        isNext.remove(ObjectIdentifier($0)) != nil
      }
      guard !order.elementsEqual(members, by: ===) else { continue }
      unit.graph.arrange(end, as: order)
      updated.insert(ObjectIdentifier(object))
    }
  }

  /// Puts `objects`, which one side has deleted and the other one has changed, last where they are
  /// members, and their own members that are to-many at both ends in the order of their identities:
  /// the side that has deleted them does not know where they were.
  private func putLast(_ objects: [ManagedObject]) throws {
    let sorted = objects.filter(\.__isLive).sorted { rank($0) < rank($1) }
    for object in sorted {
      for index in object.__entity.relationshipIndexes {
        guard let end = RelationshipEnd(of: object, index), !end.relationship.isHidden else {
          continue
        }
        if end.relationship.isOrdered, end.relationship.inverseIsToMany {
          let members = unit.graph.members(of: object, index).objects
          unit.graph.arrange(end, as: members.sorted { rank($0) < rank($1) })
        }
        let target = unit.entities[end.relationship.target]
        guard target.relationships[end.relationship.inverseIndex]?.isOrdered == true else {
          continue
        }
        for owner in unit.graph.related(by: end) {
          guard let place = end.inverse(at: owner) else { continue }
          try unit.graph.put(object, in: place, .end)
        }
      }
    }
  }

  /// What both sides sort `object` by.
  private func rank(_ object: ManagedObject) -> String {
    let identity = object.__entity.identityIndex.map { object.storedValue(at: $0) } ?? .null
    return "\(object.__entity.rootName) \(identity)"
  }
}

extension PayloadRow {
  /// What the object is known as from now on; `nil` if that is what it is known as.
  var newKey: PayloadKey? {
    guard change == .updated, let value = values[form.identityIndex], !value.isNull else {
      return nil
    }
    let new = form.key(value, in: nil)
    return new == key ? nil : new
  }
}

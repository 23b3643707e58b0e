import EntityModel
import EntityStore

/// What is unsaved in a context, or what has been changed in one beside another, as a value without
/// objects.
///
/// Values are stored ones, by property index; a to-one is the id of a row, which is temporary where
/// there is none yet. Attributes and to-ones are here, both ends of a one-to-one, the links that
/// one end writes, and the members of ordered to-manys in their order.
struct UnsavedChanges: Equatable {
  /// What a row holds.
  struct StoredRow: Equatable {
    /// The version that it was read at.
    let version: Int64

    /// All its values.
    var values: PropertyValues
  }

  /// A new object.
  struct Insert: Equatable {
    var id: ObjectID

    /// The position of the entity in the model.
    let entity: Int

    /// The version of the row that there was before, if one is to be inserted again; 0 otherwise.
    let version: Int64

    /// The properties that have been given values.
    let assigned: PropertySet

    /// All values.
    var values: PropertyValues
  }

  /// An object whose values differ.
  struct Update: Equatable {
    var id: ObjectID
    let entity: Int

    /// The row as it was read; `nil` for an object that has none.
    var row: StoredRow?

    /// The values that differ.
    var values: PropertyValues

    /// What they differ from.
    var former: PropertyValues
  }

  /// An object that is to be deleted, or a new one that is not to be saved.
  struct Deletion: Equatable {
    var id: ObjectID
    let entity: Int

    /// The row as it was read; `nil` if it was not, and for an object that has none.
    var row: StoredRow?
  }

  /// Two objects that are members of each other.
  struct Link: Hashable {
    /// The position in the model of the entity that declares the relationship which writes it.
    let entity: Int
    let property: Int
    var owner: ObjectID
    var other: ObjectID
  }

  /// An ordered to-many of one object.
  struct ToMany: Hashable {
    var owner: ObjectID
    let property: Int
  }

  /// New objects, in the order of their creation.
  var inserts: [Insert] = []
  var updates: [Update] = []
  var deletions: [Deletion] = []
  var links: [Link] = []
  var unlinks: [Link] = []

  /// All the members of ordered to-manys, in order.
  var orders: [ToMany: [ObjectID]] = [:]

  /// The members from before of those of them that have been changed, as far as they are known.
  var formerOrders: [ToMany: [ObjectID]] = [:]

  /// The objects that have been deleted softly, by a deletion and no assignment.
  var softDeletions: Set<ObjectID> = []

  /// Those of which that has been taken back.
  var restorations: Set<ObjectID> = []

  /// `true` if there is nothing.
  var isEmpty: Bool { self == UnsavedChanges() }

  /// The ids of all objects that are concerned.
  var ids: Set<ObjectID> { changedIDs.union(holderIDs) }

  /// The ids of the objects that are new, deleted or restored, or whose own values differ.
  var changedIDs: Set<ObjectID> {
    var ids = Set(inserts.map(\.id))
    ids.formUnion(updates.map(\.id))
    ids.formUnion(deletions.map(\.id))
    return ids.union(softDeletions).union(restorations)
  }

  /// The ids of the objects whose links, or the order of whose members, differ.
  var holderIDs: Set<ObjectID> {
    var ids = Set(orders.keys.map(\.owner))
    for link in links + unlinks { ids.formUnion([link.owner, link.other]) }
    return ids
  }

  /// Returns the ids of the objects that to-ones have been made to refer to, and of those that they
  /// referred to before; the objects are of `entities`.
  func targets(_ entities: [ManagedEntity]) -> Set<ObjectID> {
    var ids: Set<ObjectID> = []
    func add(_ values: PropertyValues, _ entity: Int) {
      for index in entities[entity].toOneIndexes {
        guard case .integer(let rowID)? = values[index], rowID != 0,
          let relationship = entities[entity].relationships[index]
        else { continue }
        ids.insert(ObjectID(entityName: entities[relationship.target].rootName, rowID: rowID))
      }
    }
    for insert in inserts { add(insert.values, insert.entity) }
    for update in updates {
      add(update.values, update.entity)
      add(update.former, update.entity)
    }
    return ids
  }
}

// MARK: Difference

extension UnsavedChanges {
  /// Returns what has been changed since the unsaved changes were `base`.
  func since(_ base: UnsavedChanges) -> UnsavedChanges {
    // Where nothing was unsaved, all is, but for the links of what is deleted.
    if base.isEmpty, deletions.isEmpty || links.isEmpty && unlinks.isEmpty,
      updates.allSatisfy(\.differs)
    {
      return self
    }
    var changes = UnsavedChanges()
    let made = Dictionary(base.inserts.map { ($0.id, $0) }) { first, _ in first }
    for insert in inserts {
      guard let former = made[insert.id] else {
        changes.inserts.append(insert)
        continue
      }
      let differing = insert.values.indexes.filter {
        insert.values[$0] != former.values[$0]
          || insert.assigned.contains($0) && !former.assigned.contains($0)
      }
      if differing.isEmpty { continue }
      changes.updates.append(
        Update(
          id: insert.id, entity: insert.entity, row: nil,
          values: insert.values.filter(differing.contains),
          former: former.values.filter(differing.contains)))
    }
    changes.updates += updates(since: base)
    let kept = Set(inserts.map(\.id))
    let deleted = Set(base.deletions.map(\.id))
    changes.deletions =
      base.inserts.filter { !kept.contains($0.id) }
      .map { Deletion(id: $0.id, entity: $0.entity, row: nil) }
      + deletions.filter { !deleted.contains($0.id) }
    let gone = Set(changes.deletions.map(\.id))
    func remaining(_ links: Set<Link>) -> [Link] {
      links.filter { !gone.contains($0.owner) && !gone.contains($0.other) }.sorted()
    }
    let (nowLinked, nowUnlinked) = (Set(links), Set(unlinks))
    let (wasLinked, wasUnlinked) = (Set(base.links), Set(base.unlinks))
    changes.links = remaining(
      nowLinked.subtracting(wasLinked).union(wasUnlinked.subtracting(nowUnlinked)))
    changes.unlinks = remaining(
      nowUnlinked.subtracting(wasUnlinked).union(wasLinked.subtracting(nowLinked)))
    changes.orders = orders.filter { base.orders[$0.key] != $0.value }
    for toMany in changes.orders.keys {
      changes.formerOrders[toMany] = base.orders[toMany] ?? formerOrders[toMany]
    }
    changes.softDeletions = softDeletions.subtracting(base.softDeletions).subtracting(gone)
    changes.restorations = base.softDeletions.subtracting(softDeletions).subtracting(gone)
    return changes
  }

  /// Returns what differs in objects that have rows and are not deleted.
  private func updates(since base: UnsavedChanges) -> [Update] {
    let gone = Set(deletions.map(\.id))
    let before = Dictionary(base.updates.map { ($0.id, $0.values) }) { first, _ in first }
    let now = updates.compactMap { update in
      gone.contains(update.id) ? nil : update.differing(since: before[update.id] ?? [:])
    }
    if base.updates.isEmpty { return now }
    let kept = Set(updates.map(\.id))
    return now
      + base.updates.compactMap { update in
        guard !kept.contains(update.id), !gone.contains(update.id) else { return nil }
        var unchanged = update
        unchanged.values = [:]
        return unchanged.differing(since: update.values)
      }
  }
}

extension UnsavedChanges.Update {
  /// `true` if there are values, and each is another one than before; one that cannot be encoded is
  /// null, as what it takes the place of may be.
  fileprivate var differs: Bool {
    !values.isEmpty && values.allSatisfy { former[$0.index] != $0.value }
  }

  /// Returns what differs from what it was when `old` were the values that differed from the row;
  /// `nil` if nothing does.
  fileprivate func differing(since old: PropertyValues) -> UnsavedChanges.Update? {
    if old.isEmpty, differs { return self }
    let row = row?.values ?? [:]
    var difference = self
    (difference.values, difference.former) = ([:], [:])
    var indexes = values.indexes
    indexes.formUnion(old.indexes)
    for index in indexes.sorted {
      guard let value = values[index] ?? row[index], let former = old[index] ?? row[index],
        value != former
      else { continue }
      difference.values[index] = value
      difference.former[index] = former
    }
    return difference.values.isEmpty ? nil : difference
  }
}

extension UnsavedChanges.Link: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (left.entity, left.property, left.owner.rowID, left.other.rowID)
      < (right.entity, right.property, right.owner.rowID, right.other.rowID)
  }
}

// MARK: Other rows and ids

extension UnsavedChanges {
  /// Returns the changes without the rows of the objects with `ids`, which the store has otherwise
  /// now, so that they are read again.
  func forgettingRows(of ids: Set<ObjectID>) -> UnsavedChanges {
    var changes = self
    for index in changes.updates.indices where ids.contains(changes.updates[index].id) {
      changes.updates[index].row = nil
    }
    for index in changes.deletions.indices where ids.contains(changes.deletions[index].id) {
      changes.deletions[index].row = nil
    }
    return changes
  }

  /// Returns the changes with the ids that `ids` gives objects instead of those that they had,
  /// whose entities are `entities`.
  func renamed(_ ids: [ObjectID: ObjectID], _ entities: [ManagedEntity]) -> UnsavedChanges {
    if ids.isEmpty { return self }
    func id(_ id: ObjectID) -> ObjectID { ids[id] ?? id }
    func values(_ values: PropertyValues, _ entity: Int) -> PropertyValues {
      var values = values
      for index in entities[entity].toOneIndexes {
        guard case .integer(let rowID)? = values[index],
          let relationship = entities[entity].relationships[index],
          let new = ids[
            ObjectID(entityName: entities[relationship.target].rootName, rowID: rowID)]
        else { continue }
        values[index] = .integer(new.rowID)
      }
      return values
    }
    func link(_ link: Link) -> Link {
      var link = link
      (link.owner, link.other) = (id(link.owner), id(link.other))
      return link
    }
    var changes = UnsavedChanges()
    for var insert in inserts {
      insert.id = id(insert.id)
      insert.values = values(insert.values, insert.entity)
      changes.inserts.append(insert)
    }
    for var update in updates {
      update.id = id(update.id)
      update.values = values(update.values, update.entity)
      update.former = values(update.former, update.entity)
      changes.updates.append(update)
    }
    for var deletion in deletions {
      deletion.id = id(deletion.id)
      changes.deletions.append(deletion)
    }
    changes.links = links.map(link)
    changes.unlinks = unlinks.map(link)
    for (toMany, members) in orders {
      changes.orders[ToMany(owner: id(toMany.owner), property: toMany.property)] =
        members.map(id)
    }
    for (toMany, members) in formerOrders {
      changes.formerOrders[ToMany(owner: id(toMany.owner), property: toMany.property)] =
        members.map(id)
    }
    changes.softDeletions = Set(softDeletions.map(id))
    changes.restorations = Set(restorations.map(id))
    return changes
  }
}

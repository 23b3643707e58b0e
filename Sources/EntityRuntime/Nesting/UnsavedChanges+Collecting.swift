import EntityModel
import EntityStore

extension UnsavedChanges {
  /// Creates what is unsaved in `unit`, and the members of the to-manys `wanted` in their order,
  /// whether that is unsaved or not.
  ///
  /// The members of ordered to-manys that have been changed are read.
  init(of unit: UnitOfWork, orders wanted: some Sequence<ToMany> = EmptyCollection()) {
    let tracker = unit.tracker
    for object in tracker.inserted where object.__isLive {
      inserts.append(
        Insert(
          id: object.__objectID, entity: object.__entity.layout.index, version: object.__version,
          assigned: object.__changes?.properties ?? [],
          values: object.storedValues))
    }
    for object in tracker.changed where object.__isLive {
      let differing = object.differingProperties.sorted
      if differing.isEmpty { continue }
      var update = Update(
        id: object.__objectID, entity: object.__entity.layout.index, row: object.storedRow,
        values: [:], former: [:])
      for index in differing {
        update.values[index] = object.comparedValue(at: index)
        update.former[index] = object.comparedOriginalValue(at: index)
      }
      updates.append(update)
    }
    for object in tracker.deleted {
      deletions.append(
        Deletion(
          id: object.__objectID, entity: object.__entity.layout.index,
          row: object.__flags.contains(.isFault) ? nil : object.storedRow))
    }
    softDeletions = Set(tracker.deletedSoftly.filter(\.__isLive).map(\.__objectID))
    let owners = (tracker.touched + tracker.inserted).filter { $0.__hasToManys && $0.__isLive }
    for owner in owners { addLinks(of: owner) }
    links.sort()
    unlinks.sort()
    for owner in owners {
      for state in owner.__toManys where state.order != nil && state.hasChanges {
        addOrder(of: owner, state.index, unit)
      }
    }
    for toMany in wanted where orders[toMany] == nil {
      guard let entity = unit.entity(named: toMany.owner.entityName),
        let owner = tracker.liveObject(toMany.owner.rowID, tree: entity.tree), owner.__isLive
      else { continue }
      addOrder(of: owner, toMany.property, unit)
    }
  }

  /// Adds the links of `owner` that it writes.
  private mutating func addLinks(of owner: ManagedObject) {
    for state in owner.__toManys {
      guard let end = RelationshipEnd(of: owner, state.index), end.relationship.writesLinks else {
        continue
      }
      func links(_ others: [ManagedObject]) -> [Link] {
        others.filter {
          // Of a relationship that is its own inverse both ends have the link.
          $0.__isLive && !(end.relationship.isOwnInverse && $0.__rowID < owner.__rowID)
        }.map {
          Link(
            entity: end.relationship.declaration.entity, property: end.index,
            owner: owner.__objectID, other: $0.__objectID)
        }
      }
      self.links += links(state.added.objects)
      unlinks += links(Array(state.removed))
    }
  }

  /// Adds the members of the ordered to-many `index` of `owner`.
  private mutating func addOrder(of owner: ManagedObject, _ index: Int, _ unit: UnitOfWork) {
    let members = unit.graph.members(of: owner, index).objects.filter(\.__isLive)
    let toMany = ToMany(owner: owner.__objectID, property: index)
    orders[toMany] = members.map(\.__objectID)
    guard let state = owner.__toMany(index), state.hasChanges else { return }
    let stored = state.order?.stored ?? members.filter { !state.added.contains($0) }
    formerOrders[toMany] = stored.map(\.__objectID)
  }
}

extension ManagedObject {
  /// All values as they are now, by property index.
  fileprivate final var storedValues: PropertyValues {
    guard __entity.externalSet.isEmpty else { return values(storedValue(at:)) }
    return values(writing: writeCurrent)
  }

  /// The row as it was read.
  fileprivate final var storedRow: UnsavedChanges.StoredRow {
    guard __entity.externalSet.isEmpty else {
      return UnsavedChanges.StoredRow(
        version: __version, values: values(comparedOriginalValue(at:)))
    }
    let hasOriginal = __changes?.original != nil
    return UnsavedChanges.StoredRow(
      version: __version,
      values: values(writing: hasOriginal ? writeOriginal : writeCurrent))
  }

  private final func values(_ value: (Int) -> StoredValue) -> PropertyValues {
    var values = PropertyValues(minimumCapacity: __entity.columnIndexes.count)
    for index in __entity.columnIndexes { values[index] = value(index) }
    return values
  }

  /// Returns what `write` writes of each property that has a column, none of them external.
  private final func values(writing write: (Int, __RowWriter) -> Void) -> PropertyValues {
    let indexes = __entity.columnIndexes
    var values = PropertyValues(minimumCapacity: indexes.count)
    withCells(at: indexes, write) { cells in
      for (index, cell) in zip(indexes, cells) { values[index] = cell.storedValue }
    }
    return values
  }
}

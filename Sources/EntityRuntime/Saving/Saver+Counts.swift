import EntityModel
import EntityStore

/// How many members to-manys hold once a save has been written, with what others have saved.
extension Saver {
  /// Returns whose members are to be counted once `changes` of `plan`, which have not been written,
  /// are: rows that others may have given members too, or taken some from, and whose to-manys have
  /// limits; `nil` where there is nothing to count.
  func membershipsToCount(
    of plan: SavePlan, _ changes: ChangeSet, _ session: any StoreSession
  ) throws -> BulkChange? {
    guard unit.container.entities.hasLimitedToManys else { return nil }
    var counted = BulkChange()
    for (object, properties) in plan.updates {
      for index in properties {
        guard let inverse = limitedInverse(of: index, object.__entity) else { continue }
        let references = [object.originalStoredValue(at: index), object.storedValue(at: index)]
        counted.count(inverse, of: references.compactMap(\.rowNumber))
      }
    }
    for object in plan.inserts {
      for index in object.__entity.toOneIndexes {
        guard let inverse = limitedInverse(of: index, object.__entity) else { continue }
        counted.count(inverse, of: [object.__toOne(index).rowID].filter { $0 > 0 })
      }
    }
    for links in [changes.links, changes.unlinks] {
      for link in links {
        let entity = unit.entities[link.entity]
        guard let relationship = entity.relationships[link.property] else { continue }
        counted.count(relationship, of: CollectionOfOne(link.owner))
        if let inverse = inverse(of: relationship) {
          counted.count(inverse, of: CollectionOfOne(link.other))
        }
      }
    }
    try addLosers(of: plan, to: &counted, session)
    for object in plan.inserts {
      if object.__flags.contains(.isInserted) {
        // What is new has the members that it has here.
        counted.forget(object.__rowID, object.__entity)
      } else {
        // A row that others have removed, and that is stored again, has lost the links that it had.
        counted.count(membersOf: object.__rowID, object.__entity)
      }
    }
    return counted.counted.isEmpty ? nil : counted
  }

  /// Adds to `counted` those that lose members with the rows that `plan` deletes, by the store.
  private func addLosers(
    of plan: SavePlan, to counted: inout BulkChange, _ session: any StoreSession
  ) throws {
    var linked: [ManagedRelationship.Declaration: [ManagedObject]] = [:]
    for object in plan.deletes {
      for index in object.__entity.relationshipIndexes {
        guard let relationship = object.__entity.relationships[index],
          relationship.inverseHasMinimum, let inverse = inverse(of: relationship)
        else { continue }
        if relationship.isToMany {
          linked[relationship.declaration, default: []].append(object)
        } else {
          let reference = object.originalStoredValue(at: index)
          counted.count(inverse, of: [reference].compactMap(\.rowNumber))
        }
      }
    }
    for (declaration, owners) in linked {
      let entity = unit.entities[declaration.entity]
      guard let relationship = entity.relationships[declaration.index],
        let inverse = inverse(of: relationship)
      else { continue }
      var losers: [Int64] = []
      try session.memberHeaders(
        of: entity.layout, property: declaration.index, owners: owners.map(\.__rowID).sorted()
      ) { _, row in losers.append(row.id) }
      counted.count(inverse, of: losers)
    }
  }

  /// Returns the inverse of the to-one `index` of `entity`, if it is a to-many with limits.
  private func limitedInverse(of index: Int, _ entity: ManagedEntity) -> ManagedRelationship? {
    guard let relationship = entity.relationships[index], !relationship.isToMany,
      relationship.inverseIsToMany, let inverse = inverse(of: relationship), inverse.hasLimits
    else { return nil }
    return inverse
  }

  private func inverse(of relationship: ManagedRelationship) -> ManagedRelationship? {
    unit.entities[relationship.target].relationships[relationship.inverseIndex]
  }
}

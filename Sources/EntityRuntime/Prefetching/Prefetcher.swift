import EntityModel
import EntityStore

/// Reads the relationships of many objects, each in one query.
struct Prefetcher {
  let unit: UnitOfWork

  /// Throws if one of `paths` names what is no relationship of the entity that it has come to,
  /// beginning with `entity`.
  func check(_ paths: [[String]], of entity: ManagedEntity) throws(StoreError) {
    for path in paths {
      var owner = entity
      for name in path {
        let index = try owner.layout.requiredPropertyIndex(name)
        guard let relationship = owner.relationships[index] else {
          throw StoreError(
            .invalidRequest,
            "'\(owner.name).\(name)' is no relationship, and only relationships are prefetched; "
              + "attributes are read with their object", entity: owner.name,
            properties: [name])
        }
        owner = unit.entities[relationship.target]
      }
    }
  }

  /// Reads what `paths` lead to from `objects`.
  ///
  /// What cannot be read is noted, as where it is touched first.
  func read(_ paths: [[String]], of objects: [ManagedObject]) {
    // Paths that begin alike find what the first of them has read.
    for path in paths {
      var owners = objects
      for name in path where !owners.isEmpty { owners = related(to: owners, by: name) }
    }
  }

  /// Returns the objects that `name` leads to from `owners`, each once, with their values.
  private func related(to owners: [ManagedObject], by name: String) -> [ManagedObject] {
    makeBatch(of: owners)
    var found: [ManagedObject] = []
    var known: Set<ObjectIdentifier> = []
    for owner in owners {
      // An object that another one of the class refers to may have no such property.
      guard let index = owner.__entity.layout.propertyIndex(name),
        let end = RelationshipEnd(of: owner, index)
      else { continue }
      for object in related(by: end) where known.insert(ObjectIdentifier(object)).inserted {
        if object.__flags.contains(.isFault) { unit.loader.fire(object) }
        found.append(object)
      }
    }
    return found
  }

  /// Returns the objects that `end` refers to and that are not deleted.
  private func related(by end: RelationshipEnd) -> [ManagedObject] {
    if end.relationship.isToMany { return unit.graph.related(by: end) }
    let reference = end.reference
    // Only what the owner refers to stays in the context.
    let target =
      reference.object ?? (reference.id == 0 ? nil : end.owner.__resolve(reference, end.index))
    return target.map { $0.__flags.contains(.isDeleted) ? [] : [$0] } ?? []
  }

  /// Makes the stored ones of `objects`, which are of one tree, a batch, so that they load what
  /// they refer to together, whoever has brought them.
  private func makeBatch(of objects: [ManagedObject]) {
    guard let first = objects.first,
      objects.contains(where: { $0.__batch !== first.__batch })
    else { return }
    let batch = FetchBatch(unit, tree: first.__entity.tree)
    for object in objects
    where object.__flags.isDisjoint(with: [.isFault, .isInserted, .isDeleted, .isDetached]) {
      batch.ids.append(object.__rowID)
      object.__batch = batch
    }
  }
}

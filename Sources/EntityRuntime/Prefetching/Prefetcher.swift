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
  /// - Throws: a `ReadError` with everything of it that cannot be read.
  func read(_ paths: [[String]], of objects: [ManagedObject]) throws {
    guard !paths.isEmpty else { return }
    try unit.problems.reportingOwn {
      // Paths that begin alike find what the first of them has read.
      for path in paths {
        var owners = objects
        for name in path where !owners.isEmpty { owners = related(to: owners, by: name) }
      }
    }
  }

  /// Returns the objects that `name` leads to from `owners`, each once, with their values.
  private func related(to owners: [ManagedObject], by name: String) -> [ManagedObject] {
    for owners in byTree(owners) { makeBatch(of: owners) }
    var found: [ManagedObject] = []
    var known: Set<ObjectIdentifier> = []
    for owner in owners {
      // An object that another one of the class refers to may have no such property.
      guard let index = owner.__entity.layout.propertyIndex(name),
        let end = RelationshipEnd(of: owner, index)
      else { continue }
      for object in unit.graph.related(by: end, isKept: true)
      where known.insert(ObjectIdentifier(object)).inserted {
        found.append(object)
      }
    }
    // Faults may have come from anywhere, and would be read with those that came with them.
    let faults = found.filter { $0.__flags.contains(.isFault) }
    for faults in byTree(faults) { unit.loader.fire(faults) }
    return found
  }

  /// Returns `objects` by the trees that they are of: nearly always, all are of one.
  private func byTree(_ objects: [ManagedObject]) -> [[ManagedObject]] {
    guard let first = objects.first else { return [] }
    if objects.allSatisfy({ $0.__entity.tree == first.__entity.tree }) { return [objects] }
    let trees = Dictionary(grouping: objects, by: \.__entity.tree)
    return trees.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Makes the stored ones of `objects`, which are of one tree, a batch, so that they load what
  /// they refer to together, whoever has brought them.
  private func makeBatch(of objects: [ManagedObject]) {
    guard let first = objects.first else { return }
    let batch = FetchBatch(unit, tree: first.__entity.tree)
    for object in objects
    where object.__flags.isDisjoint(with: [.isFault, .isInserted, .isDeleted, .isDetached]) {
      batch.ids.append(object.__rowID)
      object.__batch = batch
    }
  }
}

import EntityModel
import EntityStore

/// Many objects by their ids.
extension QueryEngine {
  /// Returns the objects of `type` with `ids`, in their order; ids that have none are left out.
  func objects(_ type: ManagedObject.Type, with ids: [ObjectID]) throws -> [ManagedObject] {
    guard type == ManagedObject.self else {
      let entity = try unit.entity(of: type)
      // No row has the id 0.
      let rowIDs = ids.map { $0.entityName == entity.rootName ? $0.rowID : 0 }
      return try liveObjects(rowIDs, in: entity).compactMap { object in
        object?.__isKind(of: entity) == true ? object : nil
      }
    }
    // Whoever names no class asks for the objects whatever they are.
    var found = [ManagedObject?](repeating: nil, count: ids.count)
    for (name, positions) in Dictionary(grouping: ids.indices, by: { ids[$0].entityName }) {
      guard let root = unit.entity(named: name), root.rootName == name
      else { continue }
      let objects = try liveObjects(positions.map { ids[$0].rowID }, in: root)
      for (position, object) in zip(positions, objects) { found[position] = object }
    }
    return found.compactMap(\.self)
  }

  /// Returns the object of each of the rows `ids` of the tree that `entity` is in, `nil` where
  /// there is none; they are a batch.
  private func liveObjects(
    _ ids: [Int64], in entity: ManagedEntity
  ) throws -> [ManagedObject?] {
    var found: [ManagedObject?] = []
    found.reserveCapacity(ids.count)
    var missing: [Int64] = []
    let batch = FetchBatch(unit, tree: entity.tree)
    for id in ids {
      let live = tracker.liveObject(id, tree: entity.tree)
      // One that cannot be read may have no row any more.
      guard let live, id < 0 || live.__flags.isDisjoint(with: [.isFault, .isUnreadable]) else {
        if id > 0, live?.__flags.contains(.isDeleted) != true { missing.append(id) }
        found.append(nil)
        continue
      }
      guard !live.__flags.contains(.isDeleted) else {
        found.append(nil)
        continue
      }
      if !live.__flags.contains(.isInserted), live.__batch !== batch {
        batch.ids.append(id)
        live.__batch = batch
      }
      found.append(live)
    }
    guard !missing.isEmpty else { return found }
    // Most lists of ids are in order.
    let isAscending = zip(missing, missing.dropFirst()).allSatisfy { $0 < $1 }
    let wanted = isAscending ? missing : Set(missing).sorted()
    // Nobody else retains what is made.
    var made: [ManagedObject] = []
    made.reserveCapacity(wanted.count)
    try session.request { session in
      try session.rows(ids: wanted, of: entity.layout) { row in
        if let object = loader.object(of: &row, batch) { made.append(object) }
      }
    }
    for (position, id) in ids.enumerated() where found[position] == nil {
      // A fault whose row did not come does not exist any more.
      if let object = tracker.liveObject(id, tree: entity.tree),
        object.__flags.isDisjoint(with: [.isFault, .isDeleted]),
        !object.__flags.contains(.isUnreadable) || made.contains(where: { $0 === object })
      {
        found[position] = object
      }
    }
    return withExtendedLifetime(made) { found }
  }
}

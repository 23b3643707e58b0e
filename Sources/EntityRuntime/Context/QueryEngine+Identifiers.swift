import EntityModel
import EntityStore

/// Many objects by their ids.
extension QueryEngine {
  /// Returns the objects of `type` with `ids`, in their order; ids that have none are left out.
  func objects(_ type: ManagedObject.Type, with ids: [ObjectID]) throws -> [ManagedObject] {
    guard type == ManagedObject.self else {
      let entity = try unit.entity(of: type)
      let found = try liveObjects(
        ids.lazy.filter { $0.entityName == entity.rootName }.map(\.rowID), in: entity)
      return ids.compactMap { id in
        guard id.entityName == entity.rootName, let object = found[id.rowID],
          object.__isKind(of: entity)
        else { return nil }
        return object
      }
    }
    // Whoever names no class asks for the objects whatever they are.
    var found: [String: [Int64: ManagedObject]] = [:]
    for (name, ids) in Dictionary(grouping: ids, by: \.entityName) {
      guard let root = unit.entity(named: name), root.rootName == name
      else { continue }
      found[name] = try liveObjects(ids.lazy.map(\.rowID), in: root)
    }
    return ids.compactMap { found[$0.entityName]?[$0.rowID] }
  }

  /// Returns the objects of the rows `ids` of the tree that `entity` is in, by their ids; they are
  /// a batch.
  private func liveObjects(
    _ ids: some Sequence<Int64>, in entity: ManagedEntity
  ) throws -> [Int64: ManagedObject] {
    var found: [Int64: ManagedObject] = [:]
    var missing: Set<Int64> = []
    let batch = FetchBatch(unit, tree: entity.tree)
    for id in ids where found[id] == nil {
      guard let live = tracker.liveObject(id, tree: entity.tree) else {
        if id > 0 { missing.insert(id) }
        continue
      }
      if live.__flags.contains(.isDeleted) { continue }
      if live.__flags.contains(.isFault) { missing.insert(id) }
      found[id] = live
    }
    let faults = found.filter { $1.__flags.contains(.isFault) }
    for (id, object) in found where object.__flags.isDisjoint(with: [.isInserted, .isFault]) {
      batch.ids.append(id)
      object.__batch = batch
    }
    guard !missing.isEmpty else { return found }
    try session.request { session in
      try session.rows(ids: missing.sorted(), of: entity.layout) { row in
        found[row.id] = loader.object(of: &row, batch)
      }
    }
    // The row of a fault that did not come does not exist any more.
    for (id, object) in faults where object.__flags.contains(.isFault) { found[id] = nil }
    return found
  }
}

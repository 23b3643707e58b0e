import EntityJSON
import EntityModel

extension StoreExport {
  /// `true` if the to-many `index` of `entity` is written as lists: links have no other place, and
  /// neither has an order.
  func isWrittenAsList(_ index: Int, of entity: EntityLayout) -> Bool {
    guard let relationship = entity.relationships[index], relationship.relationship.isToMany else {
      return false
    }
    switch relationship.location {
    case .column: return false
    case .inverseColumn: return relationship.relationship.isOrdered
    case .join(_, let isReversed): return !isReversed || relationship.relationship.isOrdered
    }
  }

  /// Writes the members of each object of `entity` by its to-many `index`, where there are any.
  func writeLists(of entity: EntityLayout, _ index: Int) throws {
    guard let owners = selected[entity.table.name], let relationship = entity.relationships[index]
    else { return }
    let (location, target) = try layout.toMany(index, of: entity)
    // One member has no order, and is where it is by its reference.
    let fewest = if case .inverseColumn = location { 2 } else { 1 }
    let known = isPart ? selected[target.table.name] ?? RowIDs() : nil
    try owners.forEachChunk(of: TransferFormat.batch) { chunk in
      let members = try session.memberIDs(of: entity, property: index, owners: chunk)
      var lists: [(owner: Int64, members: [Int64])] = []
      for (owner, all) in zip(chunk, members) {
        let ids = all.filter { known?.contains($0) ?? true }
        if ids.count >= fewest { lists.append((owner, ids)) }
      }
      guard !lists.isEmpty else { return }
      var names: [RowName: [StoredValue]] = [:]
      if options.references == .keys {
        var wanted: [Int: Set<Int64>] = [entity.index: Set(lists.map(\.owner))]
        wanted[target.index, default: []].formUnion(lists.flatMap(\.members))
        names = try self.names(wanted)
      }
      for list in lists {
        writer.beginObject()
        writer.member("list", "\(entity.name).\(relationship.relationship.name)")
        writer.beginMember("of")
        try writeReference(list.owner, entity, names)
        writer.beginMember("members")
        writer.beginArray()
        for member in list.members { try writeReference(member, target, names) }
        writer.endArray()
        try endLine(
          of: "'\(entity.name).\(relationship.relationship.name)' of \(entity.name)-\(list.owner)")
        countList()
      }
    }
  }
}

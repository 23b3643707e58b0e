import EntityModel
import EntityStore

/// What becomes of relationships that are to-one at both ends while one end is assigned in many
/// rows, one after the other: whoever is taken by one row is lost by the one before.
struct OneToOneChanges {
  let unit: UnitOfWork

  /// One end in one row.
  private struct End: Hashable {
    let row: BulkChange.Row
    let index: Int
  }

  /// A row whose end is assigned.
  private struct Assigned {
    let relationship: ManagedRelationship
    let entity: ManagedEntity
    let id: Int64
    let target: Int64?
  }

  /// A row as it was read.
  private struct Known {
    let entity: ManagedEntity
    let version: Int64
  }

  private var assigned: [Assigned] = []
  private var known: [BulkChange.Row: Known] = [:]

  /// The ends as they were read, and as they are to be.
  private var before: [End: Int64?] = [:]
  private var after: [End: Int64?] = [:]

  init(unit: UnitOfWork) { self.unit = unit }

  /// Notes that the row `id` of `entity`, which refers to `old` by `relationship`, is made to refer
  /// to `new`.
  mutating func assign(
    _ relationship: ManagedRelationship, _ entity: ManagedEntity, _ id: Int64, _ version: Int64,
    _ old: StoredValue, _ new: StoredValue
  ) {
    let row = BulkChange.Row(tree: entity.tree, id: id)
    known[row] = Known(entity: entity, version: version)
    before[End(row: row, index: relationship.index)] = .some(old.rowNumber)
    assigned.append(
      Assigned(relationship: relationship, entity: entity, id: id, target: new.rowNumber))
  }

  /// Refuses ends that were to refer to what does not exist or is of another class.
  func requireTargets(_ session: any StoreSession) throws {
    var targets: [ManagedRelationship.Declaration: (Assigned, Set<Int64>)] = [:]
    for item in assigned {
      guard let target = item.target else { continue }
      targets[item.relationship.declaration, default: (item, [])].1.insert(target)
    }
    for (item, ids) in targets.values {
      try unit.requireTargets(ids, of: item.relationship, item.entity, session)
    }
  }

  /// Adds what is to be written of all ends; returns how many rows that is of which none has been
  /// assigned.
  mutating func add(to change: inout BulkChange, _ session: any StoreSession) throws -> Int {
    let own = Set(assigned.map { BulkChange.Row(tree: $0.entity.tree, id: $0.id) })
    for item in assigned {
      let relationship = item.relationship
      let inverseTree = unit.entities[relationship.target].tree
      let inverse = unit.entities[relationship.target].relationships[relationship.inverseIndex]
      func own(_ id: Int64) -> End {
        End(row: .init(tree: item.entity.tree, id: id), index: relationship.index)
      }
      func other(_ id: Int64) -> End {
        End(row: .init(tree: inverseTree, id: id), index: relationship.inverseIndex)
      }
      let former = try target(of: own(item.id), relationship, session)
      if former == item.target { continue }
      after[own(item.id)] = .some(item.target)
      if let former, try target(of: other(former), inverse, session) == item.id {
        after[other(former)] = .some(nil)
      }
      guard let target = item.target else { continue }
      if let holder = try self.target(of: other(target), inverse, session), holder != item.id,
        try self.target(of: own(holder), relationship, session) == target
      {
        after[own(holder)] = .some(nil)
      }
      after[other(target)] = .some(item.id)
    }
    return write(to: &change, without: own)
  }

  /// Returns what `end`, which is one of `relationship`, refers to now; `nil` for nothing, and if
  /// its row is of a class that does not have the relationship.
  private mutating func target(
    of end: End, _ relationship: ManagedRelationship?, _ session: any StoreSession
  ) throws -> Int64? {
    if let id = after[end] { return id }
    if let id = before[end] { return id }
    guard let root = unit.entities.first(where: { $0.tree == end.row.tree }) else { return nil }
    var found: Int64?
    _ = try session.row(id: end.row.id, of: root.layout) { row in
      guard let index = row.entity else { return }
      let entity = unit.entities[index]
      guard let relationship, entity.has(relationship),
        let column = entity.layout.columns[end.index]
      else { return }
      known[end.row] = Known(entity: entity, version: row.version ?? -1)
      found = row[column.position].storedValue.rowNumber
    }
    before[end] = .some(found)
    return found
  }

  /// Adds the ends that differ from what was read to `change`, in which the rows may have other
  /// changes; returns how many rows that is beside `own`.
  private func write(to change: inout BulkChange, without own: Set<BulkChange.Row>) -> Int {
    var ends: [BulkChange.Row: [(index: Int, old: Int64?, new: Int64?)]] = [:]
    for (end, new) in after {
      let old = before[end] ?? nil
      if old != new { ends[end.row, default: []].append((end.index, old, new)) }
    }
    var positions: [BulkChange.Row: Int] = [:]
    for (position, update) in change.changes.updates.enumerated() {
      let row = BulkChange.Row(tree: unit.entities[update.entity].tree, id: update.id)
      if ends[row] != nil { positions[row] = position }
    }
    for (row, changed) in ends {
      guard let known = known[row] else { continue }
      for (index, _, new) in changed where new == nil {
        if known.entity.relationships[index]?.description.isOptional == false {
          change.problems.append(.init(missing: index, known.entity, row: row.id))
        }
      }
      let former = positions[row].map { change.changes.updates[$0] }
      var columns: [(index: Int, old: StoredValue, new: StoredValue)] = changed.map {
        ($0, $1.map { .integer($0) } ?? .null, $2.map { .integer($0) } ?? .null)
      }
      if let former, let values = former.values, let base = former.base {
        for (slot, index) in former.properties.enumerated() {
          columns.append((index, base[slot], values[slot]))
        }
      }
      columns.sort { $0.index < $1.index }
      let update = ChangeSet.Update(
        entity: known.entity.layout.index, id: row.id, version: known.version,
        properties: columns.map(\.index), values: columns.map(\.new), base: columns.map(\.old))
      if let position = positions[row] {
        change.changes.updates[position] = update
      } else {
        change.changes.updates.append(update)
      }
    }
    return ends.keys.count { !own.contains($0) }
  }
}

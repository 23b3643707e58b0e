import EntityModel
import EntityStore

/// The deletion of all rows that a query finds, and what their delete rules do to others: worked
/// out for all rows together, relationship by relationship.
struct BulkDeletion {
  private let unit: UnitOfWork
  private let session: any StoreSession

  /// A row that has been found.
  private struct Found {
    let entity: Int
    let id: Int64
    let version: Int64

    /// What the to-ones that a delete rule is about refer to, by property index.
    var targets: [Int: Int64]
  }

  /// The rows that are to be deleted, by tree.
  private var doomed: [Set<Int64>]

  private var found: [Found] = []
  private var change = BulkChange()

  /// The positions in `change` of the rows that lose references.
  private var positions: [BulkChange.Row: Int] = [:]

  init(_ unit: UnitOfWork, _ session: any StoreSession) {
    self.unit = unit
    self.session = session
    doomed = Array(repeating: [], count: unit.maps.count)
  }

  /// Returns the deletion of the rows that `query` finds, and how many those are.
  static func change(
    _ query: EntityQuery, _ unit: UnitOfWork, _ session: any StoreSession
  ) throws -> (change: BulkChange, count: Int) {
    var deletion = BulkDeletion(unit, session)
    try session.rows(query) { deletion.doom($0) }
    let count = deletion.found.count
    return (try deletion.followRules(), count)
  }

  /// Returns the deletion of the rows that `deletes` names.
  static func change(
    _ deletes: [ChangeSet.Delete], _ unit: UnitOfWork, _ session: any StoreSession
  ) throws -> BulkChange {
    var deletion = BulkDeletion(unit, session)
    for (index, rows) in Dictionary(grouping: deletes, by: \.entity).sorted(by: { $0.key < $1.key })
    {
      try session.rows(ids: rows.map(\.id).sorted(), of: unit.entities[index].layout) {
        deletion.doom($0)
      }
    }
    return try deletion.followRules()
  }

  /// Returns the deletion of what has been found, and of what goes with it.
  private mutating func followRules() throws -> BulkChange {
    try followCascades()
    try followOtherRules()
    change.changes.deletes = found.map {
      .init(entity: $0.entity, id: $0.id, version: $0.version)
    }
    return change
  }

  /// Notes that `row` is to be deleted.
  private mutating func doom(_ row: borrowing __Row) {
    guard let index = row.entity else { return }
    let entity = unit.entities[index]
    guard doomed[entity.tree].insert(row.id).inserted else { return }
    var targets: [Int: Int64] = [:]
    for property in entity.toOneIndexes {
      guard let relationship = entity.relationships[property],
        relationship.concernsTargets, let column = entity.layout.columns[property],
        let id = row[column.position].integer
      else { continue }
      targets[property] = id
    }
    found.append(
      Found(entity: index, id: row.id, version: row.version ?? -1, targets: targets))
  }

  /// `true` if the row `id` of `entity`'s tree is to be deleted.
  private func isDoomed(_ id: Int64, _ entity: ManagedEntity) -> Bool {
    doomed[entity.tree].contains(id)
  }

  // MARK: Cascades

  /// Finds everything that is to be deleted too.
  private mutating func followCascades() throws {
    var start = 0
    while start < found.count {
      let wave = Dictionary(grouping: found[start...], by: \.entity)
      start = found.count
      for (index, rows) in wave.sorted(by: { $0.key < $1.key }) {
        let entity = unit.entities[index]
        for property in entity.relationshipIndexes {
          guard let relationship = entity.relationships[property],
            relationship.description.deleteRule == .cascade
          else { continue }
          try forEachRelated(of: rows, relationship) { $0.doom($2) }
        }
      }
    }
  }

  /// Calls `body` with each row that `relationship` of `rows`, which are of one entity, refers to,
  /// after the row that refers to it.
  private mutating func forEachRelated(
    of rows: [Found], _ relationship: ManagedRelationship,
    _ body: (inout BulkDeletion, _ owner: Int64, borrowing __Row) throws -> Void
  ) throws {
    let target = unit.entities[relationship.target]
    if relationship.isToMany {
      guard let entity = rows.first?.entity else { return }
      let owners = rows.map(\.id).sorted()
      let layout = unit.entities[entity].layout
      try session.members(of: layout, property: relationship.index, owners: owners) {
        owner, _, row in
        try body(&self, owners[owner], row)
      }
      return
    }
    var owners: [Int64: [Int64]] = [:]
    for row in rows {
      if let id = row.targets[relationship.index] { owners[id, default: []].append(row.id) }
    }
    guard !owners.isEmpty else { return }
    try session.rows(ids: owners.keys.sorted(), of: target.layout) { row in
      for owner in owners[row.id] ?? [] { try body(&self, owner, row) }
    }
  }

  // MARK: Other rules

  /// Applies what is not a cascade, now that it is known what goes.
  private mutating func followOtherRules() throws {
    let groups = Dictionary(grouping: found, by: \.entity).sorted { $0.key < $1.key }
    for (index, rows) in groups {
      let entity = unit.entities[index]
      for property in entity.relationshipIndexes {
        guard let relationship = entity.relationships[property] else { continue }
        switch relationship.description.deleteRule {
        case .deny: try deny(rows, entity, relationship)
        case .nullify where !relationship.inverseIsToMany: try nullify(rows, relationship)
        case .noAction where !relationship.inverseIsToMany:
          try refuseOrphans(of: rows, relationship)
        case .cascade, .noAction, .nullify: break
        }
        try countLosses(of: rows, relationship)
      }
    }
  }

  /// Refuses the deletion of `rows` that hold something by `relationship`.
  private mutating func deny(
    _ rows: [Found], _ entity: ManagedEntity, _ relationship: ManagedRelationship
  ) throws {
    let target = unit.entities[relationship.target]
    var counts: [Int64: Int] = [:]
    try forEachRelated(of: rows, relationship) { deletion, owner, row in
      if !deletion.isDoomed(row.id, target) { counts[owner, default: 0] += 1 }
    }
    for (id, count) in counts {
      change.problems.append(
        ValidationError.Problem(
          "validation.denied", entity, row: id, relationship.index,
          "forbids deleting the object while it holds \(count == 1 ? "one" : "\(count)"); "
            + "delete or move what it holds first"))
    }
  }

  /// Clears the to-ones that refer back to `rows` by the inverse of `relationship`.
  private mutating func nullify(_ rows: [Found], _ relationship: ManagedRelationship) throws {
    try forEachLeft(referringTo: rows, relationship) { deletion, owner, row, entity in
      deletion.clear(relationship.inverseIndex, of: row, entity, owner)
    }
  }

  /// Refuses the deletion of `rows` that others refer to by the inverse of `relationship`, whose
  /// rule does nothing about that.
  private mutating func refuseOrphans(
    of rows: [Found], _ relationship: ManagedRelationship
  ) throws {
    try forEachLeft(referringTo: rows, relationship) { deletion, _, row, entity in
      deletion.change.problems.append(
        ValidationError.Problem(
          "validation.deleted", entity, row: row.id, relationship.inverseIndex,
          "refers to an object that has been deleted; let it refer to another or to nothing"))
    }
  }

  /// Calls `body` with each row that is not to be deleted and refers to one of `rows` by the
  /// inverse of `relationship`, a to-one, after the row that it refers to.
  private mutating func forEachLeft(
    referringTo rows: [Found], _ relationship: ManagedRelationship,
    _ body: (inout BulkDeletion, _ owner: Int64, borrowing __Row, ManagedEntity) throws -> Void
  ) throws {
    try forEachRelated(of: rows, relationship) { deletion, owner, row in
      guard let index = row.entity else { return }
      let entity = deletion.unit.entities[index]
      guard !deletion.isDoomed(row.id, entity),
        let column = entity.layout.columns[relationship.inverseIndex],
        row[column.position].integer == owner
      else { return }
      try body(&deletion, owner, row, entity)
    }
  }

  /// Clears the to-one `property` of `row`, which is of `entity` and refers to the row `owner`.
  private mutating func clear(
    _ property: Int, of row: borrowing __Row, _ entity: ManagedEntity, _ owner: Int64
  ) {
    if entity.relationships[property]?.description.isOptional == false {
      change.problems.append(.init(missing: property, entity, row: row.id))
    }
    let name = BulkChange.Row(tree: entity.tree, id: row.id)
    guard let position = positions[name] else {
      positions[name] = change.changes.updates.count
      change.changes.updates.append(
        .init(
          entity: entity.layout.index, id: row.id, version: row.version ?? -1,
          properties: [property], values: [.null], base: [.integer(owner)]))
      return
    }
    let former = change.changes.updates[position]
    guard !former.properties.contains(property), let base = former.base else { return }
    let slot = former.properties.firstIndex { $0 > property } ?? former.properties.count
    var (properties, bases) = (former.properties, base)
    properties.insert(property, at: slot)
    bases.insert(.integer(owner), at: slot)
    change.changes.updates[position] = .init(
      entity: former.entity, id: former.id, version: former.version, properties: properties,
      values: bases.map { _ in .null }, base: bases)
  }

  /// Has those counted that lose members with `rows`.
  private mutating func countLosses(
    of rows: [Found], _ relationship: ManagedRelationship
  ) throws {
    let target = unit.entities[relationship.target]
    guard relationship.inverseHasMinimum,
      let inverse = target.relationships[relationship.inverseIndex]
    else { return }
    var losers: Set<Int64> = []
    try forEachRelated(of: rows, relationship) { deletion, _, row in
      if !deletion.isDoomed(row.id, target) { losers.insert(row.id) }
    }
    change.count(inverse, of: losers)
  }
}

extension ManagedRelationship {
  /// `true` if the deletion of an object may concern what the to-one refers to.
  fileprivate var concernsTargets: Bool {
    switch description.deleteRule {
    case .cascade, .deny: true
    case .nullify, .noAction: !inverseIsToMany || inverseHasMinimum
    }
  }
}

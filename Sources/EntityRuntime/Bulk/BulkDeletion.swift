import EntityModel
import EntityStore

/// The deletion of all rows that a query finds, and what their delete rules do to others: worked
/// out for all rows together, relationship by relationship.
struct BulkDeletion {
  /// What becomes of the rows that are found, and of those that they cascade to.
  enum Fate {
    case removed

    /// They stay and have this time of their deletion.
    case deletedSoftly(StoredValue)

    /// They have no time of their deletion any more.
    case restored
  }

  private let fate: Fate
  private let unit: UnitOfWork

  /// The time of the change, for rows that keep it.
  private let time: StoredValue
  private let session: any StoreSession

  /// A row that has been found.
  private struct Found {
    let entity: Int
    let id: Int64
    let version: Int64
  }

  /// What the columns of a row say that its deletion depends upon.
  private struct Details {
    /// What the to-ones that a delete rule is about refer to, by property index.
    var targets: [Int: Int64] = [:]

    /// When the row was deleted softly; null if it has not been.
    var date = StoredValue.null

    /// What the attributes hold that have the time of the last save, of a row that stays.
    var times: [(index: Int, value: StoredValue)] = []

    /// `true` if the columns say nothing.
    var isEmpty: Bool { targets.isEmpty && date.isNull && times.isEmpty }
  }

  /// The rows that are to be deleted, by tree.
  private var doomed: [DoomedRows]

  private var found: [Found] = []

  /// What the columns of those rows say that have something to say.
  private var details: [BulkChange.Row: Details] = [:]
  private var change = BulkChange()

  /// The positions in `change` of the rows that lose references.
  private var positions: [BulkChange.Row: Int] = [:]

  private init(_ fate: Fate, _ unit: UnitOfWork, _ session: any StoreSession) {
    self.fate = fate
    self.unit = unit
    time = unit.container.store.now().storedValue
    self.session = session
    doomed = Array(repeating: DoomedRows(), count: unit.maps.count)
  }

  /// Returns what is to be written so that the rows that `query` finds come to their `fate`, and
  /// how many those are.
  static func change(
    _ query: EntityQuery, _ fate: Fate, _ unit: UnitOfWork, _ session: any StoreSession
  ) throws -> (change: BulkChange, count: Int) {
    var deletion = BulkDeletion(fate, unit, session)
    try session.rows(query) { deletion.doom($0) }
    let count = deletion.found.count
    return (try deletion.followRules(), count)
  }

  /// Returns the deletion of the rows that `deletes` names.
  static func change(
    _ deletes: [ChangeSet.Delete], _ unit: UnitOfWork, _ session: any StoreSession
  ) throws -> BulkChange {
    var deletion = BulkDeletion(.removed, unit, session)
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
    switch fate {
    case .removed:
      try followOtherRules()
      change.changes.deletes = found.map {
        .init(entity: $0.entity, id: $0.id, version: $0.version)
      }
    case .deletedSoftly(let date):
      try followDenials()
      dateAll(date)
    case .restored: dateAll(.null)
    }
    return change
  }

  /// Notes that `row` is to be deleted.
  private mutating func doom(_ row: borrowing __Row) {
    guard let index = row.entity else { return }
    let entity = unit.entities[index]
    let date = date(of: row) ?? .null
    switch fate {
    case .removed: break
    case .deletedSoftly:
      guard entity.deletionDate != nil, date.isNull else { return }
    case .restored:
      if date.isNull { return }
    }
    guard doomed[entity.tree].insert(row.id) else { return }
    found.append(Found(entity: index, id: row.id, version: row.version ?? -1))
    var details = Details(date: date)
    for property in entity.toOneIndexes {
      guard let relationship = entity.relationships[property],
        relationship.concernsTargets, let column = entity.layout.columns[property],
        let id = row[column.position].integer
      else { continue }
      details.targets[property] = id
    }
    switch fate {
    case .removed: break
    case .deletedSoftly, .restored: details.times = entity.times(of: row)
    }
    if !details.isEmpty { self.details[BulkChange.Row(tree: entity.tree, id: row.id)] = details }
  }

  /// Returns what the columns of `row` say that its deletion depends upon.
  private func details(of row: Found) -> Details {
    guard !details.isEmpty else { return Details() }
    return details[BulkChange.Row(tree: unit.entities[row.entity].tree, id: row.id)] ?? Details()
  }

  /// Returns those rows that have been found from position `start` on, by the order of their
  /// entities.
  private func rowsByEntity(from start: Int = 0) -> [(entity: Int, rows: [Found])] {
    let rows = found[start...]
    guard let first = rows.first else { return [] }
    if rows.allSatisfy({ $0.entity == first.entity }) { return [(first.entity, Array(rows))] }
    return Dictionary(grouping: rows, by: \.entity).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
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
      let wave = rowsByEntity(from: start)
      start = found.count
      for (index, rows) in wave {
        let entity = unit.entities[index]
        for property in entity.relationshipIndexes {
          guard let relationship = entity.relationships[property],
            relationship.description.deleteRule == .cascade
          else { continue }
          guard case .restored = fate else {
            try forEachRelated(
              of: rows, relationship, headersOnly: !asksColumns(of: relationship.target)
            ) { $0.doom($2) }
            continue
          }
          // What has been deleted together is restored together.
          let dates = Dictionary(
            rows.map { ($0.id, details(of: $0).date) }, uniquingKeysWith: { $1 })
          try forEachRelated(of: rows, relationship) { deletion, owner, row in
            if deletion.date(of: row) == dates[owner] { deletion.doom(row) }
          }
        }
      }
    }
  }

  /// `true` if more than their headers is to be known of rows of the tree of the entity at `index`
  /// that are to be deleted.
  private func asksColumns(of index: Int) -> Bool {
    guard case .removed = fate else { return true }
    return unit.entities.contains { entity in
      entity.tree == unit.entities[index].tree
        && (entity.deletionDate != nil
          || entity.toOneIndexes.contains { entity.relationships[$0]?.concernsTargets == true })
    }
  }

  /// Calls `body` with each row that `relationship` of `rows`, which are of one entity, refers to,
  /// after the row that refers to it; of a to-many with their headers alone if `headersOnly`.
  private mutating func forEachRelated(
    of rows: [Found], _ relationship: ManagedRelationship, headersOnly: Bool = false,
    _ body: (inout BulkDeletion, _ owner: Int64, borrowing __Row) throws -> Void
  ) throws {
    let target = unit.entities[relationship.target]
    if relationship.isToMany {
      guard let entity = rows.first?.entity else { return }
      let owners = rows.map(\.id).sorted()
      let layout = unit.entities[entity].layout
      if headersOnly {
        return try session.memberHeaders(
          of: layout, property: relationship.index, owners: owners
        ) { owner, row in try body(&self, owners[owner], row) }
      }
      try session.members(of: layout, property: relationship.index, owners: owners) {
        owner, _, row in
        try body(&self, owners[owner], row)
      }
      return
    }
    var owners: [Int64: [Int64]] = [:]
    for row in rows {
      if let id = details(of: row).targets[relationship.index] {
        owners[id, default: []].append(row.id)
      }
    }
    guard !owners.isEmpty else { return }
    try session.rows(ids: owners.keys.sorted(), of: target.layout) { row in
      for owner in owners[row.id] ?? [] { try body(&self, owner, row) }
    }
  }

  // MARK: Soft deletion

  /// Returns when `row` was deleted softly, null if it has not been, and `nil` where it cannot be.
  private func date(of row: borrowing __Row) -> StoredValue? {
    guard let index = row.entity, let date = unit.entities[index].deletionDate,
      let column = unit.entities[index].layout.columns[date]
    else { return nil }
    return row[column.position].storedValue
  }

  /// Gives all rows that have been found `date` as the time of their deletion.
  private mutating func dateAll(_ date: StoredValue) {
    for row in found {
      guard let index = unit.entities[row.entity].deletionDate else { continue }
      let details = details(of: row)
      var update = ChangeSet.Update(
        entity: row.entity, id: row.id, version: row.version, properties: [index],
        values: [date], base: [details.date])
      for (index, former) in details.times { update.add(index, time, insteadOf: former) }
      change.changes.updates.append(update)
    }
  }

  /// Refuses the deletion of rows that hold, by a relationship that denies it, what has not been
  /// deleted.
  private mutating func followDenials() throws {
    for (index, rows) in rowsByEntity() {
      let entity = unit.entities[index]
      for property in entity.relationshipIndexes {
        guard let relationship = entity.relationships[property],
          relationship.description.deleteRule == .deny
        else { continue }
        try deny(rows, entity, relationship)
      }
    }
  }

  /// `true` if `row` of `target` is nothing that a rule protects: it goes too, or went before.
  private func isLeftOut(_ row: borrowing __Row, _ target: ManagedEntity) -> Bool {
    if isDoomed(row.id, target) { return true }
    guard case .deletedSoftly = fate else { return false }
    return date(of: row)?.isNull == false
  }

  // MARK: Other rules

  /// Applies what is not a cascade, now that it is known what goes.
  private mutating func followOtherRules() throws {
    for (index, rows) in rowsByEntity() {
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
      if !deletion.isLeftOut(row, target) { counts[owner, default: 0] += 1 }
    }
    for (id, count) in counts {
      change.problems.append(
        ValidationError.Problem(
          "validation.denied", entity, row: id, relationship.index,
          saying: entity.layout.text(of: relationship.index, denyingDeletionFor: count)))
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
      var update = ChangeSet.Update(
        entity: entity.layout.index, id: row.id, version: row.version ?? -1,
        properties: [property], values: [.null], base: [.integer(owner)])
      for (index, former) in entity.times(of: row) { update.add(index, time, insteadOf: former) }
      change.changes.updates.append(update)
      return
    }
    change.changes.updates[position].add(property, .null, insteadOf: .integer(owner))
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

/// The ids of rows that are to be deleted, most of which come in their order.
private struct DoomedRows {
  /// Those that have come after all that are less.
  private var ascending: [Int64] = []

  /// The others, each of which is less than one of those.
  private var others: Set<Int64> = []

  /// Adds `id`; `false` if it is there.
  mutating func insert(_ id: Int64) -> Bool {
    if let last = ascending.last, id <= last {
      return isAscending(id) ? false : others.insert(id).inserted
    }
    ascending.append(id)
    return true
  }

  func contains(_ id: Int64) -> Bool { isAscending(id) || others.contains(id) }

  private func isAscending(_ id: Int64) -> Bool {
    var (low, high) = (0, ascending.count)
    while low < high {
      let middle = (low + high) / 2
      if ascending[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ascending.count && ascending[low] == id
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

import EntityModel
import EntityStore

/// What a statement by hand changes, with all that follows of it, worked out as a save would write
/// it.
struct StatementChange {
  private let unit: UnitOfWork
  private let session: any WritingSession

  /// What is to be written.
  private(set) var change = BulkChange()

  /// How many rows the statement itself changes.
  private(set) var count = 0

  /// The rows that are to be deleted, by tree.
  private var doomed: [Set<Int64>]

  /// What relationships are made to refer to.
  private var targets: [ManagedRelationship.Declaration: Targets] = [:]

  /// The rows that a relationship of rows of `entity` is made to refer to.
  private struct Targets {
    let relationship: ManagedRelationship
    let entity: ManagedEntity
    var ids: Set<Int64> = []
  }

  /// Works out what `changes`, those of a statement, come to.
  ///
  /// - Throws: a `StoreError` for a value that its property cannot hold, a `PropertyError` for a
  ///   reference to what does not exist.
  init(
    _ changes: ChangeSet, _ unit: UnitOfWork, _ session: any WritingSession
  ) throws {
    self.unit = unit
    self.session = session
    doomed = Array(repeating: [], count: unit.maps.count)
    if !changes.deletes.isEmpty {
      change = try BulkDeletion.change(changes.deletes, unit, session)
      for delete in change.changes.deletes {
        doomed[unit.entities[delete.entity].tree].insert(delete.id)
      }
      try requireApart(changes.updates)
    }
    count = changes.deletes.count + changes.inserts.count
    try add(changes.updates, isAlone: changes.deletes.isEmpty)
    try add(changes.inserts)
    try add(changes.unlinks, isNew: false)
    try add(changes.links, isNew: true)
    // A row that is changed is a link that goes and one that comes.
    count += max(changes.unlinks.count, changes.links.count)
    for target in targets.values { try require(target) }
  }

  /// Refuses `updates` of rows that are changed or deleted with those that the statement deletes.
  private func requireApart(_ updates: [ChangeSet.Update]) throws(StoreError) {
    guard !updates.isEmpty else { return }
    var others = doomed
    for update in change.changes.updates {
      others[unit.entities[update.entity].tree].insert(update.id)
    }
    for update in updates {
      let entity = unit.entities[update.entity]
      if others[entity.tree].contains(update.id) { throw .entangled(entity) }
    }
  }

  // MARK: Rows

  /// Adds `updates`, each of the values that the statement leaves in its columns.
  private mutating func add(_ updates: [ChangeSet.Update], isAlone: Bool) throws {
    var oneToOnes = OneToOneChanges(unit: unit)
    let before = change.changes.updates.count
    for update in updates {
      guard let values = update.values, let base = update.base else { continue }
      let entity = unit.entities[update.entity]
      var changed = ChangedColumns()
      for (slot, index) in update.properties.enumerated() {
        if let relationship = entity.relationships[index] {
          guard case .integer? = values[slot].storageClass ?? .integer else {
            throw StoreError.wrongValue(values[slot], index, entity)
          }
          note(relationship, entity, values[slot])
          if !relationship.inverseIsToMany {
            guard isAlone else { throw StoreError.entangled(entity) }
            oneToOnes.assign(
              relationship, entity, update.id, update.version, base[slot], values[slot])
            continue
          }
          if values[slot].isNull, !relationship.description.isOptional {
            change.problems.append(.init(missing: index, entity, row: update.id))
          }
          countMembers(of: relationship, [base[slot], values[slot]])
          changed.append(index, values[slot], base[slot])
        } else if let attribute = entity.layout.properties[index].attribute {
          let value = try attribute.written(values[slot], index, entity)
          if value == base[slot] { continue }
          change.problems += entity.brokenRules(index, value, row: update.id)
          changed.append(index, value, base[slot])
        }
      }
      guard !changed.properties.isEmpty else { continue }
      change.changes.updates.append(
        .init(
          entity: update.entity, id: update.id, version: update.version,
          properties: changed.properties, values: changed.values, base: changed.base))
    }
    let others = try oneToOnes.add(to: &change, session)
    count += change.changes.updates.count - before - others
  }

  /// The columns of one row that change.
  private struct ChangedColumns {
    private(set) var properties: [Int] = []
    private(set) var values: [StoredValue] = []
    private(set) var base: [StoredValue] = []

    mutating func append(_ property: Int, _ value: StoredValue, _ base: StoredValue) {
      properties.append(property)
      values.append(value)
      self.base.append(base)
    }
  }

  /// Adds `inserts`, whose rows are given ids in their order.
  private mutating func add(_ inserts: [ChangeSet.Insert]) throws {
    var next: [Int: Int64] = [:]
    for (tree, alike) in Dictionary(grouping: inserts, by: { unit.entities[$0.entity].tree }) {
      guard let entity = alike.first?.entity else { continue }
      next[tree] = try session.reserveIDs(
        alike.count, of: unit.entities[entity].layout.table)
    }
    for (number, insert) in inserts.enumerated() {
      let entity = unit.entities[insert.entity]
      guard let id = next[entity.tree], var values = insert.values else { continue }
      next[entity.tree] = id + 1
      for (slot, index) in entity.columnIndexes.enumerated() {
        guard let relationship = entity.relationships[index] else {
          if let attribute = entity.layout.properties[index].attribute {
            values[slot] = try attribute.written(values[slot], index, entity)
            change.problems += entity.brokenRules(index, values[slot], row: -Int64(number) - 1)
          }
          continue
        }
        guard case .integer? = values[slot].storageClass ?? .integer else {
          throw StoreError.wrongValue(values[slot], index, entity)
        }
        if values[slot].isNull {
          if !relationship.description.isOptional {
            // An object that does not exist after all is counted, as new objects are.
            change.problems.append(.init(missing: index, entity, row: -Int64(number) - 1))
          }
          continue
        }
        try relationship.requireManyToOne(entity)
        note(relationship, entity, values[slot])
        countMembers(of: relationship, [values[slot]])
      }
      change.count(membersOf: id, entity, isNew: true)
      change.changes.inserts.append(.init(entity: insert.entity, id: id, values: values))
    }
  }

  /// Has the members of what `values` of the to-one `relationship` refer to counted.
  private mutating func countMembers(
    of relationship: ManagedRelationship, _ values: [StoredValue]
  ) {
    guard
      let inverse = unit.entities[relationship.target].relationships[relationship.inverseIndex]
    else { return }
    change.count(inverse, of: values.compactMap(\.rowNumber))
  }

  // MARK: Links

  /// Adds `links`, which come if they are new, and go otherwise.
  private mutating func add(_ links: [ChangeSet.Link], isNew: Bool) throws {
    for alike in Dictionary(grouping: links, by: { [$0.entity, $0.property] }).values {
      guard let first = alike.first else { continue }
      let entity = unit.entities[first.entity]
      guard let relationship = entity.relationships[first.property],
        let inverse = unit.entities[relationship.target].relationships[relationship.inverseIndex]
      else { continue }
      let target = unit.entities[relationship.target]
      let owners = try entities(of: Set(alike.map(\.owner)), entity)
      let others = try entities(of: Set(alike.map(\.other)), target)
      let positions = alike.map { link in
        let owner = Position(entity: owners[link.owner] ?? 0, id: link.owner)
        let other = Position(entity: others[link.other] ?? 0, id: link.other)
        // Of a relationship that is its own inverse one end is the owner, as for a save.
        return relationship.isOwnInverse && other < owner ? (other, owner) : (owner, other)
      }
      let ordered = positions.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { owner, other in
        ChangeSet.Link(
          entity: first.entity, property: first.property, owner: owner.id, other: other.id)
      }
      change.count(relationship, of: ordered.map(\.owner))
      change.count(inverse, of: ordered.map(\.other))
      guard isNew else {
        change.changes.unlinks += ordered
        continue
      }
      change.changes.links += ordered
      for link in ordered {
        note(relationship, entity, .integer(link.other))
        note(inverse, target, .integer(link.owner))
      }
    }
  }

  /// The position of a row in the order of a save: of entities, then of ids.
  private struct Position: Comparable {
    let entity: Int
    let id: Int64

    static func < (left: Position, right: Position) -> Bool {
      (left.entity, left.id) < (right.entity, right.id)
    }
  }

  /// Returns the index of the entity of each of the rows `ids` of the tree of `entity`.
  private func entities(of ids: Set<Int64>, _ entity: ManagedEntity) throws -> [Int64: Int] {
    var found: [Int64: Int] = [:]
    try session.rows(ids: ids.sorted(), of: entity.layout) { found[$0.id] = $0.entity }
    return found
  }

  // MARK: References

  /// Notes that `relationship` of a row of `entity` is made `value`.
  private mutating func note(
    _ relationship: ManagedRelationship, _ entity: ManagedEntity, _ value: StoredValue
  ) {
    guard let id = value.rowNumber else { return }
    targets[
      relationship.declaration, default: Targets(relationship: relationship, entity: entity)
    ].ids.insert(id)
  }

  /// Refuses that rows of `targets` do not exist, are of another class or are to be deleted.
  private func require(_ targets: Targets) throws {
    let target = unit.entities[targets.relationship.target]
    if let id = targets.ids.intersection(doomed[target.tree]).min() {
      throw PropertyError(
        missing: ObjectID(entityName: target.rootName, rowID: id), targets.relationship,
        targets.entity, target)
    }
    try unit.requireTargets(targets.ids, of: targets.relationship, targets.entity, session)
  }
}

extension StoreError {
  /// The error that a statement changes rows of `entity` that what it deletes changes too.
  fileprivate static func entangled(_ entity: ManagedEntity) -> StoreError {
    StoreError(
      .invalidRequest,
      "the statement replaces objects, and changes others of '\(entity.name)' that refer to them "
        + "or go with them; delete and change them by statements of their own", entity: entity.name)
  }
}

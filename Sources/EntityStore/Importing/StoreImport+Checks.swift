import EntityJSON
import EntityModel

/// What is found out once all lines have been written.
extension StoreImport {
  /// Finds references to what does not exist, ends that do not agree, and relationships that hold
  /// too little or too much.
  func check() throws {
    for entity in layout.entities { try checkReferences(to: entity) }
    try throwProblems()
    for (end, ids) in ledger.ends.sorted(by: { $0.key < $1.key }) { try agree(ids, end) }
    try release()
    try throwProblems()
    if options.checksRules { try checkCounts() }
  }

  // MARK: References

  private func checkReferences(to entity: EntityLayout) throws {
    try ledger.targets[entity.index].forEachChunk(of: 4096) { ids in
      let found = try existing(ids, entity)
      let missing = ids.filter { !found.contains($0) }
      guard !missing.isEmpty else { return }
      guard options.unknownReferences == .skip else {
        for id in missing {
          refuse(missingTarget(id, entity))
          try throwManyProblems()
        }
        return
      }
      for id in missing { report.skip(missingTarget(id, entity)) }
      try clearReferences(to: missing, entity)
    }
  }

  private func missingTarget(_ id: Int64, _ entity: EntityLayout) -> ImportProblem {
    let isPromised = ledger.promised[entity.table.name]?.contains(id) == true
    let name = isPromised ? "an object of '\(entity.name)'" : "\(entity.name)-\(id)"
    return ImportProblem(
      line: ledger.firstLine(id, entity),
      "there is a reference to \(name), which neither the file nor the store has")
  }

  /// Makes the references to the rows `ids`, which are none of `target`, nil.
  private func clearReferences(to ids: [Int64], _ target: EntityLayout) throws {
    for entity in layout.entities {
      for index in layout.ownIndexes(of: entity) {
        guard let relationship = entity.properties[index].relationship, !relationship.isToMany,
          relationship.target == target.name
        else { continue }
        var updates: [ChangeSet.Update] = []
        let path = PropertyPath([relationship.name])
        let query = EntityQuery(
          entity: entity.name,
          predicate: .objects(
            path, ids.map { ObjectID(entityName: target.rootName, rowID: $0) }))
        try session.rows(query) { row in
          guard let own = row.entity, let column = entity.columns[index] else { return }
          updates.append(
            ChangeSet.Update(
              entity: own, id: row.id, version: row.version ?? -1, properties: [index],
              values: [.null], base: [row[column.position].storedValue]))
        }
        guard !updates.isEmpty else { continue }
        guard relationship.isOptional else {
          for update in updates {
            refuse(
              ImportProblem(
                line: nil,
                "\(entity.text(of: index)) of \(entity.name)-\(update.id) is required, and refers to "
                  + "what neither the file nor the store has"))
            try throwManyProblems()
          }
          continue
        }
        try write(updates, entity)
      }
    }
  }

  /// Writes `updates` of rows that have been written before, or that the store has.
  private func write(_ updates: [ChangeSet.Update], _ entity: EntityLayout) throws {
    var changes = ChangeSet()
    changes.updates = updates.sorted { ($0.entity, $0.id) < ($1.entity, $1.id) }
    try apply(changes)
    for var update in changes.updates
    where !ledger.hasInserted(update.id, ofTreeOf: entity, layout) {
      (update.values, update.base) = (nil, nil)
      ledger.update(update, entity.table)
    }
  }

  /// Writes `changes` of rows as the transaction has read them.
  func apply(_ changes: ChangeSet) throws {
    guard try session.apply(changes, from: nil).isEmpty else {
      throw StoreError(
        .corrupt, "a row has changed within the transaction that has read it; check the store")
    }
  }

  // MARK: Relationships that are to-one at both ends

  /// A row that another one has referred to, and does not any more.
  private struct Release: Hashable {
    let former: Int64
    let by: Int64
  }

  /// Makes the other ends of the rows `ids`, which have been given `end`, refer back; refuses those
  /// that refer to others.
  private func agree(_ ids: RowIDs, _ end: ImportLedger.End) throws {
    let entity = layout.entities[end.entity]
    guard let relationship = entity.properties[end.property].relationship,
      let column = entity.columns[end.property],
      let target = layout.entity(relationship.target),
      let inverse = target.propertyIndex(relationship.inverse),
      let otherColumn = target.columns[inverse]
    else { return }
    let released = Set(ledger.releasedEnds.map { Release(former: $0.former, by: $0.by) })
    try ids.forEachChunk(of: TransferFormat.batch) { chunk in
      var owners: [Int64: [Int64]] = [:]
      try session.rows(ids: chunk, of: entity) { row in
        guard case .integer(let other) = row[column.position].storedValue else { return }
        owners[other, default: []].append(row.id)
      }
      var updates: [ChangeSet.Update] = []
      try session.rows(ids: owners.keys.sorted(), of: target) { row in
        guard let own = row.entity, let owner = owners[row.id]?.first else { return }
        let former = row[otherColumn.position].storedValue
        let isReleased =
          if case .integer(let by) = former {
            released.contains(Release(former: row.id, by: by))
          } else { false }
        if owners[row.id]?.count == 1 {
          if former == .integer(owner) { return }
          if former.isNull || isReleased {
            updates.append(
              ChangeSet.Update(
                entity: own, id: row.id, version: row.version ?? -1, properties: [inverse],
                values: [.integer(owner)], base: [former]))
            return
          }
        }
        refuse(
          ImportProblem(
            line: nil,
            "\(entity.text(of: end.property)) of \(entity.name)-\(owner) is "
              + "\(target.name)-\(row.id), whose \(target.text(of: inverse)) is another; both ends "
              + "have to name each other"))
      }
      try throwManyProblems()
      if !updates.isEmpty { try write(updates, target) }
    }
  }

  /// Clears the former other ends of rows that refer to others now.
  private func release() throws {
    for (end, former, by) in ledger.releasedEnds {
      let entity = layout.entities[end.entity]
      guard let relationship = entity.properties[end.property].relationship,
        let target = layout.entity(relationship.target),
        let inverse = target.propertyIndex(relationship.inverse),
        let column = target.columns[inverse]
      else { continue }
      var update: ChangeSet.Update?
      _ = try session.row(id: former, of: target) { row in
        guard let own = row.entity, row[column.position].storedValue == .integer(by) else { return }
        update = ChangeSet.Update(
          entity: own, id: former, version: row.version ?? -1, properties: [inverse],
          values: [.null], base: [.integer(by)])
      }
      guard let update else { continue }
      guard target.properties[inverse].relationship?.isOptional == true else {
        refuse(
          ImportProblem(
            line: nil,
            "\(target.text(of: inverse)) of \(target.name)-\(former) is required, and the object "
              + "that it refers to refers to another now"))
        try throwManyProblems()
        continue
      }
      try write([update], target)
    }
  }

  // MARK: Counts

  /// Refuses objects that hold too little or too much.
  private func checkCounts() throws {
    for entity in layout.entities {
      let indexes = Array(layout.ownIndexes(of: entity)) + hiddenIndexes(of: entity)
      for index in indexes {
        guard let relationship = entity.relationships[index]?.relationship, relationship.isToMany,
          relationship.minimumCount > 0 || relationship.maximumCount != nil,
          let owners = ledger.touched[entity.table.name]
        else { continue }
        try owners.forEachChunk(of: 4096) { try checkCounts(of: $0, entity, index, relationship) }
      }
    }
  }

  /// Returns the indexes of the implicit inverses that `entity` has.
  private func hiddenIndexes(of entity: EntityLayout) -> [Int] {
    let inherited = layout.superentity(of: entity)?.relationships ?? []
    return (entity.properties.count..<entity.relationships.count).filter { index in
      entity.relationships[index] != nil
        && !(inherited.indices.contains(index) && inherited[index] != nil)
    }
  }

  private func checkCounts(
    of ids: [Int64], _ entity: EntityLayout, _ index: Int, _ relationship: Relationship
  ) throws {
    let (least, most) = (relationship.minimumCount, relationship.maximumCount)
    let query = ResultQuery(
      EntityQuery(
        entity: entity.name, predicate: .membership(.rowNumber(), ids.map { .integer($0) })),
      columns: [
        ResultExpression(nil, .rowNumber()),
        ResultExpression(nil, .count(PropertyPath([relationship.name]), .constant(true))),
      ])
    try session.results(query) { cells in
      guard let id = cells[0].integer, let count = cells[1].integer.map({ Int($0) }),
        count < least || count > (most ?? .max), problems.count < TransferFormat.batch
      else { return }
      refuse(
        ImportProblem(
          line: nil,
          "\(entity.name)-\(id): \(entity.text(of: index, holding: count, least: least, most: most))"
        ))
    }
    try throwManyProblems()
  }
}

extension ImportLedger.End: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (left.entity, left.property) < (right.entity, right.property)
  }
}

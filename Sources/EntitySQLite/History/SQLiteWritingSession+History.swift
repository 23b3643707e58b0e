import EntityModel
import EntitySQL
import EntityStore

extension SQLiteWritingSession {
  func recordCommit(by author: String?) throws -> HistoryPosition? {
    try history.finish(by: author)
  }

  func pruneHistory(_ policy: HistoryPolicy) throws -> Int { try history.prune(policy) }

  func removeHistory() throws {
    try history.remove()
    connection.keepsHistory = false
  }

  // MARK: Recording

  /// Records `insert`, a row of `entity` with the values `cells`.
  func record(
    _ insert: ChangeSet.Insert, _ entity: EntityLayout, _ cells: UnsafeBufferPointer<__Cell>
  ) throws {
    guard let recorder = history.recorder, cells.count == entity.columnIndexes.count else { return }
    recorder.record(isInsert: true, entity, id: insert.id) { cells[$0] }
    try history.takeLargeParts()
  }

  /// Records `deletion`, the one at `index`, with the values and the links of the row, which is
  /// still there.
  func record(
    _ deletion: ChangeSet.Delete, _ index: Int, _ source: (any ChangeSource)?
  ) throws {
    guard let recorder = history.recorder else { return }
    let entity = layout.entities[deletion.entity]
    // A row that is not as it was read is a conflict, so that nothing remains of this.
    row.begin()
    if let source, try source.write(deleted: index, into: row) {
      let cells = row.row
      recorder.record(isInsert: false, entity, id: deletion.id) { cells[$0] }
    } else {
      let columns = entity.columnIndexes.compactMap { entity.columns[$0]?.position }
      let isFound = try row(id: deletion.id, of: entity) { row in
        recorder.record(isInsert: false, entity, id: deletion.id) { row[columns[$0]] }
      }
      guard isFound else { return }
    }
    for (property, relationship) in entity.relationships.enumerated() {
      guard case .join(let join, let isReversed)? = relationship?.location else { continue }
      let others = try connection.integers(
        statements.history.linked(join, isReversed: isReversed), [.integer(deletion.id)])
      for other in others {
        let link = ChangeSet.Link(
          entity: entity.index, property: property, owner: deletion.id, other: other)
        try record(.unlinkedByDeletion, link)
      }
    }
    try history.takeLargeParts()
  }

  /// Links or unlinks two rows, and records it unless they were so already.
  func record(_ link: ChangeSet.Link, isLinked: Bool) throws {
    try setLink(link, isLinked: isLinked)
    guard history.recorder != nil, connection.changes > 0 else { return }
    try record(isLinked ? .linked : .unlinked, link)
    try history.takeLargeParts()
  }

  /// Puts members in other places, and records it.
  func record(_ order: ChangeSet.Order) throws {
    try MemberArrangement(order, self).arrange()
    guard let recorder = history.recorder else { return }
    recorder.record(order, own: try entity(of: order.owner, declared: order.entity))
    try history.takeLargeParts()
  }

  /// Records `change` of `link`.
  private func record(_ change: HistoryRecorder.LinkChange, _ link: ChangeSet.Link) throws {
    guard let end = layout.otherEnd(of: link) else { return }
    let own = try entity(of: link.owner, declared: link.entity)
    let other = try entity(of: link.other, declared: end.entity)
    history.recorder?.record(change, link, own: own, other: other)
  }

  /// Returns the index of the entity of the row `id`, which is `declared` or extends it.
  private func entity(of id: Int64, declared: Int) throws -> Int {
    let entity = layout.entities[declared]
    guard entity.isPolymorphic else { return declared }
    var found: Int?
    _ = try row(id: id, of: entity) { found = $0.entity }
    return found ?? declared
  }

  /// Returns the new values of the update at `index`, which are recorded with those from before it.
  func recordedUpdate(
    _ index: Int, _ update: ChangeSet.Update, _ entity: EntityLayout, _ values: ChangeValues
  ) throws -> UnsafeBufferPointer<__Cell> {
    guard let recorder = history.recorder else { return try values.update(index, entity) }
    if let base = try values.baseCells(ofUpdate: index, entity),
      base.count == update.properties.count
    {
      recorder.record(update: entity, id: update.id, update.properties) { base[$0] }
    } else {
      var positions: [Int] = []
      for property in update.properties {
        positions.append(try entity.requiredColumn(property).position)
      }
      let isFound = try row(id: update.id, of: entity) { row in
        recorder.record(update: entity, id: update.id, update.properties) { row[positions[$0]] }
      }
      // There is a conflict then, so that nothing remains of this.
      guard isFound else { return try values.update(index, entity) }
    }
    let cells = try values.update(index, entity)
    recorder.record(new: cells)
    return cells
  }
}

import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

/// Changes of many rows by what SQLite computes itself.
extension SQLiteWritingSession {
  /// Why a change is made row by row.
  private struct RowByRow: Error {}

  func applyDirectly(_ update: DirectUpdate) throws -> [ChangeSet.Update]? {
    let entity = try layout.requiredEntity(update.query.entity)
    // Rows of one entity after the other are changed by as many changes.
    guard !update.query.includesSubentities || entity.subentities.count == 1,
      update.assignments.allSatisfy({ $0.operand.isOfOneRow })
    else { return nil }
    let readsValues = try history.recorder != nil || !differsAlike(update, entity)
    let lowered = try QueryLowering.lower(update, readsValues: readsValues, statements)
    do {
      return try withSavepoint {
        isApplying = true
        let updates = try changes(
          of: update, entity, lowered.selection, readsValues: readsValues)
        guard !updates.isEmpty else { return [] }
        try connection.run(lowered.change.text, lowered.change.bindings)
        guard connection.changes == updates.count else { throw RowByRow() }
        return updates
      }
    } catch is RowByRow {
      return nil
    } catch let error as StoreError
      where error.code == .notNullViolation || error.code == .overflow
    {
      // What is missing, and where, is found row by row, and so are sums that SQLite cannot add.
      return nil
    }
  }

  /// `true` if SQLite alone sees to it that each row that `update` finds changes, and to a value.
  private func differsAlike(
    _ update: DirectUpdate, _ entity: EntityLayout
  ) throws(StoreError) -> Bool {
    guard update.assignments.count == 1, let assignment = update.assignments.first else {
      return false
    }
    let column = try entity.requiredColumn(assignment.property)
    return assignment.changesEach(column)
      || (assignment.isConstant && column.storageClass != .real)
  }

  /// Returns what `update` is about to change of rows of `entity`, which `selection` reads, with
  /// the values if `readsValues`; it is recorded.
  ///
  /// - Throws: `RowByRow` if rows differ in what changes of them, or a value is missing.
  private func changes(
    of update: DirectUpdate, _ entity: EntityLayout, _ selection: SQLQuery, readsValues: Bool
  ) throws -> [ChangeSet.Update] {
    let properties = update.assignments.map(\.property)
    var isReal: [Bool] = []
    var isRequired: [Bool] = []
    for property in properties {
      let column = try entity.requiredColumn(property)
      isReal.append(column.storageClass == .real)
      let isOptional =
        entity.properties[property].attribute?.isOptional
        ?? entity.properties[property].relationship?.isOptional
      isRequired.append(isOptional == false)
    }
    var updates: [ChangeSet.Update] = []
    let count = readsValues ? properties.count : 0
    let recorder = history.recorder
    try connection.withStatement(selection.text, selection.bindings) { statement in
      let cells = statement.cells(2 * count)
      while try statement.step() {
        for index in 0..<2 * count {
          let value = sqlite3_column_value(
            statement.handle, Int32(truncatingIfNeeded: index &+ 2))
          (cells + index).initialize(to: __Cell(value, isReal: isReal[index % count]))
        }
        for index in 0..<count {
          if cells[index].isSame(as: cells[count + index])
            || (isRequired[index] && cells[count + index].isNull)
          {
            throw RowByRow()
          }
        }
        let id = sqlite3_column_int64(statement.handle, 0)
        if let recorder {
          if updates.isEmpty { recorder.beginEntry() }
          recorder.record(update: entity, id: id, properties) { cells[$0] }
          recorder.record(new: UnsafeBufferPointer(start: cells + count, count: count))
          try history.takeLargeParts()
        }
        updates.append(
          .init(
            entity: entity.index, id: id, version: sqlite3_column_int64(statement.handle, 1),
            properties: properties))
      }
    }
    return updates
  }
}

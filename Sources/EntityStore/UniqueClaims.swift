package import EntityModel

/// The values that a save gives rows in unique columns, from which it is found which rows are in
/// the way.
package struct UniqueClaims {
  /// A value of a column.
  private struct Claim: Hashable {
    let table: ObjectIdentifier
    let column: Int
    let value: GroupKey
  }

  /// The rows that are given one value, in the order of writing.
  private struct Claimants {
    let entity: EntityLayout
    let column: ColumnLayout
    let value: StoredValue
    var ids: [Int64]
  }

  /// A column of a table.
  private struct Column: Hashable {
    let table: ObjectIdentifier
    let position: Int
  }

  private var claimants: [Claimants] = []
  private var positions: [Claim: Int] = [:]

  /// The rows that are given a value or none, by column: what they held before is free.
  private var written: [Column: Set<Int64>] = [:]

  /// Creates no claims.
  package init() {}

  /// Adds that the row `id` of `entity` is given `values` in the columns of `properties`.
  package mutating func add(
    _ entity: EntityLayout, id: Int64, _ properties: [Int], _ values: [StoredValue]
  ) {
    for (property, value) in zip(properties, values) {
      guard entity.columns.indices.contains(property), let column = entity.columns[property],
        let form = column.uniqueForm
      else { continue }
      let table = ObjectIdentifier(entity.table)
      written[Column(table: table, position: column.position), default: []].insert(id)
      if value.isNull { continue }
      let type: StorageType = if case .value(let type) = column.kind { type } else { .int64 }
      let claim = Claim(
        table: table, column: column.position, value: GroupKey(form.of(value), as: type))
      if let position = positions[claim] {
        claimants[position].ids.append(id)
      } else {
        positions[claim] = claimants.count
        claimants.append(Claimants(entity: entity, column: column, value: value, ids: [id]))
      }
    }
  }

  /// Returns what violates uniqueness, in the order in which values were first asked for.
  ///
  /// `holder` returns the id of the row of a table that holds a value in a column, in the form in
  /// which the column is unique, or `nil`; rows that the save removes are gone already.
  package func violations(
    _ holder: (TableLayout, ColumnLayout, StoredValue) throws -> Int64?
  ) rethrows -> [StoreError.UniqueViolation] {
    var found: [StoreError.UniqueViolation] = []
    for claim in claimants {
      let table = claim.entity.table
      let column = Column(table: ObjectIdentifier(table), position: claim.column.position)
      var ids = claim.ids[...]
      var held = try holder(table, claim.column, claim.value)
      if let id = held, written[column]?.contains(id) == true { held = nil }
      guard let first = held ?? ids.popFirst() else { continue }
      for id in ids {
        found.append(
          StoreError.UniqueViolation(
            objectID: ObjectID(entityName: claim.entity.rootName, rowID: id),
            entity: claim.column.entity, property: claim.column.property,
            ignoresCase: claim.column.uniqueForm == .folded,
            holderID: ObjectID(entityName: claim.entity.rootName, rowID: first)))
      }
    }
    return found
  }
}

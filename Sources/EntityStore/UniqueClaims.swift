package import EntityModel

/// The values that a save gives rows in unique columns, from which it is found which rows are in
/// the way.
package struct UniqueClaims {
  /// The values of a key.
  private struct Claim: Hashable {
    let key: Key
    let entry: KeyLayout.Entry
  }

  /// A key of a table, by the name of its index.
  private struct Key: Hashable {
    let table: ObjectIdentifier
    let index: String
  }

  /// The rows that are given the same values, in the order of writing.
  private struct Claimants {
    let entity: EntityLayout
    let key: KeyLayout

    /// What they are given in the columns of the key.
    let values: [StoredValue]
    var ids: [Int64]
  }

  private var claimants: [Claimants] = []
  private var positions: [Claim: Int] = [:]

  /// The rows that are given values or none, by key: what they held before is free.
  private var written: [Key: Set<Int64>] = [:]

  /// Creates no claims.
  package init() {}

  /// Adds that the row `id` of `entity` is given `values` in the columns of `properties`.
  ///
  /// `others` returns what it has in the columns of properties that it is given nothing in, which
  /// are parts of the same key as some that it is.
  package mutating func add(
    _ entity: EntityLayout, id: Int64, _ properties: [Int], _ values: [StoredValue],
    others: ([Int]) throws -> [StoredValue]
  ) rethrows {
    let given = Dictionary(zip(properties, values), uniquingKeysWith: { first, _ in first })
    for layout in entity.keys where layout.properties.contains(where: { given[$0] != nil }) {
      let key = Key(table: ObjectIdentifier(entity.table), index: layout.index.name)
      written[key, default: []].insert(id)
      let missing = layout.properties.filter { given[$0] == nil }
      let held = missing.isEmpty ? [] : try others(missing)
      // A row that is gone is in nobody's way.
      guard held.count == missing.count else { continue }
      let kept = Dictionary(zip(missing, held), uniquingKeysWith: { first, _ in first })
      let values = layout.properties.map { given[$0] ?? kept[$0] ?? .null }
      guard let entry = layout.entry(values) else { continue }
      let claim = Claim(key: key, entry: entry)
      if let position = positions[claim] {
        claimants[position].ids.append(id)
      } else {
        positions[claim] = claimants.count
        claimants.append(
          Claimants(entity: entity, key: layout, values: layout.columnValues(values), ids: [id]))
      }
    }
  }

  /// Returns what violates uniqueness, in the order in which values were first asked for.
  ///
  /// `holder` returns the id of the row of a table that holds values in the columns of an index, in
  /// the form in which they are unique, or `nil`; rows that the save removes are gone already.
  package func violations(
    _ holder: (TableLayout, IndexLayout, [StoredValue]) throws -> Int64?
  ) rethrows -> [StoreError.UniqueViolation] {
    var found: [StoreError.UniqueViolation] = []
    for claim in claimants {
      let table = claim.entity.table
      let index = claim.key.index
      let key = Key(table: ObjectIdentifier(table), index: index.name)
      var ids = claim.ids[...]
      var held = try holder(table, index, Array(claim.values.prefix(index.columns.count)))
      if let id = held, written[key]?.contains(id) == true { held = nil }
      guard let first = held ?? ids.popFirst() else { continue }
      for id in ids {
        found.append(
          StoreError.UniqueViolation(
            of: index, ObjectID(entityName: claim.entity.rootName, rowID: id),
            heldBy: ObjectID(entityName: claim.entity.rootName, rowID: first)))
      }
    }
    return found
  }
}

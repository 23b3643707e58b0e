package import EntityModel
package import EntityStore

/// A row as a store handed it out, copied.
package struct ReadRow: Hashable, Sendable {
  /// The row's id.
  package let id: Int64

  /// The row's version.
  package let version: Int64?

  /// The name of the row's entity; `nil` for one that the model does not have.
  package let entity: String?

  /// The values of all the columns, by property.
  package let values: [String: StoredValue]

  /// Creates a row of `values`.
  package init(id: Int64, version: Int64?, entity: String?, values: [String: StoredValue]) {
    self.id = id
    self.version = version
    self.entity = entity
    self.values = values
  }

  /// Creates a copy of `row`, which is in the table of `entity`.
  package init(_ row: __Row, _ entity: EntityLayout, in layout: StoreLayout) {
    id = row.id
    version = row.version
    let own = row.entity.map { layout.entities[$0] }
    self.entity = own?.name
    var values: [String: StoredValue] = [:]
    for column in (own ?? entity).columns.compactMap({ $0 }) {
      values[column.property] = row[column.position].storedValue
    }
    self.values = values
  }
}

extension Store {
  /// Returns the rows that `query` finds.
  package func rows(_ query: EntityQuery) throws -> [ReadRow] {
    let entity = try layout.requiredEntity(query.entity)
    var rows: [ReadRow] = []
    try read { try $0.rows(query) { rows.append(ReadRow($0, entity, in: layout)) } }
    return rows
  }

  /// Returns the row `id` of the table of `entity`, or `nil`.
  package func row(_ entity: String, _ id: Int64) throws -> ReadRow? {
    let entity = try layout.requiredEntity(entity)
    var found: ReadRow?
    let isFound = try read {
      try $0.row(id: id, of: entity) { found = ReadRow($0, entity, in: layout) }
    }
    return isFound ? found : nil
  }

  /// Returns the ids of the rows that `query` finds.
  package func ids(_ query: EntityQuery) throws -> [Int64] {
    var ids: [Int64] = []
    _ = try read {
      try $0.ids(query) {
        ids.append($0)
        return true
      }
    }
    return ids
  }

  /// Returns how many rows `query` finds.
  package func count(_ query: EntityQuery) throws -> Int { try read { try $0.count(query) } }

  /// Returns the rows of the result that `query` describes.
  package func results(_ query: ResultQuery) throws -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    try read { try $0.results(query) { rows.append($0.map(\.storedValue)) } }
    return rows
  }

  /// Returns the ids of owners and objects that the to-many `name` of `entity` holds, in order.
  package func members(_ entity: String, _ name: String, _ owners: [Int64]) throws -> [[Int64]] {
    let entity = try layout.requiredEntity(entity)
    let property = try entity.requiredPropertyIndex(name)
    let owners = owners.sorted()
    var pairs: [[Int64]] = []
    try read {
      try $0.members(of: entity, property: property, owners: owners) {
        pairs.append([owners[$0], $2.id])
      }
    }
    return pairs.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the pairs of an owner and one of `others`, all of them asked for, that the
  /// many-to-many `name` of `entity` links.
  package func links(
    _ entity: String, _ name: String, _ owners: [Int64], _ others: [Int64]
  ) throws -> [[Int64]] {
    let entity = try layout.requiredEntity(entity)
    let property = try entity.requiredPropertyIndex(name)
    return try read { session in
      try owners.flatMap { owner in
        try others.filter {
          try session.isLinked($0, to: owner, of: entity, property: property)
        }.map { [owner, $0] }
      }
    }
  }
}

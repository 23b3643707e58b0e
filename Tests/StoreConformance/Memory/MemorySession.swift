import EntityModel
import EntityStore

/// Reads and writes a copy of what a store in memory holds.
final class MemorySession: WritingSession {
  /// The version of a row that has just been inserted.
  static let firstVersion: Int64 = 1

  /// How objects are stored.
  let layout: StoreLayout

  /// What is stored.
  var state: MemoryState

  /// Creates a session over `state`.
  init(_ layout: StoreLayout, _ state: MemoryState) {
    self.layout = layout
    self.state = state
  }

  /// Returns the row `id` of `table` as the subject of a predicate.
  func subject(_ table: String, _ id: Int64) -> MemorySubject {
    MemorySubject(session: self, subjectID: ObjectID(entityName: table, rowID: id))
  }

  /// Returns the ids of the rows that `query` finds, in its order, its range left out.
  func all(_ query: EntityQuery) throws -> [Int64] {
    try layout.check(query)
    // This store has no index of words, and refuses what it could only answer in another way.
    if query.predicate.searchesWords {
      throw StoreError(
        .invalidRequest, "this store has no index of words", entity: query.entity)
    }
    let entity = try layout.requiredEntity(query.entity)
    let names = query.includesSubentities ? entity.subentities : [entity.name]
    let found = (state.tables[entity.table.name] ?? [:]).filter { id, row in
      names.contains(row.entity)
        && query.predicate.isSatisfied(by: subject(entity.table.name, id), source: query.source)
    }
    return found.keys.sorted { comesBefore($0, $1, query, entity) }
  }

  /// Returns the ids of the rows that `query` finds, in its order.
  func found(_ query: EntityQuery) throws -> [Int64] {
    Array(
      try all(query).dropFirst(max(query.offset, 0)).prefix(query.limit.map { max($0, 0) } ?? .max))
  }

  /// `true` if the row `left` comes before the row `right` in the order of `query`.
  private func comesBefore(
    _ left: Int64, _ right: Int64, _ query: EntityQuery, _ entity: EntityLayout
  ) -> Bool {
    let table = entity.table.name
    for term in query.sorting {
      let order = term.order(subject(table, left), subject(table, right))
      if order != 0 { return order < 0 }
    }
    return (left < right) == (query.idOrder == .ascending)
  }

  /// Calls `body` with the row `id` of the table of `entity`; returns `false` if there is none.
  private func withRow(
    _ id: Int64, _ entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws -> Bool {
    guard let row = state.tables[entity.table.name]?[id] else { return false }
    let own = layout.entity(row.entity)
    let writer = __RowWriter()
    writer.begin()
    for value in row.values { writer.write(value) }
    try withExtendedLifetime((writer, own ?? entity)) {
      guard let cells = writer.row.baseAddress else { return }
      var result = __Row(
        cells: UnsafeMutablePointer(mutating: cells), count: row.values.count, id: id,
        version: row.version, entity: own?.index, starts: (own ?? entity).columnStarts)
      try body(&result)
    }
    return true
  }
}

extension MemorySession: StoreSession {
  func rows(_ query: EntityQuery, _ body: (inout __Row) throws -> Void) throws {
    let entity = try layout.requiredEntity(query.entity)
    for id in try found(query) { _ = try withRow(id, entity, body) }
  }

  func row(
    id: Int64, of entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws -> Bool { try withRow(id, entity, body) }

  func rows(
    ids: [Int64], of entity: EntityLayout, _ body: (inout __Row) throws -> Void
  ) throws {
    for id in Set(ids).sorted() { _ = try withRow(id, entity, body) }
  }

  func members(
    of entity: EntityLayout, property: Int, owners: [Int64],
    _ body: (_ owner: Int, _ place: Int64, inout __Row) throws -> Void
  ) throws {
    let (location, target) = try layout.toMany(property, of: entity)
    for (position, owner) in owners.enumerated() {
      let ids = memberIDs(location, target, of: owner)
      let places = entity.isOrdered(property) ? ordered(ids, entity, property, of: owner) : ids
      for id in ids {
        let place = entity.isOrdered(property) ? places.firstIndex(of: id) ?? 0 : 0
        _ = try withRow(id, target) { try body(position, Int64(place), &$0) }
      }
    }
  }

  func members(
    of entity: EntityLayout, property: Int, owner: Int64, in range: MemberRange
  ) throws -> [MemberPlace] {
    guard entity.isOrdered(property) else {
      throw StoreError(.invalidRequest, "'\(entity.name)' has no order \(property)")
    }
    let (location, target) = try layout.toMany(entity.properties[property].name, of: entity)
    let ids = ordered(memberIDs(location, target, of: owner), entity, property, of: owner)
    let places = ids.enumerated().map { MemberPlace(place: Int64($0), id: $1) }
    return Array(
      places.filter { place in range.after.map { place > $0 } ?? true }
        .dropFirst(max(range.offset, 0)).prefix(range.limit.map { max($0, 0) } ?? .max))
  }

  func place(
    of member: Int64, in entity: EntityLayout, property: Int, owner: Int64
  ) throws -> MemberPlace? {
    try members(of: entity, property: property, owner: owner, in: MemberRange())
      .first { $0.id == member }
  }

  func isLinked(
    _ other: Int64, to owner: Int64, of entity: EntityLayout, property: Int
  ) throws -> Bool {
    let (location, target) = try layout.toMany(property, of: entity)
    return memberIDs(location, target, of: owner).contains(other)
  }

  /// Returns `ids`, the members of a to-many of the row `owner`, in their order: those that have
  /// been put somewhere as they have, then all others by id.
  func ordered(
    _ ids: [Int64], _ entity: EntityLayout, _ property: Int, of owner: Int64
  ) -> [Int64] {
    let known = state.orders[MemoryState.List(entity, property, owner)] ?? []
    return known.filter(ids.contains) + ids.filter { !known.contains($0) }
  }

  /// Returns the ids of the rows that the to-many at `location` holds of `owner`.
  func memberIDs(
    _ location: RelationshipLayout.Location, _ target: EntityLayout, of owner: Int64
  ) -> [Int64] {
    switch location {
    case .column: return []
    case .inverseColumn(let name):
      guard let column = target.table.columns.first(where: { $0.name == name }) else { return [] }
      return (state.tables[target.table.name] ?? [:])
        .filter { $1.values[column.position] == .integer(owner) }.keys.sorted()
    case .join(let join, let isReversed):
      let pairs = state.joins[join.name] ?? []
      return pairs.filter { (isReversed ? $0.second : $0.first) == owner }
        .map { isReversed ? $0.first : $0.second }.sorted()
    }
  }

  func ids(_ query: EntityQuery, while body: (Int64) throws -> Bool) throws -> Bool {
    for id in try found(query) {
      guard try body(id) else { return false }
    }
    return true
  }

  func count(_ query: EntityQuery) throws -> Int { try found(query).count }
}

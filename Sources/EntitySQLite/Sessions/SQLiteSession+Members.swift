import EntityCSQLite
import EntityModel
import EntitySQL
import EntityStore

extension SQLiteSession {
  /// The fewest owners whose rows are counted before they are read.
  private static let manyOwners = 16

  func members(
    of entity: EntityLayout, property: Int, owners: [Int64],
    _ body: (_ owner: Int, _ place: Int64, inout __Row) throws -> Void
  ) throws { try forEachMember(of: entity, property, owners, .all, body) }

  func members(
    of entity: EntityLayout, property: Int, owners: [Int64], isKnown: (Int64) -> Bool,
    known: (_ owner: Int, _ place: Int64, _ member: Int64) throws -> Void,
    _ body: (_ owner: Int, _ place: Int64, inout __Row) throws -> Void
  ) throws {
    let (location, target) = try layout.toMany(property, of: entity)
    guard case .join(let join, let isReversed) = location else {
      return try members(of: entity, property: property, owners: owners) { owner, place, row in
        let id = row.id
        if isKnown(id) { return try known(owner, place, id) }
        try body(owner, place, &row)
      }
    }
    let key = StatementKey.linkedMembers(entity: entity.index, property: property)
    let statement = try connection.statement(key) { () throws(StoreError) in
      statements.linkedMembers(join, isReversed: isReversed, target.table)
    }
    let list = statements.dialect.list(owners.map { .integer($0) })
    try connection.knownRows.with(isKnown) {
      try readMembers(
        of: entity, property, owners, target, .all, statement, [list], known, body)
    }
  }

  func memberHeaders(
    of entity: EntityLayout, property: Int, owners: [Int64],
    _ body: (_ owner: Int, borrowing __Row) throws -> Void
  ) throws {
    try forEachMember(of: entity, property, owners, .header) { owner, _, row in
      try body(owner, row)
    }
  }

  /// Calls `body` with each row that the to-many `property` of `entity` holds of the objects with
  /// the ids `owners`, of which `part` is read.
  private func forEachMember(
    of entity: EntityLayout, _ property: Int, _ owners: [Int64], _ part: RowPart,
    _ body: (_ owner: Int, _ place: Int64, inout __Row) throws -> Void
  ) throws {
    let (location, target) = try layout.toMany(property, of: entity)
    let table = target.table
    var lists = [statements.dialect.list(owners.map { .integer($0) })]
    let statement: Statement
    if owners.count >= Self.manyOwners, case .inverseColumn(let column) = location {
      let key = StatementKey.membersOfMany(entity: entity.index, property: property, part)
      statement = try connection.statement(key) { () throws(StoreError) in
        statements.membersOfMany(column, table, part)
      }
      lists.append(statements.dialect.list([]))
    } else {
      let key = StatementKey.members(entity: entity.index, property: property, part)
      statement = try connection.statement(key) { () throws(StoreError) in
        guard let sql = statements.members(location, table, part) else {
          throw entity.wrongUse(of: entity.name(of: property), as: "a to-many relationship")
        }
        return sql
      }
    }
    try readMembers(
      of: entity, property, owners, target, part, statement, lists, { _, _, _ in }, body)
  }

  /// Calls `body` with each row of `statement`, whose parameters are `lists`: `part` of a row of
  /// `target` that the to-many `property` of `entity` holds of one of `owners`; or `known` with the
  /// id of a row that has not been read.
  private func readMembers(
    of entity: EntityLayout, _ property: Int, _ owners: [Int64], _ target: EntityLayout,
    _ part: RowPart, _ statement: Statement, _ lists: [StoredValue],
    _ known: (_ owner: Int, _ place: Int64, _ member: Int64) throws -> Void,
    _ body: (_ owner: Int, _ place: Int64, inout __Row) throws -> Void
  ) throws {
    let format = format(target)
    let count = part == .all ? format.count : 0
    let last = format.headerCount + Int32(truncatingIfNeeded: count)
    let fallback = target.columnStarts
    let isOrdered = entity.isOrdered(property)
    try run(statement, lists) { statement in
      var guess = 0
      while try statement.step() {
        let id = sqlite3_column_int64(statement.handle, last)
        guard let owner = owners.position(ofAscending: id) else { continue }
        let place = isOrdered ? sqlite3_column_int64(statement.handle, last + 1) : 0
        if sqlite3_column_type(statement.handle, 0) == SQLITE_NULL {
          let member = sqlite3_column_int64(statement.handle, last + (isOrdered ? 2 : 1))
          try known(owner, place, member)
          continue
        }
        try format.withRow(of: statement, fallback, &guess, count: count) {
          try body(owner, place, &$0)
        }
      }
    }
  }

  func members(
    of entity: EntityLayout, property: Int, owner: Int64, in range: MemberRange
  ) throws -> [MemberPlace] {
    let list = try list(of: entity, property)
    var values = [owner] + (range.after.map { [$0.place, $0.id] } ?? [])
    let count = values.count
    values += [Int64(range.limit.map { max($0, 0) } ?? -1), Int64(max(range.offset, 0))]
    let sql = statements.orders.members(
      of: list, isAfter: range.after != nil, limit: statements.dialect.parameter(count + 1),
      offset: statements.dialect.parameter(count + 2))
    return try places(sql, values)
  }

  func place(
    of member: Int64, in entity: EntityLayout, property: Int, owner: Int64
  ) throws -> MemberPlace? {
    let sql = statements.orders.place(of: try list(of: entity, property))
    return try places(sql, [owner, member]).first
  }

  func isLinked(
    _ other: Int64, to owner: Int64, of entity: EntityLayout, property: Int
  ) throws -> Bool {
    guard case .join(let join, let isReversed)? = entity.relationships[property]?.location else {
      throw entity.wrongUse(
        of: entity.name(of: property), as: "a relationship that is to-many at both ends")
    }
    let key = StatementKey.isLinked(entity: entity.index, property: property)
    let statement = try connection.statement(key) { () throws(StoreError) in
      statements.isLinked(join, isReversed: isReversed)
    }
    defer { statement.reset() }
    statement.bind(owner, at: 1)
    statement.bind(other, at: 2)
    connection.trace?(statement.sql)
    return try statement.step()
  }

  /// Returns the table and the columns of the members of `property` of `entity`, an
  /// ordered to-many.
  func list(of entity: EntityLayout, _ property: Int) throws(StoreError) -> OrderedList {
    guard entity.isOrdered(property), let location = entity.relationships[property]?.location,
      let target = entity.properties[property].relationship.flatMap({ layout.entity($0.target) }),
      let list = OrderedList(location, target.table)
    else {
      throw StoreError(
        .invalidRequest, "the property \(property) of '\(entity.name)' is no ordered to-many",
        entity: entity.name)
    }
    return list
  }

  /// Returns the places that `sql` reads, whose parameters are `values`.
  func places(_ sql: String, _ values: [Int64]) throws -> [MemberPlace] {
    var found: [MemberPlace] = []
    try connection.withStatement(sql, values.map { .integer($0) }) { statement in
      while try statement.step() {
        found.append(
          MemberPlace(
            place: sqlite3_column_int64(statement.handle, 0),
            id: sqlite3_column_int64(statement.handle, 1)))
      }
    }
    return found
  }
}

extension [Int64] {
  /// Returns the position of `id` among these, which ascend, or `nil`.
  fileprivate func position(ofAscending id: Int64) -> Int? {
    guard let first, let last, first <= id, id <= last else { return nil }
    // Ids are given out one after the other, so that most sets of them have no gaps.
    if let guess = Int(exactly: id - first), guess < count, self[guess] == id { return guess }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    return self[low] == id ? low : nil
  }
}

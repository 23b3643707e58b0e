import EntityCSQLite
package import EntityModel

/// Reads rows in one transaction, valid until the call that it is handed to returns.
package class StoreReader {
  /// The connection that the transaction is in.
  let connection: Connection

  /// The texts of statements.
  let texts: StatementTexts

  // One thread has the reader at a time, and none of these is lent while others may ask for it.

  /// The statements that look rows up by id, by the index of the entity.
  @exclusivity(unchecked) private var lookups: StatementSlots

  /// The statements of queries by their shapes, of which the same ones come again and again.
  @exclusivity(unchecked) var shapes: [ShapeKey: ShapedStatement] = [:]

  /// The entity that was named last; the same one is named for many rows in a row.
  @exclusivity(unchecked) private var last: EntityLayout?

  /// Creates a reader over `connection`.
  init(_ connection: Connection, _ texts: StatementTexts) {
    self.connection = connection
    self.texts = texts
    lookups = StatementSlots(count: texts.layout.entities.count)
  }

  /// How objects are kept.
  package var layout: StoreLayout { texts.layout }

  /// Calls `body` with each row that `query` wants, in its order.
  ///
  /// - Throws: a `StoreError`, or what `body` throws.
  package func rows(
    _ query: EntityQuery, _ body: (borrowing RowReader) throws -> Void
  ) throws {
    let entity = try entity(query.entity)
    try withStatement(query, .rows) { try forEachRow(of: $0, entity, body) }
  }

  /// Accepts `query` or says what of it the model does not have.
  package func check(_ query: EntityQuery) throws {
    _ = try QueryLowering.lower(query, .rows, texts)
  }

  /// Returns how many rows `query` wants, its limit and offset included.
  package func count(_ query: EntityQuery) throws -> Int {
    let total = try withStatement(query, .count) { statement in
      try statement.step() ? Int(sqlite3_column_int64(statement.handle, 0)) : 0
    }
    let rest = max(total - max(query.offset, 0), 0)
    return query.limit.map { min(max($0, 0), rest) } ?? rest
  }

  /// Returns the ids of the rows that `query` wants, in its order.
  package func identifiers(_ query: EntityQuery) throws -> [Int64] {
    return try withStatement(query, .identifiers) { statement in
      var ids: [Int64] = []
      while try statement.step() { ids.append(sqlite3_column_int64(statement.handle, 0)) }
      return ids
    }
  }

  /// Calls `body` with the row `id` of the tree that `entity` is in; `false` iff there is none.
  package func row(
    _ entity: String, id: Int64, _ body: (borrowing RowReader) throws -> Void
  ) throws -> Bool {
    try row(self.entity(entity), id: id, body)
  }

  /// Calls `body` with the row `id` of the tree that `entity` is in; `false` iff there is none.
  package func row(
    _ entity: EntityLayout, id: Int64, _ body: (borrowing RowReader) throws -> Void
  ) throws -> Bool {
    let statement = try lookups.idle(entity.index, connection) { texts.lookup(entity.table) }
    defer { statement.reset() }
    statement.bind(id, at: 1)
    connection.trace?(statement.sql)
    guard try statement.step() else { return false }
    if entity.isPolymorphic {
      try body(RowReader(statement.handle, try self.entity(of: statement, like: entity)))
    } else {
      try body(RowReader(statement.handle, entity))
    }
    return true
  }

  /// Calls `body` with those of the rows `ids` of the tree that `entity` is in that exist, by id.
  package func rows(
    _ entity: String, ids: [Int64], _ body: (borrowing RowReader) throws -> Void
  ) throws {
    let entity = try self.entity(entity)
    let list = texts.dialect.list(ids.map { .integer($0) })
    try connection.withStatement(texts.lookups(entity.table), [list]) {
      try forEachRow(of: $0, entity, body)
    }
  }

  /// Calls `body` with the ids of each owner among `owners` and each object that `relationship`,
  /// a to-many, holds of it; by owner, then id.
  package func links(
    _ relationship: Relationship, of owner: String, owners: [Int64],
    _ body: (Int64, Int64) throws -> Void
  ) throws {
    let place = try place(of: relationship, in: entity(owner))
    guard let text = texts.links(place, try entity(relationship.target).table) else {
      throw notToMany(relationship, owner)
    }
    let list = texts.dialect.list(owners.map { .integer($0) })
    try connection.withStatement(text, [list]) { statement in
      while try statement.step() {
        try body(
          sqlite3_column_int64(statement.handle, 0), sqlite3_column_int64(statement.handle, 1))
      }
    }
  }

  /// Returns the entity called `name`.
  func entity(_ name: String) throws(StoreError) -> EntityLayout {
    if let last, last.name == name { return last }
    guard let entity = layout.entity(name) else {
      throw StoreError(.invalidRequest, "the model has no entity '\(name)'", entity: name)
    }
    last = entity
    return entity
  }

  /// Returns where `relationship` of `owner` is kept.
  func place(
    of relationship: Relationship, in owner: EntityLayout
  ) throws(StoreError) -> RelationshipLayout.Place {
    guard let index = owner.propertyIndex(relationship.name),
      let found = owner.relationships[index]
    else {
      throw StoreError(
        .invalidRequest, "'\(owner.name)' has no relationship '\(relationship.name)'",
        entity: owner.name, properties: [relationship.name])
    }
    return found.place
  }

  /// Calls `body` with each row of `statement`, which are of `entity`'s tree.
  func forEachRow(
    of statement: Statement, _ entity: EntityLayout,
    _ body: (borrowing RowReader) throws -> Void
  ) throws {
    guard entity.isPolymorphic else {
      let row = RowReader(statement.handle, entity)
      while try statement.step() { try body(row) }
      return
    }
    var current = entity
    while try statement.step() {
      current = try self.entity(of: statement, like: current)
      try body(RowReader(statement.handle, current))
    }
  }

  /// Returns the entity of the row that `statement` stands at, which is often the one before's.
  func entity(
    of statement: Statement, like entity: EntityLayout
  ) throws(StoreError) -> EntityLayout {
    guard entity.isPolymorphic else { return entity }
    let value = sqlite3_column_value(statement.handle, 2)
    let bytes = UnsafeBufferPointer(
      start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
    if bytes.elementsEqual(entity.name.utf8) { return entity }
    let name = String(decoding: bytes, as: UTF8.self)
    guard let found = layout.entity(name), found.table === entity.table else {
      throw StoreError(
        .corrupt, "a row of '\(entity.rootName)' names the entity '\(name)', which is none of its",
        entity: entity.rootName)
    }
    return found
  }

  /// Returns the error that a relationship has no objects to read.
  func notToMany(_ relationship: Relationship, _ owner: String) -> StoreError {
    StoreError(
      .invalidRequest,
      "'\(owner).\(relationship.name)' is used as a to-many relationship, which it is not",
      entity: owner, properties: [relationship.name])
  }
}

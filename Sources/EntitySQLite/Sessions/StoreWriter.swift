package import EntityModel

/// Reads and writes rows in one transaction, valid until the call that it is handed to returns.
package final class StoreWriter: StoreReader {
  /// Names a set of properties of an entity.
  private struct PropertySet: Hashable {
    let entity: Int
    let properties: [Int]
  }

  /// Names a relationship by the indexes of its entity and of itself.
  private struct RelationshipIndex: Hashable {
    let entity: Int
    let property: Int
  }

  // One thread has the writer at a time, and none of these is lent while others may ask for it.

  /// The statements that add rows, by the index of the entity.
  @exclusivity(unchecked) private var inserts: StatementSlots

  /// The statements that remove rows, by the index of the entity, twice: of a version, of any.
  @exclusivity(unchecked) private var deletes: StatementSlots

  /// The statements that change rows.
  @exclusivity(unchecked) private var updates: [PropertySet: Statement] = [:]

  /// The statement that changed a row last, and what of it; many rows are changed alike.
  @exclusivity(unchecked) private var lastUpdate:
    (entity: EntityLayout, properties: [Int], statement: Statement)?

  /// The statements that join rows, and those that part them.
  private var links: [RelationshipIndex: Statement] = [:]
  private var unlinks: [RelationshipIndex: Statement] = [:]

  /// Creates a writer over `connection`.
  override init(_ connection: Connection, _ texts: StatementTexts) {
    inserts = StatementSlots(count: texts.layout.entities.count)
    deletes = StatementSlots(count: texts.layout.entities.count * 2)
    super.init(connection, texts)
  }

  /// Reserves `count` ids for rows of the tree that `entity` is in and returns the first.
  ///
  /// An id that was reserved in a transaction that is kept is never reserved again.
  package func reserveIDs(_ entity: String, count: Int) throws -> Int64 {
    let table = try self.entity(entity).table
    let next = try connection.integer(
      texts.bookkeeping.reserveIDs, [.integer(Int64(count)), .text(table.name)])
    guard let next else {
      throw StoreError(
        .corrupt, "the store has lost count of the ids of '\(table.name)'", entity: table.name)
    }
    return next - Int64(count)
  }

  /// Adds the row `id` of `entity`; `body` writes all its columns in the order of properties.
  package func insert(
    _ entity: String, id: Int64, version: Int64, _ body: (inout RowWriter) throws -> Void
  ) throws {
    try insert(self.entity(entity), id: id, version: version, body)
  }

  /// Adds the row `id` of `entity`; `body` writes all its columns in the order of properties.
  package func insert(
    _ entity: EntityLayout, id: Int64, version: Int64,
    _ body: (inout RowWriter) throws -> Void
  ) throws {
    let statement = try inserts.take(entity.index, connection) { texts.insert(entity) }
    defer { inserts.put(statement, entity.index) }
    var row = RowWriter(statement.handle, buffer: connection.buffer)
    row.write(integer: id)
    row.write(integer: version)
    if entity.isPolymorphic { row.write(text: entity.name) }
    try body(&row)
    try statement.run(row)
  }

  /// Changes columns of the row `id` and its version; `body` writes the columns in the order of
  /// `properties`, which are property indexes in ascending order.
  ///
  /// - Returns: `false` iff there is no row with that id and version; nothing has changed then.
  package func update(
    _ entity: String, id: Int64, expecting version: Int64, newVersion: Int64, properties: [Int],
    _ body: (inout RowWriter) throws -> Void
  ) throws -> Bool {
    try update(
      self.entity(entity), id: id, expecting: version, newVersion: newVersion,
      properties: properties, body)
  }

  /// Changes columns of the row `id` and its version; `body` writes the columns in the order of
  /// `properties`, which are property indexes in ascending order.
  ///
  /// - Returns: `false` iff there is no row with that id and version; nothing has changed then.
  package func update(
    _ entity: EntityLayout, id: Int64, expecting version: Int64, newVersion: Int64,
    properties: [Int], _ body: (inout RowWriter) throws -> Void
  ) throws -> Bool {
    let statement = try updating(properties, entity)
    var row = RowWriter(statement.handle, buffer: connection.buffer)
    try body(&row)
    row.write(integer: newVersion)
    row.write(integer: id)
    row.write(integer: version)
    try statement.run(row)
    return connection.changes == 1
  }

  /// Removes the row `id`; `false` iff there is no row with that id and, unless it is nil, version.
  package func delete(
    _ entity: String, id: Int64, expecting version: Int64?
  ) throws -> Bool {
    try delete(self.entity(entity), id: id, expecting: version)
  }

  /// Removes the row `id`; `false` iff there is no row with that id and, unless it is nil, version.
  package func delete(
    _ entity: EntityLayout, id: Int64, expecting version: Int64?
  ) throws -> Bool {
    let slot = entity.index * 2 + (version == nil ? 1 : 0)
    let statement = try deletes.take(slot, connection) {
      texts.delete(entity.table, isVersioned: version != nil)
    }
    defer { deletes.put(statement, slot) }
    var row = RowWriter(statement.handle, buffer: connection.buffer)
    row.write(integer: id)
    if let version { row.write(integer: version) }
    try statement.run(row)
    return connection.changes == 1
  }

  /// Joins two rows by `relationship`, which is to-many at both ends; they may be joined already.
  package func link(
    _ relationship: Relationship, of owner: String, _ ownerID: Int64, _ otherID: Int64
  ) throws {
    let (key, join, isReversed) = try join(relationship, owner)
    let statement =
      try links[key] ?? Statement(texts.link(join, isReversed: isReversed), connection)
    links[key] = statement
    statement.bind(ownerID, at: 1)
    statement.bind(otherID, at: 2)
    try statement.run()
  }

  /// Parts two rows joined by `relationship`; they may be parted already.
  package func unlink(
    _ relationship: Relationship, of owner: String, _ ownerID: Int64, _ otherID: Int64
  ) throws {
    let (key, join, isReversed) = try join(relationship, owner)
    let statement =
      try unlinks[key] ?? Statement(texts.unlink(join, isReversed: isReversed), connection)
    unlinks[key] = statement
    statement.bind(ownerID, at: 1)
    statement.bind(otherID, at: 2)
    try statement.run()
  }

  /// Returns the statement that changes `properties` of a row of `entity`.
  private func updating(
    _ properties: [Int], _ entity: EntityLayout
  ) throws(StoreError) -> Statement {
    if let lastUpdate, lastUpdate.entity === entity, lastUpdate.properties == properties,
      !lastUpdate.statement.isRunning
    {
      return lastUpdate.statement
    }
    let key = PropertySet(entity: entity.index, properties: properties)
    if let statement = updates[key], !statement.isRunning {
      lastUpdate = (entity, properties, statement)
      return statement
    }
    let columns = try columns(of: properties, entity)
    let statement = try Statement(texts.update(entity.table, columns), connection)
    // Objects change in few ways; should they not, memory is worth more than old statements.
    if updates.count >= 200 { updates.removeAll() }
    updates[key] = statement
    lastUpdate = (entity, properties, statement)
    return statement
  }

  /// Returns the columns of `properties` of `entity`.
  func columns(
    of properties: [Int], _ entity: EntityLayout
  ) throws(StoreError) -> [ColumnLayout] {
    var columns: [ColumnLayout] = []
    for index in properties {
      guard entity.columns.indices.contains(index), let column = entity.columns[index] else {
        throw StoreError(
          .invalidRequest, "'\(entity.name)' has no column for its property \(index)",
          entity: entity.name)
      }
      columns.append(column)
    }
    return columns
  }

  /// Returns the table of `relationship` of the entity `owner`, and which of its columns is whose.
  private func join(
    _ relationship: Relationship, _ owner: String
  ) throws(StoreError) -> (RelationshipIndex, JoinTable, isReversed: Bool) {
    let entity = try self.entity(owner)
    guard let index = entity.propertyIndex(relationship.name),
      case .join(let join, let isReversed)? = entity.relationships[index]?.place
    else {
      throw StoreError(
        .invalidRequest, "'\(owner).\(relationship.name)' is not to-many at both ends",
        entity: owner, properties: [relationship.name])
    }
    return (RelationshipIndex(entity: entity.index, property: index), join, isReversed)
  }
}

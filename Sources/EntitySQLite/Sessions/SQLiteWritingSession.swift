import EntityModel
import EntitySQL
import EntityStore

/// Reads and writes rows in one transaction, valid until the call that it is handed to returns.
final class SQLiteWritingSession: SQLiteSession, WritingSession {
  /// The version of a row that has just been inserted.
  static let firstVersion = SchemaStatements.firstVersion

  /// Collects the values of one row.
  let row = __RowWriter()

  /// `true` for each property that is unique, alone or with others, by the index of the entity and
  /// by property index; empty for an entity that has none.
  let uniqueProperties: [[Bool]]

  /// The name of each entity, where statements can read it, by the index of the entity.
  private let names: [UnsafeMutableBufferPointer<UInt8>]

  /// The statements on the places of members, as far as they have been needed.
  var orderSQL: [OrderSQL.Key: OrderSQL] = [:]

  /// `true` once the transaction has written rows.
  var isApplying = false

  /// `true` for each entity whose values the user's code encodes, by its index; empty if what that
  /// code reads has a connection of its own.
  private let encodedEntities: [Bool]

  /// What the transaction adds to the history.
  let history: HistoryKeeper

  /// `true` if it can be seen which rows a statement changes.
  let seesRows: Bool

  /// Creates a session over `connection`, which is the only one of its store if `isAlone`, and
  /// which dates and prunes the history as `options` say.
  init(
    _ connection: Connection, _ statements: RowStatements, isAlone: Bool = false,
    options: StoreOptions = StoreOptions()
  ) {
    self.history = HistoryKeeper(connection, statements, options)
    seesRows = options.usesPreUpdateHook && RowWatch.isAvailable
    let entities = statements.layout.entities
    uniqueProperties = entities.map { entity in
      entity.keys.isEmpty ? [] : entity.columns.indices.map { entity.isInKey($0) }
    }
    names = entities.map { entity in
      let name = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: entity.name.utf8.count)
      _ = name.initialize(from: entity.name.utf8)
      return name
    }
    encodedEntities =
      isAlone ? entities.map { $0.columns.contains { $0?.kind == .value(.json) } } : []
    super.init(connection, statements)
  }

  deinit {
    for name in names { name.deallocate() }
  }

  func reserveIDs(_ count: Int, of table: TableLayout) throws -> Int64 {
    // Older versions of SQLite do not return what an update writes.
    try connection.run(
      statements.metadata.reserveIDs, [.integer(Int64(count)), .text(table.name)])
    guard let next = try connection.integer(statements.metadata.nextID, [.text(table.name)]) else {
      throw StoreError(
        .corrupt, "the store does not know the next id of '\(table.name)'; restore it from a copy",
        entity: table.name)
    }
    return next - Int64(count)
  }

  func withSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.run("SAVEPOINT \"save\"")
    let wasApplying = isApplying
    let recorded = history.state
    do {
      let result = try body()
      try connection.run("RELEASE \"save\"")
      return result
    } catch {
      isApplying = wasApplying
      history.state = recorded
      // Some failures have rolled the whole transaction back.
      if !connection.isIdle {
        try? connection.run("ROLLBACK TO \"save\"")
        try? connection.run("RELEASE \"save\"")
      }
      throw error
    }
  }

  func apply(_ changes: ChangeSet, from source: (any ChangeSource)?) throws -> [Conflict] {
    let changes = try encoded(changes, from: source)
    isApplying = true
    if !changes.isEmpty { history.recorder?.beginEntry() }
    for link in changes.unlinks { try record(link, isLinked: false) }
    var conflicts: [Conflict] = []
    var deleted: [ChangeSet.Delete] = []
    var rest = changes.deletes.indices
    while let first = rest.first {
      let alike = rest.prefix { changes.deletes[$0].entity == changes.deletes[first].entity }
      rest = rest.dropFirst(alike.count)
      deleted += try delete(alike, of: changes, source)
    }
    let values = ChangeValues(changes: changes, source: source, row: row)
    do {
      let updated = try write(changes.updates, values).map { changes.updates[$0] }
      for delete in deleted { conflicts.append(try conflict(delete.entity, delete.id)) }
      for update in updated { conflicts.append(try conflict(update.entity, update.id)) }
      guard conflicts.isEmpty else { return conflicts }
      for index in changes.inserts.indices { try insert(index, values) }
    } catch let error as StoreError where error.code == .uniqueViolation {
      throw (try? uniqueViolation(error, values)) ?? error
    }
    try numberUnplaced(before: changes)
    for link in changes.links { try record(link, isLinked: true) }
    for order in changes.orders { try record(order) }
    return []
  }

  /// Returns `changes` with their values, where encoding them may read the store, which is to be as
  /// it was before the changes.
  private func encoded(
    _ changes: ChangeSet, from source: (any ChangeSource)?
  ) throws -> ChangeSet {
    guard let source, encodedEntities.contains(true) else { return changes }
    let isEncoded =
      changes.inserts.contains { $0.values == nil && encodedEntities[$0.entity] }
      || changes.updates.contains { $0.values == nil && encodedEntities[$0.entity] }
    return isEncoded ? try changes.stored(from: source) : changes
  }

  /// Removes a row; returns `false` if there is none with that id and version.
  func delete(_ delete: ChangeSet.Delete) throws -> Bool {
    let statement = try connection.statement(.delete(entity: delete.entity)) {
      () throws(StoreError) in statements.delete(layout.entities[delete.entity].table)
    }
    statement.bind(delete.id, at: 1)
    statement.bind(delete.version, at: 2)
    try statement.run()
    return connection.changes == 1
  }

  /// Adds the row of the insert at `index`.
  private func insert(_ index: Int, _ values: ChangeValues) throws {
    let insert = values.changes.inserts[index]
    let entity = layout.entities[insert.entity]
    let cells = try values.insert(index, entity)
    try record(insert, entity, cells)
    try self.insert(
      entity, id: insert.id, version: insert.version ?? Self.firstVersion, cells)
  }

  /// Adds the row `id` of `entity`, whose columns are `cells`.
  func insert(
    _ entity: EntityLayout, id: Int64, version: Int64, _ cells: UnsafeBufferPointer<__Cell>
  ) throws(StoreError) {
    let statement = try connection.statement(.insert(entity: entity.index)) {
      () throws(StoreError) in statements.insert(entity)
    }
    let first = entity.isPolymorphic ? 4 : 3
    let hasExternals = !entity.externalColumns.isEmpty
    if hasExternals {
      try rowCells(cells, entity.columnIndexes, entity, version).withUnsafeBufferPointer {
        cells throws(StoreError) in try statement.bind(cells, from: first)
      }
    } else {
      try statement.bind(cells, from: first)
    }
    statement.bind(id, at: 1)
    statement.bind(version, at: 2)
    if entity.isPolymorphic {
      try statement.bind(text: UnsafeBufferPointer(names[entity.index]), at: 3)
    }
    try statement.run()
    if hasExternals { try storeExternals(cells, entity.columnIndexes, entity, id: id, isNew: true) }
  }

  /// Links or unlinks two rows, which may be so already.
  func setLink(_ link: ChangeSet.Link, isLinked: Bool) throws(StoreError) {
    let key: StatementKey =
      isLinked
      ? .link(entity: link.entity, property: link.property)
      : .unlink(entity: link.entity, property: link.property)
    let statement = try connection.statement(key) { () throws(StoreError) in
      let (join, isReversed) = try join(link)
      return isLinked
        ? statements.link(join, isReversed: isReversed)
        : statements.unlink(join, isReversed: isReversed)
    }
    statement.bind(link.owner, at: 1)
    statement.bind(link.other, at: 2)
    try statement.run()
  }

  /// Returns the table of a link, and which of its columns is whose.
  private func join(
    _ link: ChangeSet.Link
  ) throws(StoreError) -> (table: JoinTable, isReversed: Bool) {
    let entity = layout.entities[link.entity]
    guard entity.relationships.indices.contains(link.property),
      case .join(let table, let isReversed)? = entity.relationships[link.property]?.location
    else {
      throw StoreError(
        .invalidRequest,
        "the property \(link.property) of '\(entity.name)' is not to-many at both ends",
        entity: entity.name)
    }
    return (table, isReversed)
  }

  /// Returns the conflict about the row `id` of the entity at `index`.
  private func conflict(_ index: Int, _ id: Int64) throws -> Conflict {
    let entity = layout.entities[index]
    var theirs: [StoredValue]?
    _ = try row(id: id, of: entity) { row in
      theirs = entity.columnIndexes.compactMap { entity.columns[$0] }.map {
        row[$0.position].storedValue
      }
    }
    return Conflict(entity: index, id: id, theirs: theirs)
  }
}

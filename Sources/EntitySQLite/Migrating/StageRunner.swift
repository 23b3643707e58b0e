import EntityModel
import EntitySQL
import EntityStore

/// Carries out one stage of a migration over a store's tables.
///
/// The older tables are put aside, and stay as they are until the stage has ended. A newer table is
/// made when the stage writes or reads it first; the rest is carried over afterwards.
final class StageRunner: StageSession {
  let mapping: ModelMapping
  let oldLayout: StoreLayout
  private(set) var state: StageState

  /// The session that reads the older rows, and the one that reads the newer.
  let older: SQLiteSession
  let newer: SQLiteWritingSession

  /// The statements.
  let statements: MigrationStatements

  let stage: ModelHistory.Stage

  /// What stands in the way of an automatic migration, with the changes.
  let obstacles: [(change: ModelChange, step: MigrationPlan.Step)]

  /// Is called with the state where work is to be committed.
  private let commit: (StageState) throws -> Void

  private let progress: MigrationProgressCounter

  /// The newer entities, by index, whose rows have been prepared to be read.
  private var readable: Set<Int> = []

  /// `true` for each newer entity whose table has been made, by its index.
  private var isMade: [Bool]

  /// The newer entities, by index, that this run has begun to make.
  private var madeNow: Set<Int> = []

  /// `true` while what the stage has not made is carried over.
  var isFinishing = false

  /// How many rows have been visited since work was committed last.
  private var rowsInBatch = 0

  var connection: Connection { newer.connection }

  var old: any StoreSession { older }
  var new: any StoreSession { newer }

  /// Prepares the stage over the tables that `migrator` leads from, or over what `state` says.
  init(
    _ stage: ModelHistory.Stage, _ migrator: Migrator, resuming state: StageState?, worker: String,
    obstacles: [(change: ModelChange, step: MigrationPlan.Step)],
    progress: MigrationProgressCounter, commit: @escaping (StageState) throws -> Void
  ) {
    self.stage = stage
    self.obstacles = obstacles
    self.commit = commit
    self.progress = progress
    mapping = migrator.mapping
    statements = migrator.stageStatements()
    isMade = Array(repeating: false, count: mapping.new.entities.count)
    oldLayout = StoreLayout(
      mapping.comparison.old, tablePrefix: MigrationStatements.asidePrefix)
    let dialect = SQLiteDialect()
    older = SQLiteSession(
      Connection(sharing: migrator.connection),
      RowStatements(oldLayout, dialect, readsExternalValues: true))
    // Statements are found by the indexes of entities, which are others in every model.
    newer = SQLiteWritingSession(
      Connection(sharing: migrator.connection),
      RowStatements(mapping.new, dialect, readsExternalValues: true))
    self.state =
      state
      ?? StageState(
        from: mapping.comparison.old.versionHash, to: mapping.comparison.new.versionHash,
        worker: worker, nextIDs: statements.nextIDs)
    self.state.worker = worker
  }

  /// Carries the stage out.
  ///
  /// - Throws: what it throws, or what is wrong with its result.
  func run(isResumed: Bool) throws {
    if !isResumed { for sql in statements.puttingAside { try connection.run(sql) } }
    try stage.run(self)
    try finish()
  }

  // MARK: Reading

  func page(
    of entity: EntityLayout, isOld: Bool, after id: Int64, limit: Int,
    _ body: (inout __Row) throws -> Void
  ) throws {
    let session: SQLiteSession = isOld ? older : newer
    let sql = statements.page(
      of: entity, columns: session.statements.columns(of: entity.table))
    let values: [StoredValue] = [.integer(id), .integer(Int64(limit))]
    let name: [StoredValue] = entity.isPolymorphic ? [.text(entity.name)] : []
    try session.connection.withStatement(sql, values + name) {
      try session.format(entity).forEachRow(of: $0, entity, body)
    }
  }

  func noteVisit(of entity: EntityLayout) { state.visited.insert(entity.name) }

  func prepareToRead(_ query: EntityQuery) throws {
    for entity in try query.entities(in: mapping.new) {
      try prepareToRead(entity)
      if state.indexed.insert(entity.table.name).inserted {
        for sql in statements.stageIndexes(of: entity.table) { try connection.run(sql) }
      }
      for case .join(let join, _)? in entity.relationships.map({ $0?.location }) {
        try fill(join)
      }
    }
  }

  /// Makes sure that the rows of `entity` and of those that extend it are there.
  private func prepareToRead(_ entity: EntityLayout) throws {
    guard readable.insert(entity.index).inserted else { return }
    for name in entity.subentities {
      guard let entity = mapping.new.entity(name) else { continue }
      try make(entity.table)
      try carryOver(entity)
    }
  }

  // MARK: Making rows

  func takeOver(_ entity: EntityLayout) throws {
    guard madeNow.insert(entity.index).inserted else {
      throw StoreError(
        .invalidRequest,
        "the stage makes the objects of '\(entity.name)' twice; make them in one 'forEach'",
        entity: entity.name)
    }
    try make(entity.table)
    guard state.taken.insert(entity.name).inserted else { return }
    guard !state.carried.contains(entity.name) else {
      throw StoreError(
        .invalidRequest,
        "the stage has read the new '\(entity.name)' before it makes its objects; make them first",
        entity: entity.name)
    }
  }

  func offset(of old: EntityLayout, in new: EntityLayout) -> Int64? {
    guard let table = table(of: old), statements.hasOffset(new.table.name, table) else {
      return nil
    }
    return statements.offset(new.table.name, table)
  }

  func notedID(_ id: Int64, of old: EntityLayout, in new: EntityLayout) throws -> Int64? {
    guard state.hasNotes, let table = table(of: old) else { return nil }
    return try connection.integer(
      statements.notedID, [.text(table), .text(new.table.name), .integer(id)])
  }

  func note(_ newID: Int64, of new: EntityLayout, madeOf id: Int64, of old: EntityLayout) throws {
    guard let table = table(of: old) else { return }
    if !state.hasNotes { try connection.run(statements.creationOfIDs) }
    state.hasNotes = true
    try connection.run(
      statements.notingID,
      [.text(table), .text(new.table.name), .integer(id), .integer(newID)])
  }

  /// The name of the table of `old`, an older entity, in a store.
  private func table(of old: EntityLayout) -> String? {
    mapping.old.entity(old.name)?.table.name
  }

  func reserveID(of entity: EntityLayout) throws -> Int64 {
    let next = state.nextIDs[entity.table.name] ?? 1
    guard next < .max else {
      throw StoreError(
        .corrupt, "there are no more ids for rows of '\(entity.table.name)'", entity: entity.name)
    }
    state.nextIDs[entity.table.name] = next + 1
    return next
  }

  func insert(
    _ entity: EntityLayout, id: Int64, version: Int64?, _ cells: UnsafeBufferPointer<__Cell>
  ) throws {
    if !isMade[entity.index] {
      try make(entity.table)
      isMade[entity.index] = true
    }
    do throws(StoreError) {
      try newer.insert(
        entity, id: id, version: version ?? SQLiteWritingSession.firstVersion, cells)
    } catch {
      throw error.naming(entity, id)
    }
  }

  func update(
    _ entity: EntityLayout, id: Int64, _ cells: UnsafeBufferPointer<__Cell>
  ) throws -> Bool {
    try prepareToRead(entity)
    // Nobody has read a row of the newer model yet, so that any version will do.
    let row = newer.rowCells(
      cells, entity.columnIndexes, entity, SQLiteWritingSession.firstVersion)
    let statement = try connection.statement(statements.update(entity))
    try row.withUnsafeBufferPointer { row throws(StoreError) in
      try statement.bind(row, from: 1, rest: 1)
    }
    statement.bind(id, at: Int32(cells.count + 1))
    do throws(StoreError) {
      try statement.run()
      guard connection.changes == 1 else { return false }
      try newer.storeExternals(cells, entity.columnIndexes, entity, id: id, isNew: false)
    } catch {
      throw error.naming(entity, id)
    }
    return true
  }

  func delete(_ entity: EntityLayout, id: Int64) throws -> Bool {
    try prepareToRead(entity)
    // References are not followed during a migration.
    for sql in statements.externalDeletions(entity.table) {
      try connection.run(sql, [.integer(id)])
    }
    try connection.run(statements.delete(entity.table), [.integer(id)])
    state.reduced.insert(entity.table.name)
    return connection.changes == 1
  }

  func setLink(_ link: ChangeSet.Link, isLinked: Bool) throws {
    let entity = mapping.new.entities[link.entity]
    if case .join(let join, _)? = entity.relationships[link.property]?.location { try fill(join) }
    try newer.setLink(link, isLinked: isLinked)
  }

  func noteLoss(of entity: EntityLayout) { state.reduced.insert(entity.table.name) }

  /// Makes `table` if it has not been made.
  func make(_ table: TableLayout) throws {
    guard state.made.insert(table.name).inserted else { return }
    for sql in statements.creation(of: table) { try connection.run(sql) }
  }

  /// Carries the older rows of `entity` over if that has not been done, and is not the stage's.
  func carryOver(_ entity: EntityLayout) throws {
    guard !state.taken.contains(entity.name), state.carried.insert(entity.name).inserted else {
      return
    }
    try refuse(covering: entity)
    guard let copy = statements.copy(of: entity), let source = mapping.source(of: entity) else {
      return
    }
    try Migrator.copy(
      copy, statements.current(source.table), entity.name, connection, progress)
    for copy in statements.externalCopies(of: entity) {
      try connection.run(copy.sql, copy.values)
    }
    try Migrator.compareSample(of: entity, statements, connection)
  }

  /// Makes and fills `join` if that has not been done.
  func fill(_ join: JoinTable) throws {
    guard state.made.insert(join.name).inserted else { return }
    try connection.run(statements.creation(of: join))
    for statement in statements.filling(of: join) {
      try connection.run(statement.sql, statement.values)
    }
  }

  // MARK: Parts of the work

  var batchSize: Int? { stage.batchSize }

  func start(ofPart part: Int) -> Int64? {
    state.finishedParts.contains(part) ? nil : state.positions[part] ?? .min
  }

  func finish(part: Int, upTo id: Int64?) throws {
    state.positions[part] = id
    if id == nil { state.finishedParts.insert(part) }
    guard let batchSize = stage.batchSize, rowsInBatch >= batchSize else { return }
    rowsInBatch = 0
    state.commits &+= 1
    try commit(state)
  }

  func noteProgress(_ rows: Int) {
    rowsInBatch += rows
    progress.add(rows, "the stage from \(stage.from) to \(stage.to)")
  }
}

extension StoreError {
  /// The error with the row that it is about.
  fileprivate func naming(_ entity: EntityLayout, _ id: Int64) -> StoreError {
    StoreError(
      code, "row \(id) of '\(entity.name)': \(message)", sqliteCode: sqliteCode, sql: sql,
      entity: entity.name, properties: properties, underlying: underlying)
  }
}

import EntityModel
import EntitySQL
import EntityStore

/// Makes a store that was made for one model fit a newer one, in one transaction.
struct Migrator {
  /// The connection, in whose transaction all of it happens.
  let connection: Connection

  /// Where rows and values come from.
  let mapping: ModelMapping

  /// The first free id of each older table.
  private let ids: [String: Int64]

  /// The statements.
  let statements: MigrationStatements

  /// The statements that count.
  let counts: MigrationCounts

  /// How many rows an error names.
  static let namedRows = 10

  /// Prepares the migration of the store that `connection` has open from the model `old` to `new`.
  ///
  /// - Parameters:
  ///   - counting: `false` if the store is not one for `old` yet.
  ///   - areAside: `true` if the older tables have been put aside by a stage.
  init(
    _ connection: Connection, from old: ObjectModel, to new: ObjectModel, counting: Bool = true,
    areAside: Bool = false
  ) throws(StoreError) {
    self.connection = connection
    mapping = ModelMapping(from: old, to: new)
    let prefix = areAside ? MigrationStatements.asidePrefix : ""
    counts = MigrationCounts(
      areAside ? ModelMapping(from: old, tablePrefix: prefix, to: new) : mapping,
      dialect: SQLiteDialect())
    var ids: [String: Int64] = [:]
    for table in counting ? mapping.old.tables : [] {
      let next = try connection.integer(
        MetadataStatements(dialect: SQLiteDialect()).nextID, [.text(table.name)])
      let last = try connection.integer(
        "SELECT max(\"_id\") FROM \(SQLiteDialect().quoted(prefix + table.name))")
      ids[table.name] = max(next ?? 1, (last ?? 0) < .max ? (last ?? 0) + 1 : .max, 1)
    }
    self.ids = ids
    statements = MigrationStatements(mapping, ids: ids, dialect: SQLiteDialect())
  }

  /// Returns the statements of a stage between the same models.
  func stageStatements() -> MigrationStatements {
    MigrationStatements(mapping, ids: ids, dialect: SQLiteDialect(), isStaged: true)
  }

  // MARK: The work

  /// Carries the migration out in the transaction that is open.
  ///
  /// - Throws: what stands in the way, or what failed; the transaction is to be rolled back then.
  func run(
    allowing permissions: Set<MigrationPolicy.Permission>, _ progress: MigrationProgressCounter
  ) throws(StoreError) {
    try check(allowing: permissions)
    for statement in statements.all {
      guard let entity = statement.copiedEntity,
        let source = mapping.new.entity(entity).flatMap({ mapping.source(of: $0) })
      else {
        try run(statement)
        continue
      }
      let table = statements.current(source.table)
      let copied = try Self.copy(statement, table, entity, connection, progress)
      guard copied == (try count(source, in: table)) else {
        throw StoreError(
          .other, "not every row of '\(source.name)' has become one of '\(entity)'",
          entity: entity)
      }
      if let layout = mapping.new.entity(entity) {
        try Self.compareSample(of: layout, statements, connection)
      }
    }
    try check(statements.referenceChecks)
    try reserveIDs(from: statements.nextIDs)
  }

  /// Runs `statement`, which copies no rows.
  ///
  /// - Throws: where it creates a unique index, an error that names the rows in its way.
  private func run(_ statement: MigrationStatements.Statement) throws(StoreError) {
    do throws(StoreError) {
      try connection.run(statement.sql, statement.values)
    } catch {
      guard error.code == .uniqueViolation else { throw error }
      for table in mapping.new.tables {
        for index in table.indexes
        where index.isUnique && statements.creation(of: index, of: table) == statement.sql {
          throw try connection.sharedValues(index, of: table)
        }
      }
      throw error
    }
  }

  /// Carries out a stage in the transaction that is open, or the rest of it.
  func run(_ runner: StageRunner, isResumed: Bool) throws {
    if !isResumed { try refuseUnknownRows() }
    try runner.run(isResumed: isResumed)
    try check(runner.statements.allReferenceChecks)
    try reserveIDs(from: runner.state.nextIDs)
  }

  /// How many ids the rows are apart that are copied at once, so that a person sees that work goes
  /// on.
  private static let copiedAtOnce: Int64 = 100_000

  /// Copies the rows of `table`, an older one, that become those of `entity` part by part, and
  /// returns how many they were.
  @discardableResult static func copy(
    _ statement: MigrationStatements.Statement, _ table: String, _ entity: String,
    _ connection: Connection, _ progress: MigrationProgressCounter
  ) throws(StoreError) -> Int64 {
    guard let bounds = statement.bounds,
      let first = try connection.integer("SELECT min(\"_id\") FROM \(table)"),
      let last = try connection.integer("SELECT max(\"_id\") FROM \(table)")
    else { return 0 }
    let step = max(copiedAtOnce, last / 1000 - first / 1000)
    var copied: Int64 = 0
    // An id below all others is only in a damaged file; the count does not agree then.
    var after = max(first, .min + 1) - 1
    var values = statement.values
    while after < last {
      let (distance, overflow) = last.subtractingReportingOverflow(after)
      let upTo = overflow || distance > step ? after + step : last
      values[bounds.after - 1] = .integer(after)
      values[bounds.upTo - 1] = .integer(upTo)
      do throws(StoreError) {
        try connection.run(statement.sql, values)
      } catch {
        throw error.duringMigration(of: entity)
      }
      copied += Int64(connection.changes)
      progress.add(connection.changes, "copying '\(entity)'")
      after = upTo
    }
    return copied
  }

  /// Makes sure that some rows of `entity`, which have been copied, hold what they should.
  static func compareSample(
    of entity: EntityLayout, _ statements: MigrationStatements, _ connection: Connection
  ) throws(StoreError) {
    guard let sample = statements.sample(of: entity) else { return }
    guard try connection.integer(sample.sql, sample.values) == 0 else {
      throw StoreError(
        .other, "rows of '\(entity.name)' do not hold what they held before; nothing was changed",
        entity: entity.name)
    }
  }

  /// Refuses rows that name an entity which the older model does not have: they would be lost.
  func refuseUnknownRows() throws(StoreError) {
    for table in mapping.old.tables where table.isPolymorphic {
      let names = table.entityNames.map { StoredValue.text($0) }
      let list = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      let count =
        try connection.integer(
          "SELECT count(*) FROM \(quoted(table.name)) WHERE \"_entity\" NOT IN (\(list))", names)
        ?? 0
      guard count == 0 else {
        throw StoreError(
          .corrupt,
          "\(count) rows of '\(table.name)' name an entity that the store's own model does not "
            + "have, and would be lost", entity: table.name)
      }
    }
  }

  /// Makes sure that every reference of `checks` leads to a row.
  private func check(_ checks: [MigrationStatements.ReferenceCheck]) throws(StoreError) {
    for (table, sql) in checks where try connection.integer(sql) != nil {
      throw StoreError(
        .foreignKeyViolation,
        "a row of '\(table)' refers to an object that does not exist, or would not any more",
        entity: table)
    }
  }

  /// Notes the first free id of each table.
  private func reserveIDs(from nextIDs: [String: Int64]) throws(StoreError) {
    let metadata = MetadataStatements(dialect: SQLiteDialect())
    try connection.run(metadata.forgetIDs)
    for table in mapping.new.tables {
      try connection.run(metadata.countIDs, [.text(table.name)])
      let first = nextIDs[table.name] ?? 1
      if first > 1 {
        try connection.run(metadata.reserveIDs, [.integer(first - 1), .text(table.name)])
      }
    }
  }

  /// Returns how many rows of `entity`, of the older model, there are in its table, which is called
  /// `table` now.
  func count(_ entity: EntityLayout, in table: String) throws(StoreError) -> Int64 {
    let sql = "SELECT count(*) FROM \(table)"
    guard entity.isPolymorphic else { return try connection.integer(sql) ?? 0 }
    return try connection.integer(sql + " WHERE \"_entity\" = ?1", [.text(entity.name)]) ?? 0
  }

  func quoted(_ name: String) -> String { SQLiteDialect().quoted(name) }
}

extension StoreError {
  /// The error of a statement of a migration, with the entity whose rows it copied.
  fileprivate func duringMigration(of entity: String?) -> StoreError {
    guard let entity else { return self }
    return StoreError(
      code, "the rows of '\(entity)' cannot be carried over: \(message)", sqliteCode: sqliteCode,
      sql: sql, entity: entity, properties: properties, underlying: underlying)
  }
}

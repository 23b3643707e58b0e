import EntityModel
import EntitySQL
import EntityStore

/// Makes a store that was made for one model fit a newer one, in one transaction.
struct Migrator {
  /// The connection, in whose transaction all of it happens.
  let connection: Connection

  /// Where rows and values come from.
  let mapping: ModelMapping

  /// The statements.
  private let statements: MigrationStatements

  /// How many rows with an equal value an error names.
  private static let namedRows = 10

  /// Prepares the migration of the store that `connection` has open from the model `old` to `new`.
  init(_ connection: Connection, from old: ObjectModel, to new: ObjectModel) throws(StoreError) {
    self.connection = connection
    mapping = ModelMapping(from: old, to: new)
    var ids: [String: Int64] = [:]
    for table in mapping.old.tables {
      ids[table.name] = try connection.integer(
        MetadataStatements(dialect: SQLiteDialect()).nextID, [.text(table.name)])
    }
    statements = MigrationStatements(mapping, ids: ids, dialect: SQLiteDialect())
  }

  // MARK: The plan

  /// Returns what the migration does, counted in the rows that are there.
  func plan(allowing permissions: Set<MigrationPolicy.Permission>) throws(StoreError)
    -> MigrationPlan
  {
    let steps = try steps(of: mapping.comparison.changes, permissions)
    var copied: Int64 = 0
    for source in statements.copiedEntities.compactMap(mapping.source) {
      copied += try count(source, in: quoted(source.table.name))
    }
    return MigrationPlan(
      oldVersion: mapping.comparison.old.versionHash,
      newVersion: mapping.comparison.new.versionHash, steps: steps, copiedRows: Int(copied))
  }

  private func steps(
    of changes: [ModelChange], _ permissions: Set<MigrationPolicy.Permission>
  ) throws(StoreError) -> [MigrationPlan.Step] {
    let counts = MigrationCounts(mapping, dialect: SQLiteDialect())
    var steps: [MigrationPlan.Step] = []
    for change in changes { steps.append(try step(of: change, permissions, counts)) }
    return steps
  }

  private func step(
    of change: ModelChange, _ permissions: Set<MigrationPolicy.Permission>,
    _ counts: MigrationCounts
  ) throws(StoreError) -> MigrationPlan.Step {
    var rows = 0
    if let count = counts.count(of: change) {
      rows = Int(try connection.integer(count.sql, count.values) ?? 0)
    }
    var kind = MigrationPlan.Step.Kind(change.effect)
    var advice = change.effect.advice
    if kind != .impossible, rows == 0 || isAllowed(change, permissions) {
      (kind, advice) = (.automatic, nil)
    }
    if case .attributeType = change.kind, rows > 0, isRequiredWithoutDefault(change),
      case .losesData = change.effect
    {
      kind = .needsStage
      advice =
        "give the attribute a default value, or an optional type, for the values that would "
        + "be lost"
    }
    if case .attributeUnique = change.kind, kind != .automatic,
      let first = counts.firstDuplicates(change, limit: Self.namedRows)
    {
      var ids: [String] = []
      try connection.forEachFirst(first.sql, first.values) { cell in
        cell.integer.map { ids.append(String($0)) }
      }
      advice =
        (advice ?? "") + "; rows with a value that another one has: "
        + ids.joined(separator: ", ") + (rows > ids.count ? " and others" : "")
    }
    return MigrationPlan.Step(
      subject: change.subject, summary: change.message, kind: kind, advice: advice, rows: rows)
  }

  /// `true` if the attribute that `change` is about must have a value and has none by default.
  private func isRequiredWithoutDefault(_ change: ModelChange) -> Bool {
    let attribute = mapping.comparison.new.entity(named: change.entity)?.attributes.first {
      $0.name == change.property
    }
    return attribute.map { !$0.isOptional && $0.defaultValue == nil && !$0.hasDefault } ?? false
  }

  /// `true` if what `change` loses or converts is allowed.
  private func isAllowed(
    _ change: ModelChange, _ permissions: Set<MigrationPolicy.Permission>
  ) -> Bool {
    let path = change.entity + (change.property.map { ".\($0)" } ?? "")
    switch change.kind {
    case .entityRemoved: return permissions.contains(.removing(path))
    case .entityMoved:
      guard case .losesData = change.effect,
        let after = mapping.comparison.new.entity(named: change.entity),
        let before = mapping.comparison.oldEntityName(after.name).flatMap({
          mapping.comparison.old.entity(named: $0)
        })
      else { return false }
      return mapping.comparison.disinherited(after, since: before).allSatisfy {
        permissions.contains(.removing("\(after.name).\($0)"))
      }
    case .attributeRemoved, .relationshipRemoved:
      return permissions.contains(.removing(path))
        || (mapping.comparison.oldEntityName(change.entity)).map {
          permissions.contains(.removing("\($0).\(change.property ?? "")"))
        } ?? false
    case .attributeMoved(let entities):
      guard case .losesData = change.effect else { return false }
      return entities.contains { permissions.contains(.removing("\($0).\(change.property ?? "")")) }
    case .attributeType(let old, let new):
      return new.conversion(from: old) != .none && permissions.contains(.converting(path))
    default: return false
    }
  }

  /// Makes sure that nothing stands in the way.
  func check(allowing permissions: Set<MigrationPolicy.Permission>) throws(StoreError) {
    // What is automatic whatever the rows need not be counted.
    let changes = mapping.comparison.changes.filter { $0.effect != .automatic }
    let obstacles = try steps(of: changes, permissions).filter { $0.kind != .automatic }
    guard obstacles.isEmpty else {
      throw StoreError(
        .modelMismatch,
        (["the store was made for another model, and no automatic migration leads to this one"]
          + obstacles.map { "  \($0)" }).joined(separator: "\n"))
    }
    try refuseUnknownRows()
  }

  // MARK: The work

  /// Carries the migration out in the transaction that is open.
  ///
  /// - Throws: what stands in the way, or what failed; the transaction is to be rolled back then.
  func run(allowing permissions: Set<MigrationPolicy.Permission>) throws(StoreError) {
    try check(allowing: permissions)
    for statement in statements.all {
      let expected = statement.copiedEntity.flatMap { mapping.new.entity($0) }
        .flatMap { mapping.source(of: $0) }
      do {
        try connection.run(statement.sql, statement.values)
      } catch {
        throw error.duringMigration(of: statement.copiedEntity)
      }
      guard let expected, let entity = statement.copiedEntity else { continue }
      let copied = Int64(connection.changes)
      guard copied == (try count(expected, in: statements.current(expected.table))) else {
        throw StoreError(
          .other, "not every row of '\(expected.name)' has become one of '\(entity)'",
          entity: entity)
      }
    }
    try checkReferences()
    try reserveIDs()
  }

  /// Refuses rows that name an entity which the older model does not have: they would be lost.
  private func refuseUnknownRows() throws(StoreError) {
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

  /// Makes sure that every reference leads to a row.
  private func checkReferences() throws(StoreError) {
    var first: String?
    try connection.forEachFirst("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1") {
      first = $0.text
    }
    guard let first else { return }
    throw StoreError(
      .foreignKeyViolation,
      "a row of '\(first)' refers to an object that does not exist, or would not any more",
      entity: first)
  }

  /// Notes the first free id of each table.
  private func reserveIDs() throws(StoreError) {
    let metadata = MetadataStatements(dialect: SQLiteDialect())
    try connection.run(metadata.forgetIDs)
    for table in mapping.new.tables {
      try connection.run(metadata.countIDs, [.text(table.name)])
      let first = statements.nextIDs[table.name] ?? 1
      if first > 1 {
        _ = try connection.integer(metadata.reserveIDs, [.integer(first - 1), .text(table.name)])
      }
    }
  }

  /// Returns how many rows of `entity`, of the older model, there are in its table, which is called
  /// `table` now.
  private func count(_ entity: EntityLayout, in table: String) throws(StoreError) -> Int64 {
    let sql = "SELECT count(*) FROM \(table)"
    guard entity.isPolymorphic else { return try connection.integer(sql) ?? 0 }
    return try connection.integer(sql + " WHERE \"_entity\" = ?1", [.text(entity.name)]) ?? 0
  }

  private func quoted(_ name: String) -> String { SQLiteDialect().quoted(name) }
}

extension MigrationPlan.Step.Kind {
  /// The kind of a change with `effect`.
  init(_ effect: ModelChange.Effect) {
    switch effect {
    case .automatic: self = .automatic
    case .losesData: self = .losesData
    case .needsStage: self = .needsStage
    case .impossible: self = .impossible
    }
  }
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

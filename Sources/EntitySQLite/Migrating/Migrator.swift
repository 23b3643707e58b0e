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

  /// The statements that count.
  private let counts: MigrationCounts

  /// The statements of a stage.
  let stageStatements: MigrationStatements

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
    statements = MigrationStatements(mapping, ids: ids, dialect: SQLiteDialect())
    stageStatements = MigrationStatements(
      mapping, ids: ids, dialect: SQLiteDialect(), isStaged: true)
  }

  // MARK: The plan

  /// Returns the steps, counted in the rows that are there.
  func steps(
    allowing permissions: Set<MigrationPolicy.Permission>
  ) throws(StoreError) -> [MigrationPlan.Step] {
    try steps(of: mapping.comparison.changes, permissions)
  }

  /// Returns the steps of a store that is to be made for the older model first, so that nothing can
  /// be counted; with `isStaged`, a stage sees to what stands in the way.
  func uncountedSteps(
    allowing permissions: Set<MigrationPolicy.Permission>, isStaged: Bool
  ) -> [MigrationPlan.Step] {
    mapping.comparison.changes.map { change in
      var kind = MigrationPlan.Step.Kind(change.effect)
      if kind == .needsStage || kind == .losesData, isAllowed(change, permissions) {
        kind = .allowed
      }
      if isStaged, kind == .needsStage || kind == .losesData { kind = .stage }
      let isDone = [.automatic, .allowed, .stage].contains(kind)
      return MigrationPlan.Step(
        subject: change.subject, summary: change.message, kind: kind,
        advice: isDone ? nil : change.effect.advice, rows: nil)
    }
  }

  /// How many rows are copied to tables that are made again.
  func copiedRows() throws(StoreError) -> Int64 {
    var copied: Int64 = 0
    for source in statements.copiedEntities.compactMap(mapping.source) {
      copied += try count(source, in: quoted(source.table.name))
    }
    return copied
  }

  /// How many rows the older model's tables have.
  func allRows() throws(StoreError) -> Int64 {
    var all: Int64 = 0
    for table in mapping.old.tables {
      all += try connection.integer("SELECT count(*) FROM \(quoted(table.name))") ?? 0
    }
    return all
  }

  /// Returns `step` with how many bytes are copied for it; `sizes` stores what tables have.
  func measured(
    _ step: MigrationPlan.Step, _ sizes: inout [String: Int64]
  ) throws(StoreError) -> MigrationPlan.Step {
    let subject = step.subject.entity
    let isCopied = statements.copiedEntities.contains { $0.lineage.contains(subject) }
    let former = mapping.comparison.oldEntityName(subject).flatMap { mapping.old.entity($0) }
    var bytes: Int64 = 0
    if isCopied, let table = former?.table.name {
      if sizes[table] == nil { sizes[table] = try copiedBytes(of: [table]) }
      bytes = sizes[table] ?? 0
    }
    return MigrationPlan.Step(
      subject: step.subject, summary: step.summary, kind: step.kind, advice: step.advice,
      rows: step.rows, bytes: Int(bytes))
  }

  /// How many bytes the tables have that are copied, with their indexes; of all tables for a stage,
  /// which may copy any.
  func copiedBytes(isStaged: Bool) throws(StoreError) -> Int64 {
    let names =
      isStaged
      ? Set(mapping.old.tables.map(\.name))
      : Set(statements.copiedEntities.compactMap { mapping.source(of: $0)?.table.name })
    return try copiedBytes(of: names)
  }

  /// How many bytes the tables `names` have, with their indexes.
  private func copiedBytes(of names: Set<String>) throws(StoreError) -> Int64 {
    guard !names.isEmpty else { return 0 }
    let all = try fileBytes()
    // Not every SQLite can say what a table has.
    guard
      let known = try? connection.integer(
        "SELECT sum(\"pgsize\") FROM \"dbstat\" WHERE \"aggregate\" AND \"name\" IN"
          + " (SELECT \"name\" FROM sqlite_schema WHERE \"tbl_name\" IN"
          + " (SELECT \"value\" FROM json_each(?1)))",
        [.text("[" + names.sorted().map { "\"\($0)\"" }.joined(separator: ",") + "]")])
    else { return all }
    return known
  }

  /// How many bytes the file has.
  func fileBytes() throws(StoreError) -> Int64 {
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    return pages * (try connection.integer("PRAGMA page_size") ?? 0)
  }

  private func steps(
    of changes: [ModelChange], _ permissions: Set<MigrationPolicy.Permission>
  ) throws(StoreError) -> [MigrationPlan.Step] {
    var steps: [MigrationPlan.Step] = []
    for change in changes { steps.append(try step(of: change, permissions)) }
    return steps
  }

  private func step(
    of change: ModelChange, _ permissions: Set<MigrationPolicy.Permission>
  ) throws(StoreError) -> MigrationPlan.Step {
    var rows = 0
    if let count = counts.count(of: change) {
      rows = Int(try connection.integer(count.sql, count.values) ?? 0)
    }
    var kind = MigrationPlan.Step.Kind(change.effect)
    var advice = change.effect.advice
    if kind != .impossible, kind != .automatic {
      if rows == 0 {
        (kind, advice) = (.automatic, nil)
      } else if isAllowed(change, permissions) {
        (kind, advice) = (.allowed, nil)
      }
    }
    if rows > 0, kind == .automatic, let unknown = unknownDefault(change) {
      (kind, advice) = (.needsStage, unknown)
    }
    if case .attributeType = change.kind, rows > 0, isRequiredWithoutDefault(change),
      case .losesData = change.effect
    {
      kind = .needsStage
      advice =
        "give the attribute a default value, or an optional type, for the values that would "
        + "be lost"
    }
    if case .attributeUnique = change.kind, kind == .needsStage,
      let first = counts.firstDuplicates(change, limit: Self.namedRows)
    {
      let ids = try connection.integers(first.sql, first.values)
      advice = naming(ids, of: rows, "rows with a value that another one has: ", after: advice)
    } else if kind == .needsStage, rows > 0, let count = counts.count(of: change),
      let ids = count.ids
    {
      let first = try connection.integers("\(ids) LIMIT \(Self.namedRows)", count.values)
      advice = naming(first, of: rows, "rows: ", after: advice)
    }
    return MigrationPlan.Step(
      subject: change.subject, summary: change.message, kind: kind, advice: advice, rows: rows)
  }

  /// Returns `advice`, followed by `words` and the ids of rows, which are some of `count`.
  private func naming(
    _ ids: [Int64], of count: Int, _ words: String, after advice: String?
  ) -> String {
    let list = ids.map { String($0) }.joined(separator: ", ")
    return (advice ?? "") + "; " + words + list + (count > ids.count ? " and others" : "")
  }

  /// Returns what to do if `change` gives rows a default value that only the program can compute,
  /// and nobody has; `nil` otherwise.
  private func unknownDefault(_ change: ModelChange) -> String? {
    switch change.kind {
    case .attributeAdded, .attributeRequired, .attributeMoved: break
    default: return nil
    }
    let attribute = mapping.comparison.new.entity(named: change.entity)?.attributes.first {
      $0.name == change.property
    }
    guard let attribute, !attribute.isOptional, attribute.hasDefault,
      attribute.defaultValue == nil
    else { return nil }
    return "its default value is computed by the program; open the store with that, or give the "
      + "attribute values in a stage"
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

  /// Returns what stands in the way, with the changes that it comes from.
  func obstacles(
    allowing permissions: Set<MigrationPolicy.Permission>
  ) throws(StoreError) -> [(change: ModelChange, step: MigrationPlan.Step)] {
    // What is automatic whatever the rows need not be counted.
    let changes = mapping.comparison.changes.filter {
      $0.effect != .automatic || unknownDefault($0) != nil
    }
    return Array(zip(changes, try steps(of: changes, permissions))).filter {
      $0.1.kind != .automatic && $0.1.kind != .allowed
    }
  }

  /// Makes sure that nothing stands in the way.
  func check(allowing permissions: Set<MigrationPolicy.Permission>) throws(StoreError) {
    let steps = try obstacles(allowing: permissions).map(\.step)
    guard steps.isEmpty else {
      throw Self.refusal(
        steps, "the store was made for another model, and no automatic migration leads to this one")
    }
    try refuseUnknownRows()
  }

  /// Returns the error that `steps` stand in the way, under `heading`.
  static func refusal(_ steps: [MigrationPlan.Step], _ heading: String) -> StoreError {
    StoreError(
      .modelMismatch, ([heading] + steps.map { "  \($0)" }).joined(separator: "\n"),
      entity: steps.first?.subject.entity,
      properties: steps.first?.subject.property.map { [$0] } ?? [])
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
        try connection.run(statement.sql, statement.values)
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

  /// Carries out a stage in the transaction that is open, or the rest of it.
  func run(
    _ runner: StageRunner, isResumed: Bool
  ) throws {
    if !isResumed { try refuseUnknownRows() }
    try runner.run(isResumed: isResumed)
    try check(stageStatements.allReferenceChecks)
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

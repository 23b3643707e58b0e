import EntityModel
import EntitySQL
import EntityStore

/// What a migration does, and what stands in its way, counted in the rows that are there.
extension Migrator {
  /// Returns the steps, counted in the rows that are there; with `isStaged`, a stage sees to what
  /// stands in the way.
  func steps(
    allowing permissions: Set<MigrationPolicy.Permission>, isStaged: Bool
  ) throws(StoreError) -> [MigrationPlan.Step] {
    let steps = try steps(of: mapping.comparison.changes, permissions)
    if isStaged { return steps.map(\.doneByStage) }
    var sizes: [String: Int64] = [:]
    var measured: [MigrationPlan.Step] = []
    for step in steps { measured.append(try self.measured(step, &sizes)) }
    return measured
  }

  /// Returns the steps of a store that is to be made for the older model first, so that nothing can
  /// be counted.
  func uncountedSteps(
    allowing permissions: Set<MigrationPolicy.Permission>, isStaged: Bool
  ) -> [MigrationPlan.Step] {
    mapping.comparison.changes.map { change in
      var kind = MigrationPlan.Step.Kind(change.effect)
      if kind == .needsStage || kind == .losesData, isAllowed(change, permissions) {
        kind = .allowed
      }
      let step = MigrationPlan.Step(
        subject: change.subject, summary: change.message, kind: kind,
        advice: kind == .allowed ? nil : change.effect.advice, rows: nil)
      return isStaged ? step.doneByStage : step
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
  private func measured(
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
          + " (SELECT \"value\" FROM \(SQLiteDialect.listTable)(?1)))",
        [.blob(ValueList.encode(names.sorted().map { .text($0) }))])
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
    let count = counts.count(of: change)
    var rows = 0
    if let count { rows = Int(try connection.integer(count.sql, count.values) ?? 0) }
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
    if change.kind.makesUnique,
      kind == .needsStage,
      let first = counts.firstDuplicates(change, limit: Self.namedRows)
    {
      let ids = try connection.integers(first.sql, first.values)
      let what = change.property == nil ? "values" : "a value"
      advice = naming(
        ids, of: rows, "rows with \(what) that another one has: ", after: advice)
    } else if kind == .needsStage, rows > 0, let count, let ids = count.ids {
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
    guard let attribute = attribute(of: change), !attribute.isOptional, attribute.hasDefault,
      attribute.defaultValue == nil
    else { return nil }
    return "its default value is computed by the program; open the store with that, or give the "
      + "attribute values in a stage"
  }

  /// `true` if the attribute that `change` is about must have a value and has none by default.
  private func isRequiredWithoutDefault(_ change: ModelChange) -> Bool {
    attribute(of: change).map { !$0.isOptional && $0.defaultValue == nil && !$0.hasDefault }
      ?? false
  }

  /// Returns the attribute of the newer model that `change` is about.
  private func attribute(of change: ModelChange) -> Attribute? {
    mapping.comparison.new.entity(named: change.entity)?.attributes.first {
      $0.name == change.property
    }
  }

  /// `true` if what `change` loses or converts is allowed.
  private func isAllowed(
    _ change: ModelChange, _ permissions: Set<MigrationPolicy.Permission>
  ) -> Bool {
    let losses = mapping.comparison.losses(of: change)
    return !losses.isEmpty
      && losses.allSatisfy { loss in
        loss.names.contains {
          permissions.contains(loss.isConversion ? .converting($0) : .removing($0))
        }
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

extension MigrationPlan.Step {
  /// The step where a stage sees to what stands in its way.
  fileprivate var doneByStage: MigrationPlan.Step {
    guard kind == .needsStage || kind == .losesData else { return self }
    return MigrationPlan.Step(
      subject: subject, summary: summary, kind: .stage, advice: nil, rows: rows)
  }
}

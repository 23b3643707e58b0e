package import EntityModel
package import EntityStore

/// The statements that make the tables of a store fit a newer model.
///
/// What ALTER TABLE can do without touching a row is done by it. Every other table is made again:
/// the old one is renamed, the new one is created and filled by one statement for each entity, and
/// its indexes come last. References are checked when all of it has been done.
package struct MigrationStatements {
  /// One statement and the values of its parameters.
  package struct Statement: Sendable {
    package let sql: String
    package let values: [StoredValue]

    /// The entity whose rows the statement copies, or `nil`.
    package let copiedEntity: String?

    /// The numbers of the parameters between which the ids lie of the older rows that are copied,
    /// the first one left out; `nil` for a statement that does not copy part by part.
    package let bounds: (after: Int, upTo: Int)?

    /// The statement that reads the ids of the rows that this one counts, with the same values;
    /// `nil` for one that counts no rows.
    package let ids: String?

    init(
      _ sql: String, _ values: [StoredValue] = [], copiedEntity: String? = nil,
      bounds: (after: Int, upTo: Int)? = nil, ids: String? = nil
    ) {
      self.sql = sql
      self.values = values
      self.copiedEntity = copiedEntity
      self.bounds = bounds
      self.ids = ids
    }
  }

  /// Where rows and values come from.
  package let mapping: ModelMapping

  /// `true` if every older table is put aside.
  private let isStaged: Bool

  let dialect: any Dialect
  let oldSchema: SchemaStatements
  let newSchema: SchemaStatements

  /// What the ids of an older table are increased by in a newer one, by the names of the newer and
  /// the older table.
  let offsets: [String: [String: Int64]]

  /// The first id that is free in each newer table.
  package let nextIDs: [String: Int64]

  /// The statements that make an older table the newer one of its name without touching a row, by
  /// the names of the newer tables that can be made so.
  package let alterations: [String: [String]]

  /// Creates the statements for a store whose first free ids are `ids`, by table.
  ///
  /// With `isStaged`, every older table is put aside, whatever becomes of it.
  package init(
    _ mapping: ModelMapping, ids: [String: Int64], dialect: any Dialect, isStaged: Bool = false
  ) {
    self.isStaged = isStaged
    self.mapping = mapping
    self.dialect = dialect
    oldSchema = SchemaStatements(layout: mapping.old, dialect: dialect)
    newSchema = SchemaStatements(layout: mapping.new, dialect: dialect)

    var offsets: [String: [String: Int64]] = [:]
    var nextIDs: [String: Int64] = [:]
    for table in mapping.new.tables {
      var next: Int64 = 1
      for source in Self.sources(of: table, mapping) {
        offsets[table.name, default: [:]][source.name] = next - 1
        // Numbers of a damaged file may be any.
        let count = max(ids[source.name] ?? 1, 1) - 1
        let (sum, overflow) = next.addingReportingOverflow(count)
        next = overflow ? .max : sum
      }
      nextIDs[table.name] = next
    }
    (self.offsets, self.nextIDs) = (offsets, nextIDs)

    var alterations: [String: [String]] = [:]
    for table in mapping.new.tables {
      alterations[table.name] =
        TableAlteration(table, mapping, oldSchema, newSchema, dialect).statements
    }
    self.alterations = alterations
  }

  /// Returns the older tables whose rows `table` takes over: first the one of its name.
  private static func sources(of table: TableLayout, _ mapping: ModelMapping) -> [TableLayout] {
    var tables: [String: TableLayout] = [:]
    for name in table.entityNames {
      guard let entity = mapping.new.entity(name), let before = mapping.source(of: entity) else {
        continue
      }
      tables[before.table.name] = before.table
    }
    return tables.values.sorted {
      ($0.name == table.name ? 0 : 1, $0.name) < ($1.name == table.name ? 0 : 1, $1.name)
    }
  }

  // MARK: All of it

  /// The statements, in order.
  package var all: [Statement] {
    let gone = mapping.old.tables.filter { !staysAsItIs($0) }
    let goneJoins = mapping.old.joins.filter { !staysAsItIs($0) }
    let made = mapping.new.tables.filter { !isAltered($0) }
    let madeJoins = mapping.new.joins.filter { join in
      !mapping.old.joins.contains { $0.name == join.name && staysAsItIs($0) }
    }

    var statements: [Statement] = []
    func add(_ sql: String) { statements.append(Statement(sql)) }
    removingTriggers.forEach(add)
    for table in gone {
      for index in table.indexes { add("DROP INDEX \(quoted(index.name))") }
    }
    for join in goneJoins {
      for name in oldSchema.indexNames(of: join) { add("DROP INDEX \(quoted(name))") }
    }
    for name in gone.flatMap(\.allNames) + goneJoins.map(\.name) {
      add("ALTER TABLE \(quoted(name)) RENAME TO \(quoted(Self.aside(name)))")
    }
    for table in mapping.new.tables where isAltered(table) {
      alterations[table.name]?.forEach(add)
    }
    for table in made {
      add(newSchema.creation(of: table))
      newSchema.externals(of: table).forEach(add)
    }
    madeJoins.forEach { add(newSchema.creation(of: $0)) }
    for table in made { statements += copies(to: table) + externalCopies(to: table) }
    for join in madeJoins { statements += copies(to: join) }
    statements += unlinkings
    for name in goneJoins.map(\.name) + gone.flatMap({ $0.allNames.reversed() }) {
      add("DROP TABLE \(quoted(Self.aside(name)))")
    }
    for table in made { newSchema.indexes(of: table).forEach(add) }
    for join in madeJoins { newSchema.indexes(of: join).forEach(add) }
    addingTriggers.forEach(add)
    return statements
  }

  /// The name that an older table has while the newer ones are filled.
  private static func aside(_ name: String) -> String { asidePrefix + name }

  /// What the names of older tables begin with while the newer ones are filled.
  package static let asidePrefix = "_old."

  /// The entities whose rows are copied.
  package var copiedEntities: [EntityLayout] {
    mapping.new.tables.filter { !isAltered($0) }.flatMap(\.entityNames).compactMap {
      mapping.new.entity($0)
    }
  }

  func isAltered(_ table: TableLayout) -> Bool { isAltered(table.name) }

  /// `true` if the newer table `name` is the older one, with columns renamed and added.
  func isAltered(_ name: String) -> Bool {
    !isStaged && alterations[name] != nil
  }

  /// `true` if no newer table is made of `table`, an older one, and it is not dropped.
  private func staysAsItIs(_ table: TableLayout) -> Bool {
    mapping.new.tables.contains { $0.name == table.name && isAltered($0) }
  }

  /// `true` if `join`, an older one, holds the pairs of the newer model too.
  private func staysAsItIs(_ join: JoinTable) -> Bool { !isStaged && isSame(join) }

  /// `true` if `join`, an older one, is as the newer one of its name is.
  func isSame(_ join: JoinTable) -> Bool {
    guard let now = mapping.new.joins.first(where: { $0.name == join.name }),
      newSchema.creation(of: now) == oldSchema.creation(of: join),
      now.isSymmetric == join.isSymmetric,
      let (entity, location, target) = former(of: now), case .join(let before, false) = location
    else { return false }
    return before.name == join.name && offset(now.firstTable, entity.table.name) == 0
      && offset(now.secondTable, target.table.name) == 0
  }

  /// The name of `table`, an older one, while the statements run.
  package func current(_ table: TableLayout) -> String {
    quoted(staysAsItIs(table) ? table.name : Self.aside(table.name))
  }

  /// Returns the expression of the value of `column` of `table`, an older one, in the row called
  /// t0.
  func storedValue(_ column: ColumnLayout, of table: TableLayout) -> String {
    guard let values = column.valueTable else { return "t0.\(quoted(column.name))" }
    return dialect.externalValue(
      in: staysAsItIs(table) ? values : Self.aside(values), ofRow: "t0.\(quoted("_id"))")
  }

  func current(_ join: JoinTable) -> String {
    quoted(staysAsItIs(join) ? join.name : Self.aside(join.name))
  }

  private func current(_ source: StoredPairs.Source) -> String {
    switch source {
    case .table(let table): current(table)
    case .join(let join): current(join)
    }
  }

  /// Returns what the ids of `source`, an older table, are increased by in `table`, a newer one.
  package func offset(_ table: String, _ source: String) -> Int64 {
    offsets[table]?[source] ?? 0
  }

  /// `true` if `table`, a newer one, has rows of `source`, an older one.
  package func hasOffset(_ table: String, _ source: String) -> Bool {
    offsets[table]?[source] != nil
  }

  func quoted(_ name: String) -> String { dialect.quoted(name) }

  // MARK: Rows

  /// Returns the statements that fill `table`, one for each entity that there was before.
  func copies(to table: TableLayout) -> [Statement] {
    table.entityNames.compactMap { mapping.new.entity($0) }.compactMap { entity in
      guard let before = mapping.source(of: entity) else { return nil }
      var parameters = MigrationParameters(dialect)
      let copied = copiedValues(of: entity, from: before, &parameters)
      let columns = copied.map { quoted($0.column) }.joined(separator: ", ")
      let values = copied.map(\.value).joined(separator: ", ")
      var sql = "INSERT INTO \(quoted(table.name)) (\(columns))"
      sql += " SELECT \(values) FROM \(current(before.table)) AS t0"
      let bounds = (after: parameters.values.count + 1, upTo: parameters.values.count + 2)
      let id = "t0.\(quoted("_id"))"
      sql += " WHERE \(id) > \(parameters.add(.integer(.min)))"
      sql += " AND \(id) <= \(parameters.add(.integer(.max)))"
      if before.isPolymorphic {
        sql += " AND t0.\(quoted("_entity")) = \(parameters.add(.text(before.name)))"
      }
      return Statement(sql, parameters.values, copiedEntity: entity.name, bounds: bounds)
    }
  }

  /// Returns the columns of `entity` and the expressions of their values in the row of `before`, an
  /// older entity, that is called t0.
  func copiedValues(
    of entity: EntityLayout, from before: EntityLayout, _ parameters: inout MigrationParameters
  ) -> [(column: String, value: String)] {
    let id = increased(
      "t0.\(quoted("_id"))", by: offset(entity.table.name, before.table.name))
    var copied = [("_id", id), ("_version", "t0.\(quoted("_version"))")]
    if entity.isPolymorphic { copied.append(("_entity", parameters.add(.text(entity.name)))) }
    for index in entity.columnIndexes {
      guard let column = entity.columns[index] else { continue }
      let value = value(of: index, entity, &parameters)
      guard !column.isExternal else {
        copied.append((column.name, versionOfValue(value, of: index, entity)))
        continue
      }
      copied.append((column.name, value))
      if column.isFolded { copied.append((column.foldedName, dialect.folded(value))) }
      if column.isOrdered, let place = formerPlace(of: index, entity) {
        copied.append((column.positionName, place))
      }
    }
    return copied
  }

  /// Returns the expression of the value that the property `index` of `entity` has in the older row
  /// called t0.
  func value(
    of index: Int, _ entity: EntityLayout, _ parameters: inout MigrationParameters
  ) -> String {
    let source = mapping.source(of: index, entity)
    switch entity.properties[index] {
    case .attribute(let attribute):
      var sql = "NULL"
      if let source, let column = source.entity.columns[source.index],
        case .value(let type) = column.kind
      {
        sql = storedValue(column, of: source.entity.table)
        if !attribute.type.holdsEveryValue(of: type) {
          sql = dialect.converted(sql, from: type, to: attribute.type)
        }
        if let former = source.entity.properties[source.index].attribute,
          let conversion = LeafConversion(from: former.leaves, to: attribute.leaves)
        {
          sql = dialect.recomposed(sql, parameters.add(.text(conversion.text)))
        }
      }
      guard !attribute.isOptional, let value = attribute.defaultValue else { return sql }
      let constant = parameters.add(value)
      return source == nil ? constant : "coalesce(\(sql), \(constant))"
    case .relationship(let relationship):
      guard let source, let former = source.entity.relationships[source.index],
        let target = mapping.new.entity(relationship.target),
        let formerTarget = mapping.old.entity(former.relationship.target)
      else { return "NULL" }
      let pairs = StoredPairs(former.location, of: source.entity, to: formerTarget)
      let id =
        pairs.isInRowOfOwner
        ? "t0.\(quoted(pairs.other))"
        : "(SELECT \(quoted(pairs.other)) FROM \(current(pairs.source))"
          + " WHERE \(quoted(pairs.owner)) = t0.\(quoted("_id")) LIMIT 1)"
      return increased(id, by: offset(target.table.name, formerTarget.table.name))
    default:
      return "NULL"
    }
  }

  /// Returns the expression of the place that the older row called t0 has among the members of what
  /// the property `index` of `entity` refers to; `nil` if it had none.
  private func formerPlace(of index: Int, _ entity: EntityLayout) -> String? {
    guard let source = mapping.source(of: index, entity) else { return nil }
    if let column = source.entity.columns[source.index] {
      return column.isOrdered ? "t0.\(quoted(column.positionName))" : nil
    }
    guard
      case .join(let join, let isReversed)? = source.entity.relationships[source.index]?.location,
      !join.isSymmetric, let place = join.position(isReversed: !isReversed)
    else { return nil }
    return "(SELECT \(quoted(place)) FROM \(current(join))"
      + " WHERE \(quoted(join.columns(isReversed: isReversed).own)) = t0.\(quoted("_id")) LIMIT 1)"
  }

  func increased(_ sql: String, by offset: Int64) -> String {
    offset == 0 ? sql : "\(sql) + \(offset)"
  }

  // MARK: Links

  /// Returns what the first end of `join` was before: its entity, where it was stored, and the
  /// entity that it referred to; `nil` for a relationship that is new.
  private func former(
    of join: JoinTable
  ) -> (entity: EntityLayout, location: RelationshipLayout.Location, target: EntityLayout)? {
    guard let entity = mapping.new.entity(join.entity),
      let index = entity.propertyIndex(join.property)
    else { return nil }
    if let (owner, location, target) = former(index, entity) { return (owner, location, target) }
    // The first end may be new where the second one had none.
    guard let relationship = entity.relationships[index]?.relationship,
      let other = mapping.new.entity(relationship.target),
      let inverse = other.propertyIndex(relationship.inverse),
      let (owner, location, target) = former(inverse, other)
    else { return nil }
    return (target, location.inverted, owner)
  }

  /// Returns the entity that had the relationship `index` of `entity` before, where that was
  /// stored, and the entity that it referred to; `nil` for one that is new.
  private func former(
    _ index: Int, _ entity: EntityLayout
  ) -> (entity: EntityLayout, location: RelationshipLayout.Location, target: EntityLayout)? {
    guard let source = mapping.source(of: index, entity),
      let former = source.entity.relationships[source.index],
      let target = mapping.old.entity(former.relationship.target)
    else { return nil }
    return (source.entity, former.location, target)
  }

  /// Returns the statements that fill `join`.
  func copies(to join: JoinTable) -> [Statement] {
    guard let (entity, location, target) = former(of: join) else { return [] }
    let pairs = StoredPairs(location, of: entity, to: target)
    let (first, second) = (quoted(pairs.owner), quoted(pairs.other))
    let source = current(pairs.source)
    // The places that the pairs had before; where they had none they are the ids, so that what is
    // linked later comes after them.
    var (firstPlace, secondPlace): (String?, String?)
    switch location {
    case .column(let column):
      if !join.isSymmetric {
        secondPlace = entity.table.orderedColumns.first { $0.name == column }?.positionName
      }
    case .inverseColumn(let column):
      if !join.isSymmetric {
        firstPlace = target.table.orderedColumns.first { $0.name == column }?.positionName
      }
    case .join(let former, let isReversed):
      if join.isSymmetric == former.isSymmetric {
        firstPlace = former.position(isReversed: isReversed)
        secondPlace = former.position(isReversed: !isReversed)
      }
    }
    let owner = increased(first, by: offset(join.firstTable, entity.table.name))
    let object = increased(second, by: offset(join.secondTable, target.table.name))
    let names = [JoinTable.firstColumn, JoinTable.secondColumn] + join.orders.map(\.position)
    let columns = names.map(quoted)
    func copy(_ first: String, _ second: String) -> Statement {
      let places = join.orders.map { column, _ in
        column == JoinTable.firstColumn
          ? firstPlace.map(quoted) ?? second : secondPlace.map(quoted) ?? first
      }
      let values = [first, second] + places
      return Statement(
        "INSERT INTO \(quoted(join.name)) (\(columns.joined(separator: ", ")))"
          + " SELECT \(values.joined(separator: ", ")) FROM \(source)"
          + " WHERE \(owner) IS NOT NULL AND \(object) IS NOT NULL ON CONFLICT DO NOTHING")
    }
    return join.isSymmetric ? [copy(owner, object), copy(object, owner)] : [copy(owner, object)]
  }

  /// The statements that end references to rows of entities that are gone.
  private var unlinkings: [Statement] {
    let removed = mapping.comparison.entities.removed.compactMap { mapping.old.entity($0) }
    let reduced = Set(
      removed.map(\.table.name).filter { name in
        mapping.old.tables.contains { $0.name == name && !staysAsItIs($0) }
      })
    let targets = mapping.new.tables.filter { table in
      reduced.contains { offsets[table.name]?[$0] != nil }
    }.map(\.name)
    return unlinkings(from: Set(targets))
  }

  /// Returns the statements that end references to rows of `targets`, newer tables, that are gone.
  package func unlinkings(from targets: Set<String>) -> [Statement] {
    if targets.isEmpty { return [] }
    var statements: [Statement] = []
    for table in mapping.new.tables {
      for column in table.columns {
        guard case .reference(let target) = column.kind, targets.contains(target) else { continue }
        statements.append(
          Statement(
            "UPDATE \(quoted(table.name)) SET \(quoted(column.name)) = NULL WHERE"
              + " \(quoted(column.name)) NOT IN (SELECT \(quoted("_id")) FROM \(quoted(target)))"))
      }
    }
    for join in mapping.new.joins {
      let ends = [
        (JoinTable.firstColumn, join.firstTable), (JoinTable.secondColumn, join.secondTable),
      ]
      for (column, target) in ends where targets.contains(target) {
        statements.append(
          Statement(
            "DELETE FROM \(quoted(join.name)) WHERE"
              + " \(quoted(column)) NOT IN (SELECT \(quoted("_id")) FROM \(quoted(target)))"))
      }
    }
    return statements
  }
}

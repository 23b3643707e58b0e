import EntityModel
import EntityStore

/// How an older table becomes a newer one without a row of it being copied, or touched, unless
/// texts are stored without case that were not.
struct TableAlteration {
  /// The statements, which may be none; `nil` if the table has to be made again.
  let statements: [String]?

  /// Compares `table`, a newer one, with the older one of its name.
  init(
    _ table: TableLayout, _ mapping: ModelMapping, _ oldSchema: SchemaStatements,
    _ newSchema: SchemaStatements, _ dialect: any Dialect
  ) {
    statements = Self.statements(table, mapping, oldSchema, newSchema, dialect)
  }

  private static func statements(
    _ table: TableLayout, _ mapping: ModelMapping, _ oldSchema: SchemaStatements,
    _ newSchema: SchemaStatements, _ dialect: any Dialect
  ) -> [String]? {
    guard let before = mapping.old.tables.first(where: { $0.name == table.name }),
      Set(before.entityNames) == Set(table.entityNames),
      newSchema.header(of: table) == oldSchema.header(of: before)
    else { return nil }

    // The older column of each newer one, by name; nil for one that is new.
    var sources: [String: ColumnLayout?] = [:]
    for name in table.entityNames {
      guard let entity = mapping.new.entity(name), mapping.source(of: entity)?.name == name else {
        return nil
      }
      for index in entity.columnIndexes {
        guard let column = entity.columns[index],
          let source = source(of: index, entity, column, mapping)
        else { return nil }
        if let known = sources[column.name], known?.name != source?.name { return nil }
        sources[column.name] = .some(source)
      }
    }
    let used = sources.values.compactMap { $0?.name }
    guard Set(used).count == used.count, Set(used) == Set(before.columns.map(\.name)) else {
      return nil
    }

    var renamed: [(from: String, to: String)] = []
    var added: [ColumnLayout] = []
    var folded: [ColumnLayout] = []
    var places: [String] = []
    var madeExternals: [ColumnLayout] = []
    var movedExternals: [(from: String, to: String)] = []
    for column in table.columns {
      guard let source = sources[column.name] else { return nil }
      guard let source else {
        // A stored column that is computed cannot be added.
        guard column.isNullable, column.leaves.isEmpty else { return nil }
        added.append(column)
        if column.isFolded { folded.append(column) }
        if column.isOrdered { places.append(column.positionName) }
        if column.isExternal { madeExternals.append(column) }
        continue
      }
      guard column.isExternal == source.isExternal,
        newSchema.traits(of: column) == oldSchema.traits(of: source),
        newSchema.leafDefinitions(of: column) == oldSchema.leafDefinitions(of: source)
      else { return nil }
      if source.name != column.name { renamed.append((source.name, column.name)) }
      if let former = source.valueTable, let values = column.valueTable,
        former != values
      {
        movedExternals.append((former, values))
      }
      switch (source.isFolded, column.isFolded) {
      case (true, true) where source.name != column.name:
        renamed.append((source.foldedName, column.foldedName))
      case (false, true): folded.append(column)
      // Not every SQLite takes columns away.
      case (true, false): return nil
      case (true, true), (false, false): break
      }
      switch (source.isOrdered, column.isOrdered) {
      case (true, true) where source.name != column.name:
        renamed.append((source.positionName, column.positionName))
      case (false, true): places.append(column.positionName)
      case (true, false): return nil
      case (true, true), (false, false): break
      }
    }
    // SQL does not distinguish names that differ in case alone.
    let taken = Set(before.columns.map { $0.name.lowercased() })
    if (renamed.map(\.to) + added.map(\.name)).contains(where: { taken.contains($0.lowercased()) })
    {
      return nil
    }

    let name = dialect.quoted(table.name)
    let oldIndexes = Dictionary(
      zip(before.indexes.map(\.name), oldSchema.indexes(of: before)),
      uniquingKeysWith: { first, _ in first })
    let folding = newSchema.folding(in: table)
    let newIndexes = newSchema.indexes(of: table)
    return oldIndexes.filter { !newIndexes.contains($0.value) }.map(\.key).sorted()
      .map { "DROP INDEX \(dialect.quoted($0))" }
      + renamed.map {
        "ALTER TABLE \(name) RENAME COLUMN \(dialect.quoted($0.from)) TO \(dialect.quoted($0.to))"
      }
      + added.map { "ALTER TABLE \(name) ADD COLUMN \(newSchema.definition(of: $0))" }
      + folded.flatMap {
        ["ALTER TABLE \(name) ADD COLUMN \(folding.definition(of: $0))", folding.filling($0)]
      }
      + movedExternals.map {
        "ALTER TABLE \(dialect.quoted($0.from)) RENAME TO \(dialect.quoted($0.to))"
      }
      + newSchema.externals(of: table, madeExternals)
      + places.map { "ALTER TABLE \(name) ADD COLUMN \(newSchema.place($0))" }
      + newIndexes.filter { !oldIndexes.values.contains($0) }
  }

  /// Returns the older column whose values, as they are, are those of `column`, which holds the
  /// property `index` of `entity`; `.some(nil)` for a column that holds nothing yet, `nil` where
  /// values have to be made.
  private static func source(
    of index: Int, _ entity: EntityLayout, _ column: ColumnLayout, _ mapping: ModelMapping
  ) -> ColumnLayout?? {
    let property = entity.properties[index]
    guard let source = mapping.source(of: index, entity) else {
      if property.attribute?.isOptional == false { return nil }
      return .some(nil)
    }
    guard let former = source.entity.columns[source.index] else { return nil }
    if case .value(let type) = former.kind, let attribute = property.attribute {
      let wasOptional = source.entity.properties[source.index].attribute?.isOptional ?? true
      guard attribute.type.holdsEveryValue(of: type), attribute.isOptional || !wasOptional else {
        return nil
      }
      let leaves = source.entity.properties[source.index].attribute?.leaves ?? []
      guard LeafConversion(from: leaves, to: attribute.leaves) == nil else { return nil }
    }
    return .some(former)
  }
}

package import EntityModel
package import EntityStore

/// The statements that count what a change of a model concerns in a store for the older model.
package struct MigrationCounts {
  let mapping: ModelMapping
  let dialect: any Dialect

  /// Creates the statements.
  package init(_ mapping: ModelMapping, dialect: any Dialect) {
    self.mapping = mapping
    self.dialect = dialect
  }

  /// Returns the statement that counts the rows, values or links that stand in the way of `change`,
  /// or that it concerns where nothing can; `nil` where there is nothing to count.
  package func count(of change: ModelChange) -> MigrationStatements.Statement? {
    switch change.kind {
    case .entityAdded, .originalNameUnknown, .originalNameContested: return nil
    case .entityRemoved(let entity):
      guard let layout = mapping.old.entity(entity.name) else { return nil }
      return rows(of: layout, among: [layout.name])
    case .attributeRemoved(let attribute): return values(attribute.name, change, "IS NOT NULL")
    case .attributeMoved(let entities): return moved(change, from: entities)
    case .attributeRequired: return values(oldName(change), change, "IS NULL")
    case .attributeType(let from, let to): return converted(change, from, to)
    case .uniqueKeyAdded, .attributeUnique, .attributeUniqueIgnoringCase:
      return duplicates(change)
    case .relationshipRemoved(let relationship): return links(relationship.name, change)
    case .relationshipAdded(let relationship):
      return holders(of: relationship)
        ?? former(change).map { rows(of: $0, among: $0.subentities) }
    case .relationshipInverse:
      return implicitHolders(change) ?? links(oldName(change), change)
    case .relationshipTarget: return links(oldName(change), change)
    case .relationshipCardinality(let isToMany):
      return isToMany
        ? links(oldName(change), change) : owners(change, havingMoreThan: 1, fewerThan: 0)
    case .relationshipCount(_, let counts):
      // A relationship that is new has them at its other end.
      if formerEnd(oldName(change), change) == nil { return implicitHolders(change) }
      return owners(change, havingMoreThan: counts.maximum, fewerThan: counts.minimum)
    case .leafAdded, .leafRemoved, .leafRequired, .leafType:
      return compositions(change)
    default: return former(change).map { rows(of: $0, among: $0.subentities) }
    }
  }

  /// Returns the statement that finds the ids of the first rows that share the values of what
  /// `change` makes unique.
  package func firstDuplicates(_ change: ModelChange, limit: Int) -> MigrationStatements.Statement?
  {
    unique(change).map { table, columns in
      .init(MigrationStatements.duplicates(of: columns, in: table, limit: limit, dialect))
    }
  }

  /// Returns the table and the expressions of what `change` makes unique; `nil` where no two rows
  /// can have the same values yet.
  private func unique(_ change: ModelChange) -> (table: String, columns: [String])? {
    guard case .uniqueKeyAdded(let list) = change.kind else {
      return column(oldName(change), change).map { entity, column in
        let name = value(of: column, ofRow: "\(quoted(entity.table.name)).\(quoted("_id"))")
        let isFolded = change.kind == .attributeUniqueIgnoringCase
        return (entity.table.name, [isFolded ? dialect.folded(name) : name])
      }
    }
    guard let entity = mapping.comparison.new.entity(named: change.entity),
      let former = former(change)
    else { return nil }
    var columns: [String] = []
    for (name, oldName) in zip(list, mapping.comparison.formerNames(of: list, in: entity)) {
      let (term, old) = (IndexTerm(name), IndexTerm(oldName))
      let name = term.property
      if let (entity, column) = column(old.property, change) {
        let value = value(of: column, ofRow: "\(quoted(entity.table.name)).\(quoted("_id"))")
        switch term.role {
        // What is nil is like nothing else, and so are rows that the key is not of.
        case .absent: columns.append("CASE WHEN \(value) IS NULL THEN 1 END")
        case .present: columns.append("CASE WHEN \(value) IS NOT NULL THEN 1 END")
        case .ascending, .descending:
          columns.append(term.ignoresCase ? dialect.folded(value) : value)
        }
      } else if term.role == .absent {
        // No row has a value of what is new and optional.
        continue
      } else {
        // All rows get the same value of what is new, if any; what is optional stays without.
        guard let attribute = mapping.comparison.new.property(name, of: change.entity)?.attribute,
          !attribute.isOptional, attribute.defaultValue != nil
        else { return nil }
      }
    }
    // Only rows of the entity have the key, and all of them where all of it is new.
    if former.isPolymorphic || columns.isEmpty {
      let names = former.subentities.map { "'\($0.replacing("'", with: "''"))'" }
      let isOwn =
        former.isPolymorphic ? "\(quoted("_entity")) IN (\(names.joined(separator: ", ")))" : "1"
      columns.append("CASE WHEN \(isOwn) THEN 1 END")
    }
    return (former.table.name, columns)
  }

  // MARK: What was there before

  /// Returns the entity of the older model that `change` concerns, or `nil` for a new one.
  private func former(_ change: ModelChange) -> EntityLayout? {
    mapping.comparison.oldEntityName(change.entity).flatMap { mapping.old.entity($0) }
  }

  /// Returns the name that the property of `change` had in the older model.
  private func oldName(_ change: ModelChange) -> String {
    let name = change.property ?? ""
    let comparison = mapping.comparison
    return comparison.attributes[change.entity]?.oldNames[name]
      ?? comparison.relationships[change.entity]?.oldNames[name] ?? name
  }

  private func column(
    _ name: String, _ change: ModelChange
  ) -> (entity: EntityLayout, column: ColumnLayout)? {
    guard let entity = former(change), let column = entity.column(named: name) else { return nil }
    return (entity, column)
  }

  // MARK: Statements

  private func rows(
    of entity: EntityLayout, among names: [String], where condition: String? = nil
  ) -> MigrationStatements.Statement {
    var parameters = MigrationParameters(dialect)
    var conditions = condition.map { [$0] } ?? []
    if Set(names).isDisjoint(with: entity.table.entityNames) { conditions.append("0") }
    if entity.isPolymorphic, Set(names) != Set(entity.table.entityNames) {
      let list = names.map { parameters.add(.text($0)) }.joined(separator: ", ")
      conditions.append("\(quoted("_entity")) IN (\(list))")
    }
    let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    let source = " FROM \(quoted(entity.table.name)) AS t0\(filter)"
    return .init(
      "SELECT count(*)\(source)", parameters.values,
      ids: "SELECT t0.\(quoted("_id"))\(source) ORDER BY t0.\(quoted("_id"))")
  }

  /// Returns the statement that counts the compositions whose leaf `change` is about.
  private func compositions(_ change: ModelChange) -> MigrationStatements.Statement? {
    let name = String((change.property ?? "").prefix { $0 != "." })
    let oldName = mapping.comparison.attributes[change.entity]?.oldNames[name] ?? name
    return values(oldName, change, "IS NOT NULL")
  }

  private func values(
    _ name: String, _ change: ModelChange, _ condition: String
  ) -> MigrationStatements.Statement? {
    column(name, change).map { entity, column in
      rows(
        of: entity, among: entity.subentities, where: "\(quoted(column.name)) \(condition)")
    }
  }

  private func converted(
    _ change: ModelChange, _ from: StorageType, _ to: StorageType
  ) -> MigrationStatements.Statement? {
    guard let (_, column) = column(oldName(change), change) else { return nil }
    var condition = "IS NOT NULL"
    if to.conversion(from: from) == .partial {
      let value = value(of: column, ofRow: "t0.\(quoted("_id"))")
      condition += " AND \(dialect.converted(value, from: from, to: to)) IS NULL"
    }
    return values(oldName(change), change, condition)
  }

  private func duplicates(_ change: ModelChange) -> MigrationStatements.Statement? {
    guard let (table, columns) = unique(change) else { return nil }
    let isHeld = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    return .init(
      "SELECT coalesce(sum(n), 0) FROM (SELECT count(*) AS n FROM \(quoted(table))"
        + " WHERE \(isHeld) GROUP BY \(columns.joined(separator: ", ")) HAVING count(*) > 1)")
  }

  /// Returns the statement that counts the rows that lose the value of an attribute which another
  /// entity declares now, or that have none where it is required.
  private func moved(
    _ change: ModelChange, from entities: [String]
  ) -> MigrationStatements.Statement? {
    guard let now = mapping.new.entity(change.entity),
      let attribute = now.properties.lazy.compactMap(\.attribute).first(where: {
        $0.name == change.property
      }),
      let source = mapping.comparison.moves[change.entity]?[attribute.name]?.first,
      let before = mapping.old.entity(source.entity),
      let index = before.propertyIndex(source.name), let column = before.columns[index]
    else { return nil }
    let having = Set(
      now.subentities.compactMap { mapping.comparison.entities.oldNames[$0] })
    let declaring = Set(entities.flatMap { mapping.old.entity($0)?.subentities ?? [] })
    if case .losesData = change.effect {
      let losing = declaring.subtracting(having)
        .subtracting(mapping.comparison.namesOfEntities(keeping: source))
      return rows(of: before, among: losing.sorted(), where: "\(quoted(column.name)) IS NOT NULL")
    }
    return rows(of: before, among: having.subtracting(declaring).sorted())
  }

  /// Returns the entity that has the relationship `name` of the older model, which `change`
  /// concerns, and its pairs; `nil` where there is none.
  private func formerEnd(
    _ name: String, _ change: ModelChange
  ) -> (entity: EntityLayout, pairs: StoredPairs)? {
    guard let entity = former(change), let index = entity.propertyIndex(name),
      let relationship = entity.relationships[index],
      let target = mapping.old.entity(relationship.relationship.target)
    else { return nil }
    return (entity, StoredPairs(relationship.location, of: entity, to: target))
  }

  /// Returns the statement that counts what the relationship `name` of the older model holds.
  private func links(_ name: String, _ change: ModelChange) -> MigrationStatements.Statement? {
    guard let (entity, pairs) = formerEnd(name, change) else { return nil }
    if case .join(let join) = pairs.source {
      return .init("SELECT count(*) FROM \(quoted(join.name))")
    }
    let holder = pairs.isInRowOfOwner ? entity : target(of: name, entity)
    let column = pairs.isInRowOfOwner ? pairs.other : pairs.owner
    return holder.map {
      rows(of: $0, among: $0.subentities, where: "\(quoted(column)) IS NOT NULL")
    }
  }

  /// Returns the entity of the older model that the relationship `name` of `entity` refers to.
  private func target(of name: String, _ entity: EntityLayout) -> EntityLayout? {
    entity.propertyIndex(name).flatMap { entity.relationships[$0] }
      .flatMap { mapping.old.entity($0.relationship.target) }
  }

  /// Returns the statement that counts the objects that hold more than `most` others, or fewer than
  /// `least`, by the relationship of `change`.
  private func owners(
    _ change: ModelChange, havingMoreThan most: Int?, fewerThan least: Int
  ) -> MigrationStatements.Statement? {
    guard let (entity, pairs) = formerEnd(oldName(change), change) else { return nil }
    let count = pairs.count(heldBy: "t0.\(quoted("_id"))", dialect)
    return rows(
      of: entity, among: entity.subentities, where: bounds(count, moreThan: most, fewerThan: least))
  }

  private func bounds(_ count: String, moreThan most: Int?, fewerThan least: Int) -> String {
    (most.map { "(\(count) > \($0) OR " } ?? "(") + "\(count) < \(least))"
  }

  /// Returns the statement that counts the objects that more or fewer hold than an implicit
  /// inverse, which the relationship of `change` has now, says, or all of them where nothing has
  /// held them yet; `nil` where the inverse is another one.
  private func implicitHolders(_ change: ModelChange) -> MigrationStatements.Statement? {
    guard let name = change.property,
      let relationship = mapping.comparison.new.property(name, of: change.entity)?.relationship,
      let inverse = relationship.hiddenInverse
    else { return nil }
    if let statement = holders(of: inverse) { return statement }
    return mapping.new.entity(relationship.target).flatMap { mapping.source(of: $0) }
      .map { rows(of: $0, among: $0.subentities) }
  }

  /// Returns the statement that counts the objects that more or fewer hold than `relationship` of
  /// the newer model does, by an inverse that there was before; `nil` where there was none.
  private func holders(of relationship: Relationship) -> MigrationStatements.Statement? {
    let name = mapping.comparison.oldRelationshipName(relationship.inverse, of: relationship.target)
    guard relationship.isToMany, let name,
      let owner = mapping.new.entity(relationship.target).flatMap({ mapping.source(of: $0) }),
      let index = owner.propertyIndex(name), let former = owner.relationships[index],
      let target = mapping.old.entity(former.relationship.target)
    else { return nil }
    let count = StoredPairs(former.location, of: owner, to: target)
      .count(holding: "t0.\(quoted("_id"))", dialect)
    return rows(
      of: target, among: target.subentities,
      where: bounds(
        count, moreThan: relationship.maximumCount, fewerThan: relationship.minimumCount))
  }

  /// Returns the expression of the value of `column` in the row whose id is `id`.
  private func value(of column: ColumnLayout, ofRow id: String) -> String {
    column.valueTable.map { dialect.externalValue(in: $0, ofRow: id) } ?? quoted(column.name)
  }

  private func quoted(_ name: String) -> String { dialect.quoted(name) }
}

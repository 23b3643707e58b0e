import EntityModel
import EntityStore

extension QueryLowering {
  /// Returns the row that the to-ones `path` lead to, joined to the scope if it is not yet.
  func row(at path: [String], _ scope: SelectScope) throws(StoreError) -> SelectScope.Row {
    guard !path.isEmpty else { return scope.base }
    if let row = scope.joined[path] { return row }
    if let step = path.last, step.castEntity != nil {
      // The rows of a tree share a table.
      let row = try row(at: path.dropLast(), scope)
      return row.cast(to: try layout.toOneTarget(step, of: row.entity))
    }
    let (reference, _, target) = try reference(path, scope)
    let row = SelectScope.Row(alias: nextAlias(), entity: target, isOptional: true)
    scope.add(
      row, at: path,
      " LEFT JOIN \(dialect.quoted(target.table.name)) AS \(row.alias)"
        + " ON \(dialect.column("_id", of: row.alias)) = \(reference)")
    return row
  }

  /// Returns the expression of the attribute that `path` leads to, its type, and whether it may be
  /// NULL.
  func attribute(
    _ path: PropertyPath, _ scope: SelectScope
  ) throws(StoreError) -> (sql: String, type: StorageType, isNullable: Bool) {
    let scope = try start(of: path, scope)
    guard let name = path.names.last else {
      throw scope.base.entity.emptyPath(usedAs: "an attribute")
    }
    if !scope.results.isEmpty, let result = scope.results[name], path.names.count == 1 {
      return (result.sql, result.type, result.isNullable)
    }
    let owner = try row(at: path.names.dropLast(), scope)
    let (index, column, type) = try owner.entity.attribute(name)
    if let member = column.member, let whole = owner.entity.columns[index] {
      let json =
        statements.externalValue(whole, of: owner.alias)
        ?? statements.column(index, owner.entity, of: owner.alias)
      return (
        taken(dialect.member(json, member.member), whole, owner), type,
        owner.isOptional || whole.isNullable || column.isNullable
      )
    }
    if column.leafPath != nil {
      return (taken(dialect.column(column.name, of: owner.alias), column, owner), type, true)
    }
    let stored = taken(statements.column(index, owner.entity, of: owner.alias), column, owner)
    if let value = statements.externalValue(column, of: owner.alias) {
      let sql = taken(value, column, owner)
      // Whether there is a value, the row says itself.
      notePresence(stored, of: sql)
      return (sql, type, owner.isOptional || column.isNullable)
    }
    let sql = stored
    if let folded = statements.foldedColumn(index, owner.entity, of: owner.alias) {
      note(taken(folded, column, owner), folding: sql)
    }
    return (sql, type, owner.isOptional || column.isNullable)
  }

  /// Returns the scope of the row that `path` leads from.
  private func start(
    of path: PropertyPath, _ scope: SelectScope
  ) throws(StoreError) -> SelectScope {
    guard let start = scope.start(of: path) else { throw scope.base.entity.pathOutside }
    return start
  }

  /// Returns the expression of the id of the object that `path` leads to, whether it may be NULL,
  /// and the object's entity.
  func reference(
    _ path: PropertyPath, _ scope: SelectScope
  ) throws(StoreError) -> (sql: String, isNullable: Bool, entity: EntityLayout) {
    try reference(path.names, start(of: path, scope))
  }

  /// Returns the expression of the id of the object that the to-ones `path` lead to, whether it may
  /// be NULL, and the object's entity.
  private func reference(
    _ path: [String], _ scope: SelectScope
  ) throws(StoreError) -> (sql: String, isNullable: Bool, entity: EntityLayout) {
    guard let name = path.last else {
      return (scope.id(dialect), false, scope.base.entity)
    }
    if name.castEntity != nil { return try cast(path, to: name, scope) }
    let owner = try row(at: path.dropLast(), scope)
    let target = try layout.toOneTarget(name, of: owner.entity)
    let index = try owner.entity.requiredPropertyIndex(name)
    let column = try owner.entity.requiredColumn(index)
    return (
      taken(statements.column(index, owner.entity, of: owner.alias), column, owner),
      owner.isOptional || column.isNullable, target
    )
  }

  /// Returns the expression `sql` of `column` of `row`, where the row's object is what it is taken
  /// for; NULL otherwise.
  private func taken(_ sql: String, _ column: ColumnLayout, _ row: SelectScope.Row) -> String {
    guard let kinds = row.kinds,
      // Objects of other entities do not have the column.
      layout.entity(column.entity)?.subentities.allSatisfy(kinds.contains) != true
    else { return sql }
    return "CASE WHEN \(isKind(kinds, of: row.alias)) THEN \(sql) END"
  }

  /// Returns the condition that the row `alias` is that of an object of one of the entities
  /// `names`.
  private func isKind(_ names: [String], of alias: String) -> String {
    // They are no values of the request: the class is part of what the statement asks.
    let texts = names.map { "'\($0.replacing("'", with: "''"))'" }.joined(separator: ", ")
    return "\(dialect.column("_entity", of: alias)) IN (\(texts))"
  }

  /// Returns the condition that an object is of an entity where `left`, `comparison` and `right`
  /// say that, or its opposite when `negated`; `nil` where they say anything else, or that it is of
  /// the entity that it always is of.
  func kindTest(
    _ left: PredicatePart, _ comparison: PredicateTree.Comparison, _ right: PredicatePart,
    _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition? {
    guard case .object(let path) = left.kind, let name = path.names.last, name.castEntity != nil,
      case .identifier(nil) = right.kind, comparison.isEquality
    else { return nil }
    let start = try start(of: path, scope)
    let owner = Array(path.names.dropLast())
    let entity = try owner.isEmpty ? start.base.entity : reference(owner, start).entity
    let target = try layout.toOneTarget(name, of: entity)
    guard let names = kinds(of: target, includesSubentities: true),
      !entity.subentities.allSatisfy(names.contains)
    else { return nil }
    let row = try row(at: owner, start)
    let found = isKind(names.filter { row.kinds?.contains($0) ?? true }, of: row.alias)
    if (comparison == .notEqual) != negated { return .term(found) }
    return .term(row.isOptional ? "(\(found)) IS NOT TRUE" : "NOT \(found)")
  }

  /// Returns the expression of the id of the object that `path` leads to, whose last step, `name`,
  /// takes it for one of an entity: NULL where it is none.
  private func cast(
    _ path: [String], to name: String, _ scope: SelectScope
  ) throws(StoreError) -> (sql: String, isNullable: Bool, entity: EntityLayout) {
    let object = try reference(path.dropLast(), scope)
    let target = try layout.toOneTarget(name, of: object.entity)
    guard let names = kinds(of: target, includesSubentities: true),
      !object.entity.subentities.allSatisfy(names.contains)
    else { return (object.sql, object.isNullable, target) }
    let row = try row(at: path.dropLast(), scope)
    return ("CASE WHEN \(isKind(names, of: row.alias)) THEN \(object.sql) END", true, target)
  }

  /// Returns the to-many that `path` ends in, the expression of its owner's id, and the entity of
  /// its objects.
  func toMany(
    _ path: PropertyPath, _ scope: SelectScope
  ) throws(StoreError) -> (
    location: RelationshipLayout.Location, owner: String, target: EntityLayout
  ) {
    guard let name = path.names.last else {
      throw scope.base.entity.emptyPath(usedAs: "a to-many relationship")
    }
    let owner = try reference(path.owner, scope)
    let (location, target) = try layout.toMany(name, of: owner.entity)
    return (location, owner.sql, target)
  }
}

import EntityModel

extension QueryLowering {
  /// Returns the row that the to-ones `path` lead to, joined to the scope if it is not yet.
  func row(at path: [String], _ scope: SelectScope) throws(StoreError) -> SelectScope.Row {
    guard !path.isEmpty else { return scope.base }
    if let row = scope.joined[path] { return row }
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
    guard let name = path.names.last else {
      throw StoreError(
        .invalidRequest, "the empty path leads to an object, not to an attribute",
        entity: scope.base.entity.name)
    }
    if !scope.results.isEmpty, let result = scope.results[name], path.names.count == 1 {
      return (result.sql, result.type, result.isNullable)
    }
    let owner = try row(at: path.names.dropLast(), scope)
    let index = try property(name, of: owner.entity)
    guard let column = owner.entity.columns[index], case .value(let type) = column.kind else {
      throw wrongKind(name, of: owner.entity, wanted: "an attribute")
    }
    return (
      texts.column(index, owner.entity, of: owner.alias), type,
      owner.isOptional || column.isNullable
    )
  }

  /// Returns the expression of the id of the object that the to-ones `path` lead to, whether it may
  /// be NULL, and the object's entity.
  func reference(
    _ path: [String], _ scope: SelectScope
  ) throws(StoreError) -> (sql: String, isNullable: Bool, entity: EntityLayout) {
    guard let name = path.last else {
      return (dialect.column("_id", of: scope.base.alias), false, scope.base.entity)
    }
    let owner = try row(at: path.dropLast(), scope)
    let index = try property(name, of: owner.entity)
    guard let column = owner.entity.columns[index],
      let relationship = owner.entity.properties[index].relationship
    else { throw wrongKind(name, of: owner.entity, wanted: "a to-one relationship") }
    return (
      texts.column(index, owner.entity, of: owner.alias),
      owner.isOptional || column.isNullable, try entity(relationship.target)
    )
  }

  /// Returns the to-many that `path` ends in, the expression of its owner's id, and the entity of
  /// its objects.
  func toMany(
    _ path: PropertyPath, _ scope: SelectScope
  ) throws(StoreError) -> (place: RelationshipLayout.Place, owner: String, target: EntityLayout) {
    guard let name = path.names.last else {
      throw StoreError(
        .invalidRequest, "the empty path leads to an object, not to a to-many relationship",
        entity: scope.base.entity.name)
    }
    let owner = try reference(path.names.dropLast(), scope)
    let index = try property(name, of: owner.entity)
    guard let found = owner.entity.relationships[index], found.relationship.isToMany else {
      throw wrongKind(name, of: owner.entity, wanted: "a to-many relationship")
    }
    return (found.place, owner.sql, try entity(found.relationship.target))
  }

  /// Returns the property index of `name` in `entity`.
  func property(_ name: String, of entity: EntityLayout) throws(StoreError) -> Int {
    guard let index = entity.propertyIndex(name) else {
      throw StoreError(
        .invalidRequest, "'\(entity.name)' has no property '\(name)'", entity: entity.name,
        properties: [name])
    }
    return index
  }

  /// Returns the entity called `name`.
  func entity(_ name: String) throws(StoreError) -> EntityLayout {
    guard let entity = layout.entity(name) else {
      throw StoreError(.invalidRequest, "the model has no entity '\(name)'", entity: name)
    }
    return entity
  }

  /// Returns the error that `name` is not what a predicate takes it for.
  func wrongKind(_ name: String, of entity: EntityLayout, wanted: String) -> StoreError {
    StoreError(
      .invalidRequest, "'\(entity.name).\(name)' is used as \(wanted), which it is not",
      entity: entity.name, properties: [name])
  }
}

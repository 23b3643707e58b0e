package import EntityModel

extension StoreLayout {
  /// Accepts `query` or throws what of it the model does not have.
  package func check(_ query: EntityQuery) throws(StoreError) {
    let entity = try requiredEntity(query.entity)
    let check = QueryCheck(layout: self)
    try check.condition(query.predicate, entity)
    for term in query.sorting { try check.sortTerm(term, entity) }
  }

  /// Returns the types of the properties that the columns, the groups and the order of `query` are
  /// made of, that of an id for a relationship, or throws what of `query` the model does not have.
  package func types(
    of query: ResultQuery
  ) throws(StoreError) -> [PropertyPath: StorageType] {
    try check(query.base)
    let entity = try requiredEntity(query.base.entity)
    try query.checkGrouping()
    let check = QueryCheck(layout: self)
    let columns = query.columns + query.order.map(\.column) + query.named
    var types: [PropertyPath: StorageType] = [:]
    for path in columns.filter({ !$0.isCountOfObjects }).map(\.path) + query.grouping {
      types[path] = try check.value(path, entity)
    }
    let named = Dictionary(
      query.named.map { ($0.text, types[$0.path].map($0.type(of:)) ?? .int64) },
      uniquingKeysWith: { first, _ in first })
    try QueryCheck(layout: self, named: named).condition(query.condition, entity)
    return types
  }
}

/// Looks everything up that a query names.
private struct QueryCheck {
  /// How objects are stored.
  let layout: StoreLayout

  /// The columns of a result that the condition on groups may name, by their texts.
  var named: [String: StorageType] = [:]

  /// Accepts `tree`, a condition on objects of `entity`.
  func condition(_ tree: PredicateTree, _ entity: EntityLayout) throws(StoreError) {
    switch tree {
    case .constant: break
    case .not(let inner): try condition(inner, entity)
    case .all(let parts), .any(let parts):
      for part in parts { try condition(part, entity) }
    case .comparison(let left, _, let right):
      try operand(left, entity)
      try operand(right, entity)
    case .membership(let operand, _), .text(let operand, _, _, ignoringCase: _):
      try self.operand(operand, entity)
    case .objects(let path, _): _ = try object(path.names[...], entity)
    case .quantified(_, let path, let inner): try related(path, inner, entity)
    }
  }

  /// Accepts one side of a comparison.
  private func operand(
    _ operand: PredicateOperand, _ entity: EntityLayout
  ) throws(StoreError) {
    switch operand {
    case .attribute(let path):
      if path.names.count == 1, named[path.names[0]] != nil { return }
      _ = try attribute(path, entity)
    case .object(let path): _ = try object(path.names[...], entity)
    case .count(let path, let inner): try related(path, inner, entity)
    case .value, .identifier, .source: break
    }
  }

  /// Accepts a condition on the objects of the to-many that `path` ends in.
  private func related(
    _ path: PropertyPath, _ inner: PredicateTree, _ entity: EntityLayout
  ) throws(StoreError) {
    guard let name = path.names.last else {
      throw entity.emptyPath(usedAs: "a to-many relationship")
    }
    let owner = try object(path.names.dropLast(), entity)
    try QueryCheck(layout: layout).condition(inner, layout.toMany(name, of: owner).target)
  }

  /// Accepts `term`, by which objects of `entity` are sorted.
  func sortTerm(_ term: SortTerm, _ entity: EntityLayout) throws(StoreError) {
    let (owner, type) = try attribute(term.path, entity)
    guard type.isOrdered else {
      throw owner.wrongUse(
        of: term.path.names.last ?? "", as: "a value to sort by",
        advice: "it is stored as JSON, which has no order; sort by another attribute or sort the "
          + "objects once they are fetched")
    }
  }

  /// Returns the type of the values that `path` leads to: an attribute's, or that of an id for a
  /// to-one.
  func value(_ path: PropertyPath, _ entity: EntityLayout) throws(StoreError) -> StorageType {
    let owner = try object(path.names.dropLast(), entity)
    if let name = path.names.last,
      owner.properties[try owner.requiredPropertyIndex(name)].relationship != nil
    {
      _ = try layout.toOneTarget(name, of: owner)
      return .int64
    }
    let type = try attribute(path, entity).type
    guard type.isOrdered else {
      throw owner.wrongUse(of: path.names.last ?? "", as: "a value of one column")
    }
    return type
  }

  /// Returns the owner and the type of the attribute that `path` leads to.
  private func attribute(
    _ path: PropertyPath, _ entity: EntityLayout
  ) throws(StoreError) -> (owner: EntityLayout, type: StorageType) {
    guard let name = path.names.last else { throw entity.emptyPath(usedAs: "an attribute") }
    let owner = try object(path.names.dropLast(), entity)
    return (owner, try owner.attribute(name).type)
  }

  /// Returns the entity of the object that the to-ones `path` lead to.
  private func object(
    _ path: ArraySlice<String>, _ entity: EntityLayout
  ) throws(StoreError) -> EntityLayout {
    var owner = entity
    for name in path { owner = try layout.toOneTarget(name, of: owner) }
    return owner
  }
}

extension ResultQuery {
  /// Refuses a property that the objects of a group need not have in common.
  fileprivate func checkGrouping() throws(StoreError) {
    guard isGrouped else { return }
    for column in columns + order.map(\.column)
    where !column.isAggregate && !grouping.contains(column.path) {
      throw StoreError(
        .invalidRequest,
        "'\(base.entity).\(column.text)' differs between the objects of a group; group by "
          + "it or ask for its sum, average, minimum, maximum or count",
        entity: base.entity, properties: column.path.names)
    }
  }
}

extension ResultExpression {
  /// `true` if the column is how many objects there are, which needs no property.
  package var isCountOfObjects: Bool { function == .count && path.names.isEmpty }
}

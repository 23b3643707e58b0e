package import EntityModel

extension StoreLayout {
  /// Accepts `query` or throws what of it the model does not have.
  package func check(_ query: EntityQuery) throws(StoreError) {
    let entity = try requiredEntity(query.entity)
    let check = QueryCheck(layout: self, isRanked: query.predicate.ranking != nil)
    try check.condition(query.predicate, entity)
    for term in query.sorting { try check.sortTerm(term, entity) }
  }

  /// Returns the types of the values that the columns, the groups and the order of `query` are made
  /// of, that of an id for a relationship, or throws what of `query` the model does not have.
  package func types(
    of query: ResultQuery
  ) throws(StoreError) -> [PredicateOperand: StorageType] {
    try check(query.base)
    let entity = try requiredEntity(query.base.entity)
    try query.checkGrouping()
    let check = QueryCheck(layout: self, isRanked: query.base.predicate.ranking != nil)
    var types: [PredicateOperand: StorageType] = [:]
    // What is stored as JSON is handed out as it is, and has no order and no function.
    for column in query.columns {
      guard let operand = column.operand else { continue }
      types[operand] = try check.value(operand, entity, mayBeJSON: column.function == nil)
    }
    let compared = query.order.map(\.column) + query.named
    for operand in compared.compactMap(\.operand) + query.grouping {
      types[operand] = try check.value(operand, entity)
    }
    let named = Dictionary(
      query.named.map { column in
        (column.text, column.operand.flatMap { types[$0] }.map(column.type(of:)) ?? .int64)
      },
      uniquingKeysWith: { first, _ in first })
    try QueryCheck(layout: self, named: named).condition(query.condition, entity)
    for term in query.order {
      let type = term.column.operand.flatMap { types[$0] }.map(term.column.type(of:))
      try term.language?.check(type ?? .int64, entity.name)
    }
    return types
  }
}

/// Looks everything up that a query names.
private struct QueryCheck {
  /// How objects are stored.
  let layout: StoreLayout

  /// The columns of a result that the condition on groups may name, by their texts.
  var named: [String: StorageType] = [:]

  /// `true` if all objects have to be found by a search.
  var isRanked = false

  /// Accepts `tree`, a condition on objects of `entity`.
  func condition(_ tree: PredicateTree, _ entity: EntityLayout) throws(StoreError) {
    try parts(tree.root, entity)
  }

  /// Looks up what `part`, a condition or an operand about objects of `entity`, names.
  private func parts(_ part: PredicatePart, _ entity: EntityLayout) throws(StoreError) {
    if part.leadsOut { throw entity.pathOutside }
    guard part.depth <= PredicateTree.deepest else {
      throw StoreError(
        .invalidRequest,
        "a condition on '\(entity.name)' is nested more than \(PredicateTree.deepest) deep: join "
          + "conditions by '&&' and '||' without alternating between the two, and compute in fewer "
          + "steps",
        entity: entity.name)
    }
    try ranges(part)
    // Within a range, which has been looked at, the order is that of what its search has found.
    try part.visit(from: (layout: entity, isRanked: isRanked)) { kind, scope throws(StoreError) in
      let owner = scope.layout
      switch kind {
      case .attribute(let path):
        // Columns of a result have names among the objects that are fetched, not others.
        if owner === entity, path.names.count == 1, path.start == .own, named[path.names[0]] != nil
        {
          return nil
        }
        _ = try attribute(path, owner)
      case .object(let path), .objects(let path, _), .rowNumber(let path):
        _ = try object(path.names[...], owner)
      case .quantified(_, let path), .count(let path), .aggregate(_, let path, _):
        return (try members(path, owner), isRanked)
      case .aggregateOfAll(_, let scope, _):
        return (try layout.requiredEntity(scope.entity), isRanked)
      case .allValues(let scope):
        return (try layout.requiredEntity(scope.entity), isRanked || scope.range != nil)
      case .search(let path, let search):
        try self.search(search, object(path.names[...], owner))
      case .rank:
        try ranking(of: owner, isRanked: scope.isRanked)
      case .place(let path, _):
        _ = try layout.orderedLocation(path, owner)
      case .excerpt(let path, _):
        try ranking(of: owner, isRanked: isRanked)
        guard let name = path.names.first, path.names.count == 1, path.start == .own else {
          throw owner.wrongUse(
            of: path.text, as: "an excerpt",
            advice: "it is another object's; excerpts are of the objects that are searched for")
        }
        try owner.checkSearchable(name)
      case .refused(let text):
        throw entity.refusedPredicate(text)
      case .text(.pattern, let pattern, _):
        do throws(RegularExpressionError) {
          _ = try RegularExpression(pattern)
        } catch {
          throw entity.refusedPredicate("a regular expression that \(error.message)")
        }
      case .constant, .not, .all, .any, .comparison, .membership, .text, .value, .identifier,
        .source, .function, .choice, .amongAll:
        break
      }
      return nil
    }
  }

  /// Accepts the orders of those ranges of objects that `part` asks for.
  private func ranges(_ part: PredicatePart) throws(StoreError) {
    for index in part.start..<part.end {
      let range = part.at(index)
      guard case .allValues(let scope) = range.kind, scope.range != nil else { continue }
      let entity = try layout.requiredEntity(scope.entity)
      for term in range.rangeSorting {
        if term.operand.asksRank {
          try ranking(of: entity, isRanked: PredicateTree(range.first).ranking != nil)
          // In memory what a search has found is known of one request, and not of one for each
          // object.
          if range.isCorrelated {
            throw StoreError(
              .invalidRequest,
              "a request for '\(entity.name)' that has a limit is in the order of relevance and "
                + "names the object of a closure outside; give it an order by 'sorted'",
              entity: entity.name)
          }
        }
        if let path = term.operand.path, path.start == .own {
          try sortPath(path, term, entity)
        } else {
          try term.language?.check(type(of: term.operand, entity), entity.name)
        }
      }
    }
  }

  /// Accepts `search` in objects of `entity`.
  private func search(_ search: TextSearch, _ entity: EntityLayout) throws(StoreError) {
    guard !entity.table.searchColumns.isEmpty else {
      throw StoreError(
        .invalidRequest,
        "'\(entity.name)' has no searchable attribute; mark those that are to be searched with "
          + "'@Attribute(.searchable)'", entity: entity.name)
    }
    for name in search.attributes + search.weights.keys.sorted() {
      try entity.checkSearchable(name)
    }
  }

  /// Accepts that what a search has found of objects of `entity` is asked for.
  private func ranking(of entity: EntityLayout, isRanked: Bool) throws(StoreError) {
    guard !isRanked else { return }
    throw StoreError(
      .invalidRequest,
      "a request for '\(entity.name)' asks for the relevance or an excerpt of what a search has "
        + "found, and searches nothing; begin with '\(entity.name).search(\"…\")'",
      entity: entity.name)
  }

  /// Returns the entity of the objects of the to-many that `path` ends in.
  private func members(
    _ path: PropertyPath, _ entity: EntityLayout
  ) throws(StoreError) -> EntityLayout {
    guard let name = path.names.last else {
      throw entity.emptyPath(usedAs: "a to-many relationship")
    }
    return try layout.toMany(name, of: object(path.names.dropLast(), entity)).target
  }

  /// Accepts `term`, by which objects of `entity` are sorted.
  func sortTerm(_ term: SortTerm, _ entity: EntityLayout) throws(StoreError) {
    guard let path = term.operand.path, path.start == .own else {
      try parts(term.operand.root, entity)
      try term.language?.check(type(of: term.operand, entity), entity.name)
      return
    }
    try sortPath(path, term, entity)
  }

  /// Accepts `path`, which leads to the attribute by which `term` sorts objects of `entity`.
  private func sortPath(
    _ path: PropertyPath, _ term: SortTerm, _ entity: EntityLayout
  ) throws(StoreError) {
    let (owner, type) = try attribute(path, entity)
    guard type.isOrdered else {
      throw owner.wrongUse(
        of: path.names.last ?? "", as: "a value to sort by",
        advice: "it is stored as JSON, which has no order; sort by another attribute or sort the "
          + "objects once they are fetched")
    }
    try term.language?.check(type, entity.name)
  }

  /// Returns the type of the values of `operand`, what it names having been looked up; `nil` for a
  /// constant.
  private func type(of operand: PredicateOperand, _ entity: EntityLayout) -> StorageType? {
    if case .rowNumber = operand.root.kind { return .int64 }
    return operand.type { path in
      guard let name = path.names.last, path.start == .own else { return nil }
      let owner = try? object(path.names.dropLast(), entity)
      return owner.flatMap { try? $0.attribute(name).type }
    }
  }

  /// Returns the type of the values of `operand`, which leads to an attribute that is stored as
  /// JSON only if it `mayBeJSON`.
  func value(
    _ operand: PredicateOperand, _ entity: EntityLayout, mayBeJSON: Bool = false
  ) throws(StoreError) -> StorageType {
    if let path = operand.path, path.start == .own { return try value(path, entity, mayBeJSON) }
    try parts(operand.root, entity)
    return operand.type { _ in nil } ?? .int64
  }

  /// Returns the type of the values that `path` leads to: an attribute's, or that of an id for a
  /// to-one.
  private func value(
    _ path: PropertyPath, _ entity: EntityLayout, _ mayBeJSON: Bool
  ) throws(StoreError) -> StorageType {
    if path.castEntity != nil {
      _ = try object(path.names[...], entity)
      return .int64
    }
    let owner = try object(path.names.dropLast(), entity)
    if let name = path.names.last,
      owner.properties[try owner.requiredOwnerIndex(name)].relationship != nil
    {
      _ = try layout.toOneTarget(name, of: owner)
      return .int64
    }
    let type = try attribute(path, entity).type
    guard type.isOrdered || mayBeJSON else {
      throw owner.wrongUse(
        of: path.names.last ?? "", as: "a value to group by or to compute with",
        advice: "it is stored as JSON, whose equal values may differ in their texts")
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
    for column in columns + order.map(\.column) + named
    where !column.isAggregate && !(column.operand.map(isShared) ?? false) {
      throw StoreError(
        .invalidRequest,
        "'\(base.entity).\(column.text)' differs between the objects of a group; group by "
          + "it or ask for its sum, average, minimum, maximum or count",
        entity: base.entity, properties: column.propertyNames)
    }
  }
}

extension ResultQuery {
  /// `true` if all objects of a group have the same value of `operand`: it is a key, or computed of
  /// keys and of the objects that these refer to.
  private func isShared(_ operand: PredicateOperand) -> Bool {
    if grouping.contains(operand) { return true }
    let keys = Set(grouping.compactMap(\.groupedPath))
    var isShared = !operand.asksRank && operand.placeOwner == nil
    operand.root.visit(from: 0) { kind, level in
      if level == 0, let path = kind.path {
        let starts = path.names.indices.map { PropertyPath(Array(path.names[...$0])) }
        isShared =
          isShared && (keys.contains(PropertyPath()) || starts.contains(where: keys.contains))
      }
      return level + 1
    }
    return isShared
  }
}

extension PredicateOperand {
  /// The path to the attribute or the object that groups are made by; `nil` for what is computed.
  fileprivate var groupedPath: PropertyPath? {
    switch root.kind {
    case .attribute(let path), .object(let path), .rowNumber(let path): path
    default: nil
    }
  }
}

extension EntityLayout {
  /// Refuses a path from an object that no condition is about of those that it stands in.
  package var pathOutside: StoreError {
    StoreError(
      .invalidRequest,
      "a request for '\(name)' names an object of a condition that it is no part of; use what a "
        + "closure is given within that closure", entity: name)
  }

  /// Accepts `name` as that of an attribute that is searchable.
  fileprivate func checkSearchable(_ name: String) throws(StoreError) {
    let index = try requiredPropertyIndex(name)
    guard columns[index]?.search == nil else { return }
    throw wrongUse(
      of: name, as: "something to search",
      advice: "mark it with '@Attribute(.searchable)', for the store to have an index of its words")
  }
}

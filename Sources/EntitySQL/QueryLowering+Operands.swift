import EntityModel
import EntityStore

/// What is compared, sorted by and selected.
extension QueryLowering {
  /// Returns the operand `part` about the base row of `scope`.
  func operand(_ part: PredicatePart, _ scope: SelectScope) throws(StoreError) -> SQLOperand {
    guard case .function = part.kind else { return try simple(part, scope) }
    return try part.folded { part, arguments throws(StoreError) -> SQLOperand in
      guard case .function(let function, let type, _) = part.kind else {
        return try simple(part, scope)
      }
      if let stored = foldedColumn(function, type, arguments) { return stored }
      let sql = dialect.computed(function, type, arguments.map { expression(of: $0) })
      return .expression(sql, function.type(of: type), isNullable: true)
    }
  }

  /// Returns the column that holds what `function` makes of `arguments`, texts of `type`; `nil`
  /// where that is to be computed.
  private func foldedColumn(
    _ function: PredicateFunction, _ type: StorageType, _ arguments: ArraySlice<SQLOperand>
  ) -> SQLOperand? {
    guard function == .folded(.ignoringCase) || function == .lowercased, type == .string,
      arguments.count == 1, case .expression(let sql, _, let isNullable)? = arguments.first,
      let stored = foldedColumn(of: sql)
    else { return nil }
    return .expression(stored, .string, isNullable: isNullable)
  }

  /// Returns the operand `part`, which is not computed by a function.
  private func simple(
    _ part: PredicatePart, _ scope: SelectScope
  ) throws(StoreError) -> SQLOperand {
    switch part.kind {
    case .attribute(let path):
      let (sql, type, isNullable) = try attribute(path, scope)
      return .expression(sql, type, isNullable: isNullable)
    case .value(let value): return .value(value)
    case .object(let path):
      let (sql, isNullable, entity) = try reference(path, scope)
      return .object(sql, root: entity.rootName, isNullable: isNullable)
    case .identifier(let id): return .identifier(id)
    case .rowNumber(let path):
      let (sql, isNullable, _) = try reference(path, scope)
      return .expression(sql, .int64, isNullable: isNullable)
    case .source: return .identifier(source)
    case .count(let path):
      if let kept = try kept(path, part, scope) { return kept }
      guard let related = try relatedRows(path, part.first, scope, innerNegated: false) else {
        return .value(.integer(0))
      }
      return .expression("(SELECT count(*) \(related.rows))", .int64, isNullable: false)
    case .choice(let type):
      let condition = try condition(part.first, scope, negated: false)
      if case .constant(let holds) = condition {
        return try operand(holds ? part.second : part.third, scope)
      }
      let value = expression(of: try operand(part.second, scope))
      let isAlone = part.third.kind == .value(.null)
      let other = isAlone ? "" : " ELSE \(expression(of: try operand(part.third, scope)))"
      let sql = "CASE WHEN \(condition.sql) THEN \(value)\(other) END"
      return .expression(dialect.comparable(sql, type), type, isNullable: true)
    case .aggregate(let function, let path, let type):
      if let kept = try kept(path, part, scope) { return kept }
      guard
        let related = try relatedRows(
          path, part.first, scope, innerNegated: false, selecting: part.second),
        let selected = related.selected
      else { return .value(function.value(over: [], as: type) ?? .null) }
      let sql = aggregate(function, expression(of: selected), type)
      return .expression(
        dialect.comparable("(SELECT \(sql) \(related.rows))", function.type(of: type)),
        function.type(of: type), isNullable: !function.isAlwaysPresent)
    case .aggregateOfAll(let function, let objects, let type):
      guard let (source, condition, selected) = try allRows(part, objects, scope) else {
        return .value(function.value(over: [], as: type) ?? .null)
      }
      let rows = condition == .constant(true) ? source : "\(source) WHERE \(condition.sql)"
      let sql = aggregate(function, expression(of: selected), type)
      return .expression(
        dialect.comparable("(SELECT \(sql) \(rows))", function.type(of: type)),
        function.type(of: type), isNullable: !function.isAlwaysPresent)
    case .rank: return try rank(scope)
    case .place(let path, let owner): return try place(path, owner, scope)
    case .excerpt(let path, let excerpt): return try self.excerpt(path, excerpt, scope)
    case .function, .constant, .refused, .not, .all, .any, .comparison, .membership, .objects,
      .text, .quantified, .amongAll, .allValues, .search:
      preconditionFailure("A condition is made of conditions and operands as its nodes say.")
    }
  }

  /// Returns the clause that names `objects`, the condition that is the first part of `part`, and
  /// the operand that is the second; `nil` where no object can satisfy the condition.
  private func allRows(
    _ part: PredicatePart, _ objects: ObjectScope, _ scope: SelectScope
  ) throws(StoreError) -> (source: String, condition: Condition, selected: SQLOperand)? {
    let row = SelectScope(nextAlias(), try layout.requiredEntity(objects.entity), in: scope)
    let mark = bindingCount
    let condition = Condition.conjunction([
      kind(of: row.base.entity, includesSubentities: objects.includesSubentities, row),
      try condition(part.first, row, negated: false),
    ])
    if condition == .constant(false) {
      unbind(to: mark)
      return nil
    }
    let selected = try selected(part.second, row)
    let table = dialect.quoted(row.base.entity.table.name)
    return ("FROM \(table) AS \(row.base.alias)\(row.joins)", condition, selected)
  }

  /// Returns the statement that asks for the values of `part`, which is `allValues`, of those of
  /// `objects` that are in their range; `nil` where no object can satisfy the condition.
  private func rangedRows(
    _ part: PredicatePart, _ objects: ObjectScope, _ scope: SelectScope
  ) throws(StoreError) -> String? {
    let query = EntityQuery(
      entity: objects.entity, predicate: PredicateTree(part.first), sorting: part.rangeSorting,
      limit: objects.range?.limit, offset: objects.range?.offset ?? 0,
      includesSubentities: objects.includesSubentities)
    let entity = try layout.requiredEntity(objects.entity)
    return try ranged(query, SelectScope(nextAlias(), entity, in: scope), part.second)
  }

  /// Returns the statement that asks for the ids of the rows that `query` wants, or for the value
  /// of `operand` of each, its row being the base of `scope`; `nil` where no row can satisfy the
  /// condition.
  func ranged(
    _ query: EntityQuery, _ scope: SelectScope, _ operand: PredicatePart? = nil
  ) throws(StoreError) -> String? {
    rank(query, scope, query.sorting.map(\.operand))
    try joinLinks(query, scope)
    let condition = try condition(of: query, scope)
    if condition == .constant(false) { return nil }
    let id = dialect.column("_id", of: scope.base.alias)
    let value =
      try operand.map { part throws(StoreError) in
        expression(of: try self.selected(part, scope))
      } ?? id
    // The ORDER BY of a statement within another one knows nothing of that, as its columns do.
    let isCorrelated = query.sorting.contains { $0.operand.root.leadsOut }
    let (columns, order) =
      isCorrelated
      ? try columnsAndOrder(of: query, scope) : ([], try self.order(of: query, scope))
    try checkCount(of: order.count, "orders", scope.base.entity)
    let values = isCorrelated ? ["\(value) AS v"] + columns : [value]
    var text = "SELECT \(values.joined(separator: ", "))"
    if query.sorting.isEmpty, value == scope.membership?.member,
      let links = links(of: query, scope)
    {
      text += " FROM \(links)"
    } else {
      text += " FROM \(dialect.quoted(scope.base.entity.table.name)) AS \(scope.base.alias)"
      text += scope.joins
    }
    if condition != .constant(true) { text += " WHERE \(condition.sql)" }
    if isCorrelated { text = "SELECT v FROM (\(text))" }
    if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
    return text + range(limit: query.limit, offset: query.offset)
  }

  /// Returns the values that `query` sorts by and the id as columns with names, and the ORDER BY
  /// terms that name these.
  private func columnsAndOrder(
    of query: EntityQuery, _ scope: SelectScope
  ) throws(StoreError) -> (columns: [String], order: [String]) {
    try checkCount(of: query.sorting.count + 1, "orders", scope.base.entity)
    var columns: [String] = []
    var order: [String] = []
    for (index, term) in query.sorting.enumerated() {
      let (sql, type, isNullable) = try value(term.operand, scope)
      columns.append("\(sql) AS o\(index)")
      order += orderTerms(
        "o\(index)", type, isNullable, term.order, ignoresCase: term.ignoresCase,
        absent: term.absent, language: term.language)
    }
    columns.append("\(scope.id(dialect)) AS i")
    return (columns, order + [dialect.orderTerm("i", query.idOrder)])
  }

  /// Returns the condition that there is one of the objects that `part` counts, or its opposite
  /// when `negated`.
  func exists(
    _ part: PredicatePart, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    guard let objects = part.kind.scope,
      let (source, condition, _) = try allRows(part, objects, scope)
    else { return .constant(negated) }
    let rows = condition == .constant(true) ? source : "\(source) WHERE \(condition.sql)"
    return .term("\(negated ? "NOT " : "")EXISTS (SELECT 1 \(rows))")
  }

  /// Returns `part` about the base row of `scope`, as what is computed of each of its rows.
  func selected(_ part: PredicatePart, _ scope: SelectScope) throws(StoreError) -> SQLOperand {
    let selected = try operand(part, scope)
    // An aggregate that names rows of the statement around alone would be one of that statement.
    guard part.leadsOut, case .expression(let sql, let type, _) = selected else { return selected }
    let id = dialect.column("_id", of: scope.base.alias)
    let anchored = dialect.comparable("CASE \(id) WHEN NULL THEN NULL ELSE \(sql) END", type)
    return .expression(anchored, type, isNullable: true)
  }

  /// Returns the condition that `operand` is present and one of the values of `part`, which is
  /// `allValues`, or its opposite when `negated`.
  func amongAll(
    _ operand: SQLOperand, _ part: PredicatePart, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    guard let objects = part.kind.scope else { return .constant(negated) }
    // Objects that have a member are found by their links, and need not be gone through.
    let areByLinks =
      part.second.objectPath == PropertyPath()
      && PredicateTree(part.first).requiredMembership != nil
    if objects.range != nil || areByLinks {
      let mark = bindingCount
      let value = expression(of: operand)
      guard let rows = try rangedRows(part, objects, scope) else {
        unbind(to: mark)
        return .constant(negated)
      }
      // A NaN equals none of the values, which may be NaN too.
      let found = Condition.term(
        operand.isReal
          ? "(\(value) IN (\(rows)) AND \(dialect.isNumber(value)))" : "\(value) IN (\(rows))")
      return negated ? found.untrue : found
    }
    guard let (source, condition, selected) = try allRows(part, objects, scope) else {
      return .constant(negated)
    }
    let value = expression(of: selected)
    var conditions = [condition, .term("\(value) IS NOT NULL")]
    if selected.isReal {
      conditions.append(.term(dialect.isNumber(value)))
    }
    let found = Condition.term(
      "\(expression(of: operand)) IN (SELECT \(value) \(source)"
        + " WHERE \(Condition.conjunction(conditions).sql))")
    return negated ? found.untrue : found
  }

  /// Returns the expression of `operand`, constants as parameters.
  private func expression(of operand: SQLOperand) -> String {
    switch operand {
    case .expression(let sql, _, _), .object(let sql, _, _): sql
    case .value(let value): bind(value)
    case .identifier(let id): bind(id.map { .integer($0.rowID) } ?? .null)
    }
  }

  /// Returns the expression of what `function` makes of the values `sql` of a group's rows, which
  /// are of `type`.
  func aggregate(_ function: AggregateFunction, _ sql: String, _ type: StorageType) -> String {
    switch function {
    case .count: "count(\(sql))"
    case .distinctCount: "count(DISTINCT \(sql))"
    case .sum: dialect.sum(sql, type)
    case .average: dialect.average(sql, type)
    case .minimum: dialect.extreme(sql, type, isLast: false)
    case .maximum: dialect.extreme(sql, type, isLast: true)
    case .any: "coalesce(\(dialect.extreme(sql, type, isLast: true)), 0)"
    case .all: "coalesce(\(dialect.extreme(sql, type, isLast: false)), 1)"
    }
  }

  /// Returns the expression of `operand`, its type, and whether it may be NULL; an object is its
  /// id.
  func value(
    _ operand: PredicateOperand, _ scope: SelectScope
  ) throws(StoreError) -> (sql: String, type: StorageType, isNullable: Bool) {
    if let path = operand.path, path.start == .own { return try value(path, scope) }
    let found = try self.operand(operand.root, scope)
    switch found {
    case .expression(let sql, let type, let isNullable): return (sql, type, isNullable)
    case .object(let sql, _, let isNullable): return (sql, .int64, isNullable)
    case .value, .identifier:
      return (expression(of: found), operand.type { _ in nil } ?? .int64, true)
    }
  }

  /// Returns the expression of the attribute or of the id of the object that `path` leads to.
  private func value(
    _ path: PropertyPath, _ scope: SelectScope
  ) throws(StoreError) -> (sql: String, type: StorageType, isNullable: Bool) {
    if path.castEntity != nil {
      let (sql, isNullable, _) = try reference(path, scope)
      return (sql, .int64, isNullable)
    }
    let owner = try row(at: path.names.dropLast(), scope)
    if let name = path.names.last,
      owner.entity.properties[try owner.entity.requiredOwnerIndex(name)].relationship != nil
    {
      let (sql, isNullable, _) = try reference(path, scope)
      return (sql, .int64, isNullable)
    }
    return try attribute(path, scope)
  }
}

extension AggregateFunction {
  /// `true` if there is a value even of no values.
  var isAlwaysPresent: Bool {
    switch self {
    case .count, .distinctCount, .sum, .any, .all: true
    case .average, .minimum, .maximum: false
    }
  }
}

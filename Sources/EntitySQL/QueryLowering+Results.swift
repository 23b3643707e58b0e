package import EntityModel
package import EntityStore

/// A statement whose rows are those of a result.
package struct LoweredResult {
  /// The statement.
  package let query: SQLQuery

  /// The types of its columns.
  package let types: [StorageType]

  /// Creates the result of `query`, whose columns are of `types`.
  package init(query: SQLQuery, types: [StorageType]) {
    self.query = query
    self.types = types
  }
}

extension ResultQuery {
  /// `true` if all groups are made and more than their keys is read of the rows.
  ///
  /// Rows are found one by one then, when they come in the order of an index of the keys; reading
  /// them in the order of the table and sorting what is wanted of them takes less.
  fileprivate var readsWholeRows: Bool {
    guard limit == nil || !order.isEmpty else { return false }
    return (columns + order.map(\.column) + named).contains {
      $0.isAggregate && !($0.operand.map(grouping.contains) ?? true)
    }
  }
}

extension QueryLowering {
  /// Returns the statement that asks for the rows of `query`.
  ///
  /// - Throws: what of `query` the model does not have.
  package static func lower(
    _ query: ResultQuery, _ statements: RowStatements
  ) throws(StoreError) -> LoweredResult {
    _ = try statements.layout.types(of: query)
    let lowering = QueryLowering(statements, source: query.base.source)
    let entity = try statements.layout.requiredEntity(query.base.entity)
    let scope = SelectScope(lowering.nextAlias(), entity)
    let asked = (query.columns + query.order.map(\.column) + query.named).compactMap(\.operand)
    lowering.rank(
      query.base, scope,
      asked + query.grouping + (query.isGrouped ? [] : query.base.sorting.map(\.operand)))
    if !query.isGrouped { try lowering.joinLinks(query.base, scope) }
    let condition = try lowering.condition(of: query, scope)

    var columns: [SelectScope.ResultColumn] = []
    for column in query.columns { columns.append(try lowering.result(column, scope)) }
    var keys: [String] = []
    let isRead = query.readsWholeRows
    for operand in query.grouping {
      let key = try lowering.value(operand, scope).sql
      keys.append(isRead ? lowering.dialect.unordered(key) : key)
    }
    let order = try lowering.order(of: query, keys, scope)
    let having = try lowering.having(query, scope)

    var text = "SELECT \(columns.map(\.sql).joined(separator: ", "))"
    text += " FROM \(lowering.dialect.quoted(entity.table.name)) AS \(scope.base.alias)"
    text += scope.joins
    if condition != .constant(true) { text += " WHERE \(condition.sql)" }
    try lowering.checkCount(of: columns.count, "results", entity)
    try lowering.checkCount(of: keys.count, "groupings", entity)
    try lowering.checkCount(of: order.count, "orders", entity)
    if !keys.isEmpty { text += " GROUP BY \(keys.joined(separator: ", "))" }
    if having != .constant(true) { text += " HAVING \(having.sql)" }
    if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
    text +=
      query.isGrouped
      ? lowering.range(limit: query.limit, offset: query.offset)
      : lowering.range(limit: query.base.limit, offset: query.base.offset)
    if query.countsRows {
      return LoweredResult(
        query: SQLQuery(text: "SELECT count(*) FROM (\(text))", bindings: lowering.bindings),
        types: [.int64])
    }
    return LoweredResult(
      query: SQLQuery(text: text, bindings: lowering.bindings), types: columns.map(\.type))
  }

  /// Returns the condition on the objects of `query`; with their range, when they are grouped.
  private func condition(
    of query: ResultQuery, _ scope: SelectScope
  ) throws(StoreError) -> Condition {
    let base = query.base
    guard query.isGrouped, base.limit != nil || base.offset > 0 else {
      return try condition(of: base, scope)
    }
    let mark = bindingCount
    guard let rows = try ranged(base, SelectScope(nextAlias(), scope.base.entity)) else {
      unbind(to: mark)
      return .constant(false)
    }
    let id = dialect.column("_id", of: scope.base.alias)
    let isAmong = Condition.term("\(id) IN (\(rows))")
    guard let ranking = scope.ranking else { return isAmong }
    let found = try search(PropertyPath(), ranking.search, ranking.node, scope, negated: false)
    return .conjunction([isAmong, found])
  }

  /// Returns the ORDER BY terms of the rows of `query`, whose groups have `keys`.
  private func order(
    of query: ResultQuery, _ keys: [String], _ scope: SelectScope
  ) throws(StoreError) -> [String] {
    guard query.isGrouped else { return try order(of: query.base, scope) }
    // Without keys there is one group, which needs no order.
    guard !keys.isEmpty else { return [] }
    try checkCount(of: query.order.count + keys.count, "orders", scope.base.entity)
    var order: [String] = []
    for term in query.order {
      let column = try result(term.column, scope)
      order += orderTerms(
        column.sql, column.type, column.isNullable, term.order, ignoresCase: term.ignoresCase,
        absent: term.absent, language: term.language)
    }
    return order + keys.map { dialect.orderTerm($0, .ascending) }
  }

  /// Returns the condition on the groups of `query`.
  private func having(_ query: ResultQuery, _ scope: SelectScope) throws(StoreError) -> Condition {
    guard query.condition != .constant(true) else { return .constant(true) }
    for column in query.named { scope.results[column.text] = try result(column, scope) }
    defer { scope.results = [:] }
    let having = try condition(query.condition, scope, negated: false)
    // SQLite makes conditions on keys ones on rows, each nested in the one before, and refuses a
    // depth of 1000.
    guard case .all(let terms) = having, terms.count > 128 else { return having }
    return .term("(\(having.sql)) IS TRUE")
  }

  /// Returns the expression of a column of a result.
  private func result(
    _ column: ResultExpression, _ scope: SelectScope
  ) throws(StoreError) -> SelectScope.ResultColumn {
    guard let operand = column.operand else {
      return .init(sql: "count(*)", type: .int64, isNullable: false)
    }
    let (sql, type, isNullable) = try value(operand, scope)
    guard let function = column.function else {
      return .init(sql: sql, type: type, isNullable: isNullable)
    }
    return .init(
      sql: aggregate(function, sql, type), type: function.type(of: type),
      isNullable: !function.isAlwaysPresent)
  }
}

import EntityModel
package import EntityStore

/// Turns one query into one statement.
///
/// Parameters are numbered in the order in which their values were met, which need not be the
/// order in which they stand in the statement.
package final class QueryLowering {
  /// What a statement asks of the rows that it finds.
  package enum Selection {
    case rows, identifiers, count
  }

  /// The statements on rows, which know the tables and the dialect.
  let statements: RowStatements

  /// The object that `PredicateOperand.source` represents.
  let source: ObjectID?

  /// The values of the parameters.
  private(set) var bindings: [StoredValue] = []

  /// The columns that hold the texts of other columns without case, by those.
  private var foldedColumns: [String: String] = [:]

  /// What is NULL exactly where expressions are that take longer, by these.
  private var presenceColumns: [String: String] = [:]

  /// How many rows have been named.
  private var aliasCount = 0

  /// `true` if values are part of the statement, which is kept in a schema.
  var writesValues = false

  /// `true` if what the store keeps of members is asked for by its columns.
  var usesDerived = true

  /// Creates a lowering in which nothing has been met.
  init(_ statements: RowStatements, source: ObjectID?) {
    self.statements = statements
    self.source = source
  }

  /// How objects are stored.
  var layout: StoreLayout { statements.layout }

  /// The way to spell SQL.
  var dialect: any Dialect { statements.dialect }

  /// Returns the statement that asks for `selection` of the rows that `query` wants.
  ///
  /// A count leaves out the query's order, limit and offset.
  ///
  /// - Throws: what of `query` the model does not have.
  package static func lower(
    _ query: EntityQuery, _ selection: Selection, _ statements: RowStatements
  ) throws(StoreError) -> SQLQuery {
    try statements.layout.check(query)
    let entity = try statements.layout.requiredEntity(query.entity)
    let lowering = QueryLowering(statements, source: query.source)
    let scope = SelectScope(lowering.nextAlias(), entity)
    if selection != .count { lowering.rank(query, scope, query.sorting.map(\.operand)) }
    try lowering.joinLinks(query, scope)
    let condition = try lowering.condition(of: query, scope)
    let order = selection == .count ? [] : try lowering.order(of: query, scope)

    var text = "SELECT "
    text.reserveCapacity(1024)
    switch selection {
    case .rows: text += statements.columns(of: entity.table)
    case .identifiers: text += scope.id(lowering.dialect)
    case .count: text += "count(*)"
    }
    if selection == .count, let links = lowering.links(of: query, scope) {
      text += " FROM \(links)"
    } else {
      text += " FROM \(lowering.dialect.quoted(entity.table.name)) AS \(scope.base.alias)"
      text += scope.joins
    }
    if condition != .constant(true) {
      text += " WHERE "
      text += condition.sql
    }
    try lowering.checkCount(of: order.count, "orders", entity)
    if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
    if selection != .count { text += lowering.range(limit: query.limit, offset: query.offset) }
    return SQLQuery(text: text, bindings: lowering.bindings)
  }

  /// Returns a name for another row: t0 for the first.
  func nextAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  /// Returns a parameter whose value is `value`.
  func bind(_ value: StoredValue) -> String {
    if writesValues { return value.literal }
    bindings.append(value)
    return dialect.parameter(bindings.count)
  }

  /// Notes that `column` is NULL exactly where the expression `sql`, which takes longer, is.
  func notePresence(_ column: String, of sql: String) { presenceColumns[sql] = column }

  /// Returns what is NULL exactly where the expression `sql` is.
  func presence(of sql: String) -> String { presenceColumns[sql] ?? sql }

  /// Notes that the column `folded` holds the texts of the column `sql` without case.
  func note(_ folded: String, folding sql: String) { foldedColumns[sql] = folded }

  /// Returns the column that holds the texts `sql` without case; `nil` where these are no column's,
  /// or no such column is stored.
  func foldedColumn(of sql: String) -> String? { foldedColumns[sql] }

  /// Returns the texts `sql` without case: those that are stored, where they are.
  func folded(_ sql: String) -> String { foldedColumn(of: sql) ?? dialect.folded(sql) }

  /// How many parameters there are.
  var bindingCount: Int { bindings.count }

  /// Forgets the parameters after the first `count`, which the statement does not have after all.
  func unbind(to count: Int) { bindings.removeLast(bindings.count - count) }

  /// Returns the condition that the base row of `scope` is one of those that `query` wants, its
  /// range left out.
  func condition(of query: EntityQuery, _ scope: SelectScope) throws(StoreError) -> Condition {
    let mark = bindingCount
    let areNamed = try names(query.predicate.root, scope.base.entity, byMembers: false)
    scope.areRowsFew = areNamed || scope.membership != nil
    scope.isConditionWritten = true
    defer { scope.isConditionWritten = false }
    let condition = Condition.conjunction([
      kind(of: scope.base.entity, includesSubentities: query.includesSubentities, scope),
      try self.condition(query.predicate, scope, negated: false),
    ])
    if case .constant = condition { unbind(to: mark) }
    return condition
  }

  /// Returns the clause that leaves out `offset` rows and ends after `limit`.
  func range(limit: Int?, offset: Int) -> String {
    dialect.range(
      limit: limit.map { bind(.integer(Int64(max($0, 0)))) },
      offset: offset > 0 ? bind(.integer(Int64(offset))) : nil)
  }

  /// Returns the names of the entities whose rows are wanted of those in the table of `entity`;
  /// `nil` if all are.
  func kinds(of entity: EntityLayout, includesSubentities: Bool) -> [String]? {
    let names = includesSubentities ? entity.subentities : [entity.name]
    return names.count < entity.table.entityNames.count ? names : nil
  }

  /// Returns the condition that a row is one of `entity`'s, and not just of its tree.
  func kind(
    of entity: EntityLayout, includesSubentities: Bool, _ scope: SelectScope
  ) -> Condition {
    guard let names = kinds(of: entity, includesSubentities: includesSubentities) else {
      return .constant(true)
    }
    let column = dialect.column("_entity", of: scope.base.alias)
    let values = names.map { bind(.text($0)) }
    return .term(
      values.count == 1
        ? "\(column) = \(values[0])" : "\(column) IN (\(values.joined(separator: ", ")))")
  }

  /// Refuses a request for objects of `entity` that has more terms of `kind`, of which there are
  /// `count`, than a statement takes.
  func checkCount(
    of count: Int, _ kind: String, _ entity: EntityLayout
  ) throws(StoreError) {
    guard count > dialect.mostTerms else { return }
    throw StoreError(
      .invalidRequest,
      "the request has too many \(kind): \(count), and the store takes \(dialect.mostTerms)",
      entity: entity.name)
  }

  /// Returns the ORDER BY terms of `query`, the last of which makes the order total.
  func order(of query: EntityQuery, _ scope: SelectScope) throws(StoreError) -> [String] {
    // An order that ends with the id is total already.
    let isTotal = query.sorting.last?.operand == .rowNumber()
    // Before any of them is written, which takes the longer the more there are.
    try checkCount(of: query.sorting.count + (isTotal ? 0 : 1), "orders", scope.base.entity)
    var order: [String] = []
    for term in query.sorting {
      let (sql, type, isNullable) = try value(term.operand, scope)
      order += orderTerms(
        sql, type, isNullable, term.order, ignoresCase: term.ignoresCase, absent: term.absent,
        language: term.language)
    }
    return isTotal ? order : order + [dialect.orderTerm(scope.id(dialect), query.idOrder)]
  }

  /// Returns the ORDER BY terms of the values `sql`, which are of `type`.
  func orderTerms(
    _ sql: String, _ type: StorageType, _ isNullable: Bool, _ order: SortTerm.Order,
    ignoresCase: Bool, absent: AbsentValues?, language: TextOrder?
  ) -> [String] {
    let folds = ignoresCase && type.storageClass == .text && type != .decimal
    let value = folds ? folded(sql) : sql
    let term = dialect.orderTerm(language.map { dialect.ordered(value, $0) } ?? value, order)
    guard let absent, isNullable else { return [term] }
    return [dialect.absentTerm(sql, absent), term]
  }
}

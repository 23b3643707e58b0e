import EntityModel

/// Turns one query into one statement.
///
/// Parameters are numbered in the order in which their values were met, which need not be the
/// order in which they stand in the text.
final class QueryLowering {
  /// What a statement asks of the rows that it finds.
  enum Selection {
    case rows, identifiers, count
  }

  /// The tables and the way to spell SQL.
  let texts: StatementTexts

  /// What `PredicateOperand.source` stands for.
  let source: ObjectID?

  /// The values of the parameters.
  private var bindings: [StoredValue] = []

  /// How many rows have been named.
  private var aliasCount = 0

  /// Creates a lowering in which nothing has been met.
  private init(_ texts: StatementTexts, source: ObjectID?) {
    self.texts = texts
    self.source = source
  }

  /// How objects are kept.
  var layout: StoreLayout { texts.layout }

  /// The way to spell SQL.
  var dialect: any Dialect { texts.dialect }

  /// Returns the statement that asks for `selection` of the rows that `query` wants.
  ///
  /// A count leaves out the query's order, limit and offset.
  static func lower(
    _ query: EntityQuery, _ selection: Selection, _ texts: StatementTexts
  ) throws(StoreError) -> SQLQuery {
    guard let entity = texts.layout.entity(query.entity) else {
      throw StoreError(
        .invalidRequest, "the model has no entity '\(query.entity)'", entity: query.entity)
    }
    let lowering = QueryLowering(texts, source: query.source)
    let scope = SelectScope(lowering.nextAlias(), entity)
    let condition = Condition.conjunction([
      lowering.kind(of: entity, includesSubentities: query.includesSubentities, scope),
      try lowering.condition(query.predicate, scope, negated: false),
    ])
    if case .constant = condition { lowering.unbind(to: 0) }
    var order: [String] = []
    if selection != .count {
      for term in query.sorting { order.append(try lowering.criterion(term, scope)) }
      order.append(lowering.dialect.column("_id", of: scope.base.alias))
    }

    var text = "SELECT "
    text.reserveCapacity(1024)
    switch selection {
    case .rows: text += texts.columns(of: entity.table)
    case .identifiers: text += lowering.dialect.column("_id", of: scope.base.alias)
    case .count: text += "count(*)"
    }
    text += " FROM \(lowering.dialect.quoted(entity.table.name)) AS \(scope.base.alias)"
    text += scope.joins
    if condition != .constant(true) {
      text += " WHERE "
      text += condition.sql
    }
    if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
    if selection != .count {
      text += lowering.dialect.range(
        limit: query.limit.map { lowering.bind(.integer(Int64(max($0, 0)))) },
        offset: query.offset > 0 ? lowering.bind(.integer(Int64(query.offset))) : nil)
    }
    return SQLQuery(text: text, bindings: lowering.bindings)
  }

  /// Returns a name for another row: t0 for the first.
  func nextAlias() -> String {
    defer { aliasCount += 1 }
    return "t\(aliasCount)"
  }

  /// Returns a parameter whose value is `value`.
  func bind(_ value: StoredValue) -> String {
    bindings.append(value)
    return dialect.parameter(bindings.count)
  }

  /// How many parameters there are.
  var bindingCount: Int { bindings.count }

  /// Forgets the parameters after the first `count`, which the statement does not have after all.
  func unbind(to count: Int) { bindings.removeLast(bindings.count - count) }

  /// Returns the condition that a row is one of `entity`'s, and not just of its tree.
  private func kind(
    of entity: EntityLayout, includesSubentities: Bool, _ scope: SelectScope
  ) -> Condition {
    let names = includesSubentities ? entity.subentities : [entity.name]
    guard names.count < entity.table.entityNames.count else { return .constant(true) }
    let column = dialect.column("_entity", of: scope.base.alias)
    let values = names.map { bind(.text($0)) }
    return .term(
      values.count == 1
        ? "\(column) = \(values[0])" : "\(column) IN (\(values.joined(separator: ", ")))")
  }

  /// Returns the criterion of an order that `term` describes.
  private func criterion(_ term: SortTerm, _ scope: SelectScope) throws(StoreError) -> String {
    let (sql, type, _) = try attribute(term.path, scope)
    let folds = term.ignoresCase && type.form == .text && type != .decimal
    return dialect.criterion(folds ? dialect.folded(sql) : sql, term.order)
  }
}

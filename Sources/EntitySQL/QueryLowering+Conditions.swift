import EntityModel
import EntityStore

extension QueryLowering {
  /// Returns `tree`, or its opposite when `negated`, about the base row of `scope`.
  ///
  /// Negations are pushed down to where SQL's third truth value can be distinguished from false.
  func condition(
    _ tree: PredicateTree, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    let mark = bindingCount
    let condition = try unfolded(tree, scope, negated: negated)
    // What came out constant leaves no parameters behind.
    if case .constant = condition { unbind(to: mark) }
    return condition
  }

  /// Returns what `condition` does, with the parameters of parts that made no difference.
  private func unfolded(
    _ tree: PredicateTree, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    switch tree {
    case .constant(let value):
      return .constant(value != negated)
    case .not(let inner):
      return try condition(inner, scope, negated: !negated)
    case .all(let parts), .any(let parts):
      var conditions: [Condition] = []
      for part in parts { conditions.append(try condition(part, scope, negated: negated)) }
      let isConjunction = if case .all = tree { true } else { false }
      return isConjunction != negated ? .conjunction(conditions) : .disjunction(conditions)
    case .comparison(let left, let comparison, let right):
      if let existence = Existence(left, comparison, right) {
        return try existence.condition(in: self, scope, negated: negated)
      }
      return self.comparison(
        try operand(left, scope), comparison, try operand(right, scope), negated: negated)
    case .membership(let operand, let values):
      return membership(try self.operand(operand, scope), values, negated: negated)
    case .objects(let path, let ids):
      return try objects(path, ids, scope, negated: negated)
    case .text(let operand, let match, let text, let ignoringCase):
      return self.text(
        try self.operand(operand, scope), match, text, ignoringCase: ignoringCase,
        negated: negated)
    case .quantified(.any, let path, let inner):
      return try exists(path, inner, scope, innerNegated: false, negated: negated)
    case .quantified(.all, let path, let inner):
      return try exists(path, inner, scope, innerNegated: true, negated: !negated)
    case .quantified(.none, let path, let inner):
      return try exists(path, inner, scope, innerNegated: false, negated: !negated)
    }
  }

  /// Returns one side of a comparison.
  private func operand(
    _ operand: PredicateOperand, _ scope: SelectScope
  ) throws(StoreError) -> SQLOperand {
    switch operand {
    case .attribute(let path):
      let (sql, type, isNullable) = try attribute(path, scope)
      return .expression(sql, type, isNullable: isNullable)
    case .value(let value): return .value(value)
    case .object(let path):
      let (sql, isNullable, entity) = try reference(path.names, scope)
      return .object(sql, root: entity.rootName, isNullable: isNullable)
    case .identifier(let id): return .identifier(id)
    case .source: return .identifier(source)
    case .count(let path, let inner):
      guard let rows = try relatedRows(path, inner, scope, innerNegated: false) else {
        return .value(.integer(0))
      }
      return .expression("(SELECT count(*) \(rows))", .int64, isNullable: false)
    }
  }

  /// Returns the condition that the object at the end of `path` is one of those named.
  private func objects(
    _ path: PropertyPath, _ ids: [ObjectID], _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    let (sql, isNullable, entity) = try reference(path.names, scope)
    // The rows of unsaved objects do not exist.
    let numbers = ids.filter { $0.entityName == entity.rootName && !$0.isTemporary }
      .map { StoredValue.integer($0.rowID) }
    return among(sql, .integer, isNullable: isNullable, numbers, orNull: false, negated: negated)
  }

  /// Returns the condition that a row of the to-many `path` satisfies `inner`, or its opposite
  /// when `innerNegated`; the opposite of all that when `negated`.
  func exists(
    _ path: PropertyPath, _ inner: PredicateTree, _ scope: SelectScope, innerNegated: Bool,
    negated: Bool
  ) throws(StoreError) -> Condition {
    guard let rows = try relatedRows(path, inner, scope, innerNegated: innerNegated) else {
      return .constant(negated)
    }
    return .term("\(negated ? "NOT " : "")EXISTS (SELECT 1 \(rows))")
  }

  /// Returns the clauses, from FROM on, that find the rows of the to-many `path` that satisfy
  /// `inner`, or its opposite when `innerNegated`; `nil` when none can.
  private func relatedRows(
    _ path: PropertyPath, _ inner: PredicateTree, _ scope: SelectScope, innerNegated: Bool
  ) throws(StoreError) -> String? {
    let (location, owner, target) = try toMany(path, scope)
    let table = dialect.quoted(target.table.name)
    switch location {
    case .column: return nil
    case .inverseColumn(let column):
      let related = SelectScope(nextAlias(), target)
      let condition = try condition(inner, related, negated: innerNegated)
      if condition == .constant(false) { return nil }
      let found = Condition.term("\(dialect.column(column, of: related.base.alias)) = \(owner)")
      return "FROM \(table) AS \(related.base.alias)\(related.joins)"
        + " WHERE \(Condition.conjunction([found, condition]).sql)"
    case .join(let join, let isReversed):
      let link = nextAlias()
      let related = SelectScope(nextAlias(), target)
      let condition = try condition(inner, related, negated: innerNegated)
      if condition == .constant(false) { return nil }
      let (own, other) = join.columns(isReversed: isReversed)
      let found = Condition.term("\(dialect.column(own, of: link)) = \(owner)")
      var text = "FROM \(dialect.quoted(join.name)) AS \(link)"
      if condition != .constant(true) {
        text += " JOIN \(table) AS \(related.base.alias)"
        text += " ON \(dialect.column("_id", of: related.base.alias))"
        text += " = \(dialect.column(other, of: link))\(related.joins)"
      }
      return text + " WHERE \(Condition.conjunction([found, condition]).sql)"
    }
  }
}

/// A comparison of a count with zero, for which no row has to be counted.
private struct Existence {
  /// The to-many.
  let path: PropertyPath

  /// The condition on its rows.
  let inner: PredicateTree

  /// `true` if there must be no such row.
  let isAbsence: Bool

  /// Recognizes the comparison, or returns `nil`.
  init?(
    _ left: PredicateOperand, _ comparison: PredicateTree.Comparison, _ right: PredicateOperand
  ) {
    guard case .count(let path, let inner) = left, case .value(.integer(let number)) = right
    else { return nil }
    switch (comparison, number) {
    case (.greater, 0), (.notEqual, 0), (.greaterOrEqual, 1): isAbsence = false
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): isAbsence = true
    default: return nil
    }
    self.path = path
    self.inner = inner
  }

  /// Returns the condition, or its opposite when `negated`.
  func condition(
    in lowering: QueryLowering, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    try lowering.exists(path, inner, scope, innerNegated: false, negated: isAbsence != negated)
  }
}

import EntityModel
import EntityStore

extension QueryLowering {
  /// Returns `tree`, or its opposite when `negated`, about the base row of `scope`.
  ///
  /// Negations are pushed down to where SQL's third truth value can be distinguished from false.
  func condition(
    _ tree: PredicateTree, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    try condition(tree.root, scope, negated: negated)
  }

  /// A conjunction or a disjunction whose parts are being written.
  private struct OpenCondition {
    /// Where the part ends.
    let end: Int

    /// `true` if all parts have to hold.
    let isConjunction: Bool

    /// `true` if the opposite of each part is wanted.
    let isNegated: Bool

    /// How many parameters there were before.
    let mark: Int

    /// What has been written.
    var parts: [Condition] = []
  }

  /// Returns `part`, or its opposite when `negated`, about the base row of `scope`.
  func condition(
    _ part: PredicatePart, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    var open: [OpenCondition] = []
    var (part, isNegated) = (part, negated)
    while true {
      var condition: Condition
      switch part.kind {
      case .not:
        isNegated.toggle()
        part = part.first
        continue
      case .all(let count), .any(let count):
        let isAll = if case .all = part.kind { true } else { false }
        if count > 0 {
          open.append(
            OpenCondition(
              end: part.end, isConjunction: isAll != isNegated, isNegated: isNegated,
              mark: bindingCount))
          part = part.first
          continue
        }
        condition = .constant(isAll != isNegated)
      default:
        let mark = bindingCount
        condition = try single(part, scope, negated: isNegated)
        // What came out constant leaves no parameters behind.
        if case .constant = condition { unbind(to: mark) }
      }
      var next = part.end
      while var outer = open.popLast() {
        outer.parts.append(condition)
        if next < outer.end {
          isNegated = outer.isNegated
          open.append(outer)
          break
        }
        condition = outer.isConjunction ? .conjunction(outer.parts) : .disjunction(outer.parts)
        if case .constant = condition { unbind(to: outer.mark) }
        next = outer.end
      }
      if open.isEmpty { return condition }
      part = part.at(next)
    }
  }

  /// Returns the condition `part`, which is made of no others on the same row, or its opposite when
  /// `negated`.
  private func single(
    _ part: PredicatePart, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    switch part.kind {
    case .constant(let value):
      return .constant(value != negated)
    case .refused(let text):
      throw scope.base.entity.refusedPredicate(text)
    case .comparison(let comparison):
      if let existence = Existence(part.first, comparison, part.second) {
        return try existence.condition(in: self, scope, negated: negated)
      }
      if let kind = try kindTest(part.first, comparison, part.second, scope, negated: negated) {
        return kind
      }
      return self.comparison(
        try operand(part.first, scope), comparison, try operand(part.second, scope),
        negated: negated)
    case .membership(let values):
      return membership(try operand(part.first, scope), values, negated: negated)
    case .objects(let path, let ids):
      return try objects(path, ids, scope, negated: negated)
    case .text(let match, let text, let ignoringCase):
      return self.text(
        try operand(part.first, scope), match, text, ignoringCase: ignoringCase, negated: negated)
    // Which node is the joined one does not depend on values, which a statement is used again for.
    case .quantified where scope.isConditionWritten && scope.membership?.node == part.start:
      return try membership(part, scope, negated: negated)
    case .quantified(let quantifier, let path):
      return try exists(
        path, part.first, scope, innerNegated: quantifier == .all,
        negated: (quantifier == .any) == negated)
    case .amongAll:
      return try amongAll(try operand(part.first, scope), part.second, scope, negated: negated)
    case .search(let path, let search):
      return try self.search(path, search, part.start, scope, negated: negated)
    case .not, .all, .any, .attribute, .value, .object, .identifier, .source, .count, .function,
      .choice, .aggregate, .rowNumber, .aggregateOfAll, .allValues, .rank, .place, .excerpt:
      preconditionFailure("A condition is made of conditions and operands as its nodes say.")
    }
  }

  /// Returns the condition that the object at the end of `path` is one of those named.
  private func objects(
    _ path: PropertyPath, _ ids: [ObjectID], _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    let (sql, isNullable, entity) = try reference(path, scope)
    // The rows of unsaved objects do not exist.
    let numbers = ids.filter { $0.entityName == entity.rootName && !$0.isTemporary }
      .map { StoredValue.integer($0.rowID) }
    return among(sql, isNullable: isNullable, numbers, orNull: false, negated: negated)
  }
}

/// A comparison of a count with zero, for which no row has to be counted.
private struct Existence {
  /// What is counted: members, or all objects of an entity.
  let counted: PredicatePart

  /// `true` if there must be no such row.
  let isAbsence: Bool

  /// Recognizes the comparison, or returns `nil`.
  init?(
    _ left: PredicatePart, _ comparison: PredicateTree.Comparison, _ right: PredicatePart
  ) {
    guard left.isCount, case .value(.integer(let number)) = right.kind else { return nil }
    switch (comparison, number) {
    case (.greater, 0), (.notEqual, 0), (.greaterOrEqual, 1): isAbsence = false
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): isAbsence = true
    default: return nil
    }
    counted = left
  }

  /// Returns the condition, or its opposite when `negated`.
  func condition(
    in lowering: QueryLowering, _ scope: SelectScope, negated: Bool
  ) throws(StoreError) -> Condition {
    guard case .count(let path) = counted.kind else {
      return try lowering.exists(counted, scope, negated: isAbsence != negated)
    }
    return try lowering.exists(
      path, counted.first, scope, innerNegated: false, negated: isAbsence != negated)
  }
}

extension PredicatePart {
  /// `true` if the operand is a number of objects.
  fileprivate var isCount: Bool {
    switch kind {
    case .count: true
    case .aggregateOfAll(.count, _, _): second.kind == .rowNumber(PropertyPath())
    default: false
    }
  }
}

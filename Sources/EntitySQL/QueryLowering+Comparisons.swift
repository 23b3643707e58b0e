import EntityModel
import EntityStore

extension QueryLowering {
  /// Returns the condition that `comparison` holds between two operands, or its opposite when
  /// `negated`.
  func comparison(
    _ left: SQLOperand, _ comparison: PredicateTree.Comparison, _ right: SQLOperand, negated: Bool
  ) -> Condition {
    switch (left, right) {
    case (.expression(let sql, let type, let isNullable), .value(let value)):
      return compare(sql, type, isNullable, comparison, value, negated)
    case (.value(let value), .expression(let sql, let type, let isNullable)):
      return compare(sql, type, isNullable, comparison.mirrored, value, negated)
    case (
      .expression(let a, let first, let aIsNullable),
      .expression(let b, let second, let bIsNullable)
    ):
      guard first.storageClass == second.storageClass || first.mixes(with: second.storageClass),
        second.mixes(with: first.storageClass) || first.storageClass == second.storageClass
      else { return compareUnlike(a, b, comparison, negated) }
      let isReal = first.storageClass == .real || second.storageClass == .real
      return compare(a, b, isReal: isReal, (aIsNullable, bIsNullable), comparison, negated)
    case (.object(let a, let root, let aIsNullable), .object(let b, let other, let bIsNullable)):
      guard comparison.isEquality else { return .constant(negated) }
      guard root == other else { return compareUnlike(a, b, comparison, negated) }
      return compare(a, b, isReal: false, (aIsNullable, bIsNullable), comparison, negated)
    case (.object(let sql, let root, let isNullable), .identifier(let id)),
      (.identifier(let id), .object(let sql, let root, let isNullable)):
      guard comparison.isEquality else { return .constant(negated) }
      // An unsaved object and an object of another tree equal no row.
      let value: StoredValue? =
        if let id {
          id.entityName == root && !id.isTemporary ? .integer(id.rowID) : nil
        } else {
          .null
        }
      guard let value else { return .constant((comparison == .notEqual) != negated) }
      return compare(sql, .int64, isNullable, comparison, value, negated)
    default:
      guard let a = left.constant, let b = right.constant else {
        // A value and an object are always different.
        return .constant((comparison == .notEqual) != negated)
      }
      return .constant(
        PredicateTree.comparison(a, comparison, b).isSatisfied(by: NoObject()) != negated)
    }
  }

  /// Returns how an expression of `type` compares with a constant.
  private func compare(
    _ sql: String, _ type: StorageType, _ isNullable: Bool,
    _ comparison: PredicateTree.Comparison, _ value: StoredValue, _ negated: Bool
  ) -> Condition {
    if value.isNull {
      guard comparison.isEquality else { return .constant(negated) }
      let wantsNull = (comparison == .equal) != negated
      guard isNullable else { return .constant(!wantsNull) }
      let present = presence(of: sql)
      return .term(wantsNull ? "\(present) IS NULL" : "\(present) IS NOT NULL")
    }
    // The bytes of a NaN, behind which a page begins, compare as the column has them: a NaN comes
    // after all numbers, which are less than any bytes.
    if type.storageClass == .real, !negated, value.isBytesOfNaN {
      return .term("\(sql) \(comparison.symbol) \(bind(value))")
    }
    guard type.stores(value) || value.storageClass.map(type.mixes) ?? false, value.isComparable
    else {
      return .constant((comparison == .notEqual) != negated)
    }
    if comparison.isEquality {
      let parameter = bind(value)
      if (comparison == .equal) != negated { return .term("\(sql) = \(parameter)") }
      return .term(
        isNullable ? dialect.different(sql, parameter) : "\(sql) <> \(parameter)")
    }
    guard negated else {
      let found = "\(sql) \(comparison.symbol) \(bind(value))"
      guard type.storageClass == .real else { return .term(found) }
      // A NaN comes after every number.
      guard comparison.isUpward else { return .bound(sql: found, column: sql) }
      return .conjunction([.term(found), .number(sql: dialect.isNumber(sql), column: sql)])
    }
    if isNullable || type.storageClass == .real {
      return self.compare(sql, type, isNullable, comparison, value, false).untrue
    }
    return .term("\(sql) \(comparison.opposite.symbol) \(bind(value))")
  }

  /// Returns how two expressions of one storage class compare.
  private func compare(
    _ a: String, _ b: String, isReal: Bool, _ isNullable: (Bool, Bool),
    _ comparison: PredicateTree.Comparison, _ negated: Bool
  ) -> Condition {
    if comparison.isEquality {
      let bothNullable = isNullable.0 && isNullable.1
      guard (comparison == .equal) != negated else {
        let found = Condition.term(
          isNullable.0 || isNullable.1 ? dialect.different(a, b) : "\(a) <> \(b)")
        return isReal ? .disjunction([found, .term(dialect.isNotANumber(a))]) : found
      }
      let found = Condition.term(bothNullable ? dialect.same(a, b) : "\(a) = \(b)")
      guard isReal else { return found }
      return .conjunction([found, Condition.term(dialect.isNotANumber(a)).untrue])
    }
    if negated {
      guard isReal || isNullable.0 || isNullable.1 else {
        return .term("\(a) \(comparison.opposite.symbol) \(b)")
      }
      return compare(a, b, isReal: isReal, isNullable, comparison, false).untrue
    }
    let found = Condition.term("\(a) \(comparison.symbol) \(b)")
    guard isReal else { return found }
    // The greater side is the one that could be NaN without the other being it.
    return .conjunction([found, .term(dialect.isNumber(comparison.isUpward ? a : b))])
  }

  /// Returns how two expressions of different storage classes compare: they are equal where both
  /// are NULL.
  private func compareUnlike(
    _ a: String, _ b: String, _ comparison: PredicateTree.Comparison, _ negated: Bool
  ) -> Condition {
    guard comparison.isEquality else { return .constant(negated) }
    return (comparison == .equal) != negated
      ? .conjunction([.term("\(a) IS NULL"), .term("\(b) IS NULL")])
      : .disjunction([.term("\(a) IS NOT NULL"), .term("\(b) IS NOT NULL")])
  }
}

extension StorageType {
  /// `true` if a value of this type compares as a number with one of a class that is not its own.
  fileprivate func mixes(with other: StorageClass) -> Bool {
    switch (storageClass, other) {
    // Great numbers without a sign are blobs.
    case (.integer, .real): self != .uint64
    case (.real, .integer): true
    default: false
    }
  }
}

extension PredicateTree.Comparison {
  /// `true` if it asks for equality or its opposite.
  var isEquality: Bool { self == .equal || self == .notEqual }

  /// `true` if it holds when the left side is the greater one.
  var isUpward: Bool { self == .greater || self == .greaterOrEqual }

  /// The comparison between the same operands the other way round.
  var mirrored: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The comparison that holds between present, ordered values where this one does not.
  var opposite: Self {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The operator in SQL.
  var symbol: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}

import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateExpressions.Equal: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    .condition(OptionalCondition(tree: try scope.equality(lhs, rhs)))
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    .condition(OptionalCondition(tree: .not(try scope.equality(lhs, rhs))))
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    let comparison: PredicateTree.Comparison =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw PredicateRefusal(self)
      }
    let (left, right) = (try scope.operand(lhs), try scope.operand(rhs))
    return .condition(OptionalCondition(tree: .comparison(left, comparison, right)))
  }
}

extension PredicateScope {
  /// Returns the condition that the values of two expressions are equal.
  fileprivate func equality(
    _ left: some PredicateExpression, _ right: some PredicateExpression
  ) throws(PredicateRefusal) -> PredicateTree {
    switch (try term(left), try term(right)) {
    case (.condition, _), (_, .condition):
      return equality(try condition(left), try condition(right))
    case (.object(let path), let other), (let other, .object(let path)):
      guard let other = other.object else { throw PredicateRefusal(right) }
      return .comparison(.object(path), .equal, other)
    // A value that is stored as JSON can be compared with nil.
    case (.operand(let operand), .constant(let value)) where presentValue(of: value) == nil,
      (.constant(let value), .operand(let operand)) where presentValue(of: value) == nil:
      return .comparison(operand, .equal, .value(.null))
    default: return .comparison(try operand(left), .equal, try operand(right))
    }
  }

  private func equality(_ left: OptionalCondition, _ right: OptionalCondition) -> PredicateTree {
    for (one, other) in [(left, right), (right, left)] {
      if other.presence == .constant(false) { return .not(one.presence) }
      guard other.presence == .constant(true) else { continue }
      if other.tree == .constant(true) { return one.isTrue }
      if other.tree == .constant(false) { return one.isFalse }
    }
    let bothAbsent = PredicateTree.not(left.presence).and(.not(right.presence))
    return left.isTrue.and(right.isTrue).or(left.isFalse.and(right.isFalse)).or(bothAbsent)
  }
}

extension PredicateTerm {
  /// The object that the term is, if it can be one, or none.
  var object: PredicateOperand? {
    switch self {
    case .object(let path): return .object(path)
    case .constant(let value):
      guard let value = presentValue(of: value) else { return .identifier(nil) }
      return (value as? ObjectID).map { .identifier($0) }
    case .condition, .operand, .members, .range: return nil
    }
  }
}

// MARK: Ranges

extension PredicateExpressions.Range: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    .range(
      lower: .operand(try scope.operand(lower)), upper: .operand(try scope.operand(upper)),
      isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    .range(
      lower: .operand(try scope.operand(lower)), upper: .operand(try scope.operand(upper)),
      isClosed: true)
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    guard let condition = try scope.condition(range: range, contains: element) else {
      throw PredicateRefusal(self)
    }
    return .condition(OptionalCondition(tree: condition))
  }
}

extension PredicateScope {
  /// Returns the condition that `range` contains the value of `element`; `nil` if it is no range.
  func condition(
    range: some PredicateExpression, contains element: some PredicateExpression
  ) throws(PredicateRefusal) -> PredicateTree? {
    var bounds = try term(range)
    if case .constant(let value) = bounds, let range = value as? any ConstantRange {
      bounds = range.term
    }
    guard case .range(let lower, let upper, let isClosed) = bounds else { return nil }
    let value = try operand(element)
    var condition = PredicateTree.constant(true)
    if let lower = lower?.operand {
      condition = condition.and(.comparison(lower, .lessOrEqual, value))
    }
    if let upper = upper?.operand {
      condition = condition.and(.comparison(value, isClosed ? .lessOrEqual : .less, upper))
    }
    return condition
  }
}

extension PredicateTerm {
  /// The value that the term is, if it is one.
  fileprivate var operand: PredicateOperand? {
    switch self {
    case .operand(let operand): operand
    case .constant(let value): storedValue(of: value).map { .value($0) }
    case .condition, .object, .members, .range: nil
    }
  }
}

/// A range of constants.
private protocol ConstantRange {
  /// The range as a term.
  var term: PredicateTerm { get }
}

extension Range: ConstantRange {
  var term: PredicateTerm {
    .range(lower: .constant(lowerBound), upper: .constant(upperBound), isClosed: false)
  }
}

extension ClosedRange: ConstantRange {
  var term: PredicateTerm {
    .range(lower: .constant(lowerBound), upper: .constant(upperBound), isClosed: true)
  }
}

extension PartialRangeFrom: ConstantRange {
  var term: PredicateTerm { .range(lower: .constant(lowerBound), upper: nil, isClosed: false) }
}

extension PartialRangeThrough: ConstantRange {
  var term: PredicateTerm { .range(lower: nil, upper: .constant(upperBound), isClosed: true) }
}

extension PartialRangeUpTo: ConstantRange {
  var term: PredicateTerm { .range(lower: nil, upper: .constant(upperBound), isClosed: false) }
}

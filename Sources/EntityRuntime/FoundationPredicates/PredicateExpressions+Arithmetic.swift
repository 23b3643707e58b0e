import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    switch op {
    case .add: try scope.computed(.add, lhs, rhs)
    case .subtract: try scope.computed(.subtract, lhs, rhs)
    case .multiply: try scope.computed(.multiply, lhs, rhs)
    @unknown default: throw PredicateRefusal(self)
    }
  }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    try scope.computed(.divide, lhs, rhs)
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    try scope.computed(.divide, lhs, rhs)
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    try scope.computed(.remainder, lhs, rhs)
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    .operand(
      .function(.negate, try scope.storageType(of: wrapped), [try scope.operand(wrapped)]))
  }
}

extension PredicateScope {
  /// Returns what `function` makes of the values of two expressions.
  fileprivate func computed(
    _ function: PredicateFunction, _ left: some PredicateExpression,
    _ right: some PredicateExpression
  ) throws(PredicateRefusal) -> PredicateTerm {
    let arguments = [try operand(left), try operand(right)]
    return .operand(.function(function, try storageType(of: left), arguments))
  }
}

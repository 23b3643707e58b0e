import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    var scope = scope
    let presence: PredicateTree
    let inner = try scope.term(wrapped)
    switch inner {
    case .constant(let value):
      guard let value = presentValue(of: value) else { return .constant(Output.none as Any) }
      presence = .constant(true)
      scope.bind(variable, to: .constant(value))
    case .condition(let condition):
      presence = condition.presence
      scope.bind(variable, to: .condition(OptionalCondition(tree: condition.tree)))
    case .operand(let operand):
      presence = .comparison(operand, .notEqual, .value(.null))
      scope.bind(variable, to: inner)
    case .object(let path):
      presence = .comparison(.object(path), .notEqual, .identifier(nil))
      scope.bind(variable, to: inner)
    case .members, .range: throw PredicateRefusal(self)
    }
    switch try scope.term(transform) {
    case .condition(let condition):
      return .condition(
        OptionalCondition(tree: condition.tree, presence: presence.and(condition.presence)))
    case .object(let path):
      guard case .object(let start) = inner, path.start == start.start,
        path.names.starts(with: start.names)
      else {
        throw PredicateRefusal(self)
      }
      return .object(path)
    case .operand(let operand) where operand.isAbsent(with: inner): return .operand(operand)
    case .operand(let operand):
      return .operand(operand.where(presence, try scope.storageType(of: self)))
    case .constant(let value as Bool):
      return .condition(OptionalCondition(tree: .constant(value), presence: presence))
    case .constant:
      return .operand(
        try scope.operand(transform).where(presence, try scope.storageType(of: self)))
    case .members, .range: throw PredicateRefusal(self)
    }
  }
}

extension PredicateOperand {
  /// `true` if the operand is known to be absent wherever `term` is.
  fileprivate func isAbsent(with term: PredicateTerm) -> Bool {
    switch (root.kind, term) {
    case (.attribute(let path), .object(let start)):
      path.start == start.start && path.names.count > start.names.count
        && path.names.starts(with: start.names)
    case (_, .operand(self)): true
    // A leaf is absent where its composition is.
    case (.attribute(let path), .operand(let operand)):
      operand.path.map { group in
        path.isLeaf && path.owner == group.owner
          && path.names.last?.hasPrefix("\(group.names.last ?? "").") == true
      } ?? false
    case (.function(.coalesce, _, _), _), (.function(.least, _, _), _),
      (.function(.greatest, _, _), _):
      false
    case (.function, _): root.parts.contains { PredicateOperand($0).isAbsent(with: term) }
    default: false
    }
  }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    if case .constant(let value) = try scope.term(lhs), presentValue(of: value) == nil {
      return try scope.term(rhs)
    }
    if Output.self == Bool.self {
      let (value, other) = (try scope.condition(lhs), try scope.condition(rhs))
      return .condition(
        OptionalCondition(
          tree: value.isTrue.or(PredicateTree.not(value.presence).and(other.tree))))
    }
    let arguments = [try scope.operand(lhs), try scope.operand(rhs)]
    return .operand(.function(.coalesce, try scope.storageType(of: rhs), arguments))
  }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    switch try scope.term(inner) {
    case .condition(let condition): .condition(OptionalCondition(tree: condition.isTrue))
    case let term: term
    }
  }
}

// It is a constant wherever it stands.
extension PredicateExpressions.NilLiteral: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    .constant(Output.none as Any)
  }
}

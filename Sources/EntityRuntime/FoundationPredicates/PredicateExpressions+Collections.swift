import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// MARK: Members

extension PredicateExpressions.Filter: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    guard case .members(let path, let condition) = try scope.term(sequence) else {
      throw PredicateRefusal(self)
    }
    return .members(path, condition.and(try scope.members(variable).condition(filter).tree))
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    switch try scope.term(sequence) {
    case .members(let path, let condition):
      let test = try scope.members(variable).condition(test).tree
      return .condition(OptionalCondition(tree: .quantified(.any, path, condition.and(test))))
    case .constant(let values as any Sequence):
      let tests = try scope.conditions(test, binding: variable, to: values)
      return .condition(OptionalCondition(tree: .any(tests)))
    default: throw PredicateRefusal(self)
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    switch try scope.term(sequence) {
    case .members(let path, .constant(true)):
      let test = try scope.members(variable).condition(test).tree
      return .condition(OptionalCondition(tree: .quantified(.all, path, test)))
    case .members(let path, let condition):
      let test = try scope.members(variable).condition(test).tree
      return .condition(
        OptionalCondition(tree: .quantified(.none, path, condition.and(.not(test)))))
    case .constant(let values as any Sequence):
      let tests = try scope.conditions(test, binding: variable, to: values)
      return .condition(OptionalCondition(tree: .all(tests)))
    default: throw PredicateRefusal(self)
    }
  }
}

extension PredicateScope {
  /// Returns what `test` means for each of `values`, which `variable` is in turn.
  fileprivate func conditions<Element>(
    _ test: some PredicateExpression<Bool>,
    binding variable: PredicateExpressions.Variable<Element>, to values: any Sequence
  ) throws(PredicateRefusal) -> [PredicateTree] {
    var conditions: [PredicateTree] = []
    for value in values {
      var scope = self
      scope.bind(variable, to: .constant(value))
      conditions.append(try scope.condition(test).tree)
    }
    return conditions
  }
}

// MARK: A value among others

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    .condition(OptionalCondition(tree: try condition(in: scope)))
  }

  private func condition(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTree {
    if let condition = try scope.condition(range: sequence, contains: element) { return condition }
    switch try scope.term(sequence) {
    case .members(let path, let condition):
      guard let object = try scope.term(element).moved(in: 1).object else {
        throw PredicateRefusal(self)
      }
      return .quantified(
        .any, path, condition.and(.comparison(.object(PropertyPath()), .equal, object)))
    case .constant(let values as any Sequence):
      if case .object(let path) = try scope.term(element) {
        return try objects(at: path, among: values)
      }
      var stored: [StoredValue] = []
      for value in values {
        guard let value = storedValue(of: value) else { throw PredicateRefusal(self) }
        stored.append(value)
      }
      return .membership(try scope.operand(element), stored)
    default: throw PredicateRefusal(self)
    }
  }

  /// Returns the condition that the object at `path`, or none, is among `values`.
  private func objects(
    at path: PropertyPath, among values: any Sequence
  ) throws(PredicateRefusal) -> PredicateTree {
    var ids: [ObjectID] = []
    var hasNone = false
    for value in values {
      switch PredicateTerm.constant(value).object?.root.kind {
      case .identifier(let id?): ids.append(id)
      case .identifier(nil): hasNone = true
      default: throw PredicateRefusal(self)
      }
    }
    let isAmong = PredicateTree.objects(path, ids)
    guard hasNone else { return isAmong }
    return isAmong.or(.comparison(.object(path), .equal, .identifier(nil)))
  }
}

// MARK: Texts

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    guard let text = try scope.text(base, .contains, other) else { throw PredicateRefusal(self) }
    return .condition(OptionalCondition(tree: text))
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    guard let text = try scope.text(base, .prefix, prefix) else { throw PredicateRefusal(self) }
    return .condition(OptionalCondition(tree: text))
  }
}

extension PredicateScope {
  /// Returns the condition that the text `base` has the text `part` there; `nil` if one of them is
  /// no text.
  fileprivate func text<Base: PredicateExpression, Part: PredicateExpression>(
    _ base: Base, _ match: PredicateTree.TextMatch, _ part: Part
  ) throws(PredicateRefusal) -> PredicateTree? {
    guard Base.Output.self == String.self else { return nil }
    if case .constant(let value) = try term(part) {
      guard let value = value as? String else { return nil }
      return .text(try operand(base), match, value, ignoringCase: false)
    }
    guard Part.Output.self == String.self else { return nil }
    let texts = [try operand(base), try operand(part)]
    return .comparison(
      .function(.textMatch(match), .string, texts), .equal, .value(.integer(1)))
  }
}

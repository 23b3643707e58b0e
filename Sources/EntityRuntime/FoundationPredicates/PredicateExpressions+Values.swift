import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PredicateExpressions.Variable: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    try scope.term(of: self)
  }
}

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    switch try scope.term(root) {
    case .object(let path):
      guard let type = Root.Output.self as? ManagedObject.Type else { break }
      return property(of: type, at: path)
    case .operand(let operand) where Root.Output.self is any Composition.Type:
      guard let type = Root.Output.self as? any Composition.Type, let path = operand.path else {
        break
      }
      return .operand(.attribute(path.appendingLeaf(keyPath, of: type)))
    case .operand(let operand) where Root.Output.self is any DictionaryStorage.Type:
      guard let type = Root.Output.self as? any DictionaryStorage.Type, let path = operand.path
      else { break }
      return .operand(.attribute(path.appendingMember(keyPath, of: type)))
    case .operand(let operand) where Root.Output.self == String.self:
      switch kind {
      case .collectionCount: return .operand(.function(.length, .string, [operand]))
      case .collectionIsEmpty:
        return .condition(
          OptionalCondition(tree: .comparison(operand, .equal, .value(.text("")))))
      default: break
      }
    case .operand(let operand) where Root.Output.self == Data.self:
      // Data's own are not what a key path of any collection leads to.
      if kind == .collectionCount || keyPath == \Data.count {
        return .operand(.function(.length, .data, [operand]))
      }
      if kind == .collectionIsEmpty || keyPath == \Data.isEmpty {
        return .condition(
          OptionalCondition(tree: .comparison(operand, .equal, .value(.blob(Data())))))
      }
    case .members(let path, let condition):
      switch kind {
      case .collectionCount: return .operand(.count(path, condition))
      case .collectionIsEmpty:
        return .condition(OptionalCondition(tree: .quantified(.none, path, condition)))
      default: break
      }
    case .constant, .condition, .operand, .range: break
    }
    throw PredicateRefusal(self, PropertyPath(textOf: keyPath).text)
  }

  /// Returns the property of the object at `path`, which is of `type`.
  private func property(of type: ManagedObject.Type, at path: PropertyPath) -> PredicateTerm {
    if let type = Root.Output.self as? any IdentifiedObject.Type, isObjectID(of: type) {
      return .object(path)
    }
    let property = path.appending(keyPath, of: type)
    if Output.self is any ToOneValue.Type { return .object(property) }
    if Output.self is any ToManyValue.Type { return .members(property, .constant(true)) }
    let computed = KnownKeyPaths.operand(of: keyPath, in: type)?.leading(from: path)
    return .operand(computed ?? .attribute(property))
  }

  /// `true` if the key path leads from objects of `type` to their ids.
  private func isObjectID<Object: IdentifiedObject>(of type: Object.Type) -> Bool {
    Output.self == ObjectID.self && keyPath == \Object.objectID
  }
}

/// What every managed object is; a class that is only known when the program runs can be the
/// argument of a generic function through it.
private protocol IdentifiedObject: ManagedObject {}

extension ManagedObject: IdentifiedObject {}

// MARK: Connectives

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    let (left, right) = (try scope.condition(lhs).tree, try scope.condition(rhs).tree)
    return .condition(OptionalCondition(tree: left.and(right)))
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    let (left, right) = (try scope.condition(lhs).tree, try scope.condition(rhs).tree)
    return .condition(OptionalCondition(tree: left.or(right)))
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    .condition(OptionalCondition(tree: .not(try scope.condition(wrapped).tree)))
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm {
    let test = try scope.condition(test).tree
    if test == .constant(true) { return try scope.term(trueBranch) }
    if test == .constant(false) { return try scope.term(falseBranch) }
    if Output.self == Bool.self || Output.self == Bool?.self {
      let (one, other) = (try scope.condition(trueBranch), try scope.condition(falseBranch))
      return .condition(
        OptionalCondition(
          tree: test.and(one.tree).or(PredicateTree.not(test).and(other.tree)),
          presence: one.presence == other.presence
            ? one.presence
            : test.and(one.presence).or(PredicateTree.not(test).and(other.presence))))
    }
    let type = try scope.storageType(of: self)
    return .operand(
      .choice(type, test, try scope.operand(trueBranch), try scope.operand(falseBranch)))
  }
}

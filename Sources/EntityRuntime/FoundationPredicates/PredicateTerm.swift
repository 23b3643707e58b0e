import EntityModel
import EntityStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an expression of a predicate means.
indirect enum PredicateTerm {
  /// A value that no object decides.
  case constant(Any)

  /// A truth value.
  case condition(OptionalCondition)

  /// An attribute or what is computed.
  case operand(PredicateOperand)

  /// The object that the to-ones lead to, or its id.
  case object(PropertyPath)

  /// The members of a to-many that satisfy a condition.
  case members(PropertyPath, PredicateTree)

  /// The values between two others, as far as there are any.
  case range(lower: PredicateTerm?, upper: PredicateTerm?, isClosed: Bool)
}

extension PredicateTerm {
  /// Returns the term as a part of a condition on members, so many levels within the one that it
  /// stands in.
  func moved(in levels: Int) -> PredicateTerm {
    guard levels > 0 else { return self }
    return switch self {
    case .constant: self
    case .condition(let condition):
      .condition(
        OptionalCondition(
          tree: condition.tree.moved(in: levels), presence: condition.presence.moved(in: levels)))
    case .operand(let operand): .operand(operand.moved(in: levels))
    case .object(let path): .object(path.moved(in: levels))
    case .members(let path, let condition):
      // The condition is about the members, one level further in than the path.
      .members(path.moved(in: levels), condition.moved(in: levels, at: 1))
    case .range(let lower, let upper, let isClosed):
      .range(
        lower: lower?.moved(in: levels), upper: upper?.moved(in: levels), isClosed: isClosed)
    }
  }
}

/// A truth value that may be absent.
struct OptionalCondition {
  /// Where the value is true, as far as there is one.
  let tree: PredicateTree

  /// Where there is a value.
  var presence = PredicateTree.constant(true)

  /// Where the value is present and true.
  var isTrue: PredicateTree { presence.and(tree) }

  /// Where the value is present and false.
  var isFalse: PredicateTree { presence.and(.not(tree)) }

  /// The value as that of an attribute.
  var operand: PredicateOperand {
    let value = PredicateOperand.choice(
      .boolean, tree, .value(true.storedValue), .value(false.storedValue))
    return value.where(presence, .boolean)
  }
}

extension PredicateTree {
  /// Returns the condition that both hold.
  func and(_ other: PredicateTree) -> PredicateTree {
    if self == .constant(true) { return other }
    if other == .constant(true) { return self }
    return .joined(self, isConjunction: true, other)
  }

  /// Returns the condition that either holds.
  func or(_ other: PredicateTree) -> PredicateTree {
    if self == .constant(false) { return other }
    if other == .constant(false) { return self }
    return .joined(self, isConjunction: false, other)
  }
}

extension PredicateOperand {
  /// Returns the operand, of `type`, where `condition` holds; it is absent elsewhere.
  func `where`(_ condition: PredicateTree, _ type: StorageType) -> PredicateOperand {
    condition == .constant(true) ? self : .choice(type, condition, self, .value(.null))
  }
}

// MARK: Terms as what they are used as

extension PredicateScope {
  /// Returns the truth value of `expression`.
  func condition(
    _ expression: some PredicateExpression
  ) throws(PredicateRefusal) -> OptionalCondition {
    switch try term(expression) {
    case .constant(let value):
      guard let value = value as? Bool else {
        return OptionalCondition(tree: .constant(false), presence: .constant(false))
      }
      return OptionalCondition(tree: .constant(value))
    case .condition(let condition): return condition
    case .operand(let operand):
      let tree = PredicateTree.comparison(operand, .equal, .value(true.storedValue))
      guard type(of: expression).Output is any OptionalValue.Type else {
        return OptionalCondition(tree: tree)
      }
      return OptionalCondition(
        tree: tree, presence: .comparison(operand, .notEqual, .value(.null)))
    case .object, .members, .range: throw PredicateRefusal(expression)
    }
  }

  /// Returns the value of `expression`, which is compared or computed with.
  func operand(
    _ expression: some PredicateExpression
  ) throws(PredicateRefusal) -> PredicateOperand {
    let type = Self.attributeType(of: expression)
    switch try term(expression) {
    case .constant(let value):
      if let value = storedValue(of: value) { return .value(value) }
    case .condition(let condition): return condition.operand
    case .operand(let operand):
      if type != nil { return operand }
      let type = Swift.type(of: expression).Output
      throw PredicateRefusal(
        expression,
        "'\(type)' is not stored as a single value"
          + (flattened(type).present is any Composition.Type ? "; compare its leaves" : ""))
    case .object, .members, .range: break
    }
    throw PredicateRefusal(expression)
  }

  /// Returns the type as which the values of `expression` are stored.
  func storageType(
    of expression: some PredicateExpression
  ) throws(PredicateRefusal) -> StorageType {
    guard let type = Self.attributeType(of: expression) else { throw PredicateRefusal(expression) }
    return type
  }

  private static func attributeType<Expression: PredicateExpression>(
    of expression: Expression
  ) -> StorageType? {
    func type<Value: OrderedAttribute>(_: Value.Type) -> StorageType { Value.Present.storageType }
    return (Expression.Output.self as? any OrderedAttribute.Type).map { type($0) }
  }
}

/// Returns `value` as it is stored, null for `nil`; `nil` if it is not stored as a single value.
func storedValue(of value: Any) -> StoredValue? {
  guard let value = presentValue(of: value) else { return .null }
  return (value as? any Storable)?.storedValue
}

/// Returns `value`, or what it is an optional of; `nil` for none.
func presentValue(of value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.presentValue
}

/// An optional of any type.
protocol OptionalValue {
  /// The value, or what that is an optional of.
  var presentValue: Any? { get }
}

extension Optional: OptionalValue {
  var presentValue: Any? {
    switch self {
    case .none: nil
    case .some(let value): (value as? any OptionalValue).map(\.presentValue) ?? value
    }
  }
}

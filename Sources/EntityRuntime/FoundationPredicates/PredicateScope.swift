import EntityModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An expression of Foundation's predicates that has a meaning in a condition.
protocol TranslatableExpression {
  /// Returns what the expression, which is no constant, means.
  func translated(in scope: PredicateScope) throws(PredicateRefusal) -> PredicateTerm
}

/// Says which expression has no meaning in a condition.
struct PredicateRefusal: Error {
  /// What is refused, in words that follow "a predicate with".
  let text: String

  /// Refuses `expression`, for a reason if there is one to say.
  init(_ expression: some PredicateExpression, _ reason: String? = nil) {
    // The rest of the type's name is that of all that the expression is made of.
    let name = String(describing: type(of: expression)).prefix { $0 != "<" }
    text = "'\(name)'" + (reason.map { ": \($0)" } ?? "")
  }
}

/// What the variables of a predicate are where an expression stands.
struct PredicateScope {
  /// What variables are that are no constants, and about which objects.
  private var terms: [PredicateExpressions.VariableID: (term: PredicateTerm, level: Int)] = [:]

  /// The variables that are constants, with their values.
  private var constants = PredicateBindings()

  /// How many times members of an object are asked.
  private var level = 0

  /// Has `variable` mean `term`.
  mutating func bind<Value>(
    _ variable: PredicateExpressions.Variable<Value>, to term: PredicateTerm
  ) {
    if case .constant(let value) = term, let value = value as? Value {
      constants[variable] = value
    } else {
      terms[variable.key] = (term, level)
    }
  }

  /// Returns the scope in which `variable` is a member of the object that this scope is about.
  func members<Member>(_ variable: PredicateExpressions.Variable<Member>) -> PredicateScope {
    var scope = self
    scope.level += 1
    scope.bind(variable, to: .object(PropertyPath()))
    return scope
  }

  /// Returns what `variable` means.
  func term<Value>(
    of variable: PredicateExpressions.Variable<Value>
  ) throws(PredicateRefusal) -> PredicateTerm {
    guard let (term, level) = terms[variable.key] else { throw PredicateRefusal(variable) }
    return term.moved(in: self.level - level)
  }

  /// Returns what `expression` means.
  func term(
    _ expression: some PredicateExpression
  ) throws(PredicateRefusal) -> PredicateTerm {
    // What names no object has a value already.
    if let value = try? expression.evaluate(constants) { return .constant(value) }
    guard let expression = expression as? any TranslatableExpression else {
      throw PredicateRefusal(expression)
    }
    return try expression.translated(in: self)
  }
}

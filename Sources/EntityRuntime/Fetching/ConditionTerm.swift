public import EntityStore

/// What `&&` and `||` join: a condition, or a value that is true or false.
///
/// One protocol takes the place of an overload for each pair of the two: where something is wrong
/// in a condition, the compiler tries every overload of every operator of it.
public protocol __ConditionTerm: Sendable {
  /// What the condition is about.
  associatedtype Root

  /// The condition that is satisfied where the term is true.
  var __condition: Condition<Root> { get }
}

extension Condition: __ConditionTerm {
  public var __condition: Condition { self }
}

extension Field: __ConditionTerm where Value: OrderedAttribute, Value.Present == Bool {
  public var __condition: Condition<Root> { isTrue }
}

/// Returns the condition that both terms are true.
@_disfavoredOverload
public func && <Left: __ConditionTerm, Right: __ConditionTerm>(
  left: Left, right: Right
) -> Condition<Left.Root> where Left.Root == Right.Root { left.__condition && right.__condition }

/// Returns the condition that one of the terms is true, or both.
@_disfavoredOverload
public func || <Left: __ConditionTerm, Right: __ConditionTerm>(
  left: Left, right: Right
) -> Condition<Left.Root> where Left.Root == Right.Root { left.__condition || right.__condition }

// MARK: Constants

// Where Swift finds an expression of `Bool` by its own `!` that needs nothing to be unwrapped, it
// looks for no other: `$0.isOpen && !($0.seats == nil)` would compare the field itself with nil.

/// Returns the condition of `right` where `left` is true, and the one that no object satisfies
/// elsewhere, where nothing asks what `right` is.
///
/// There is always one; as a constant of its own it needs a type: `let isLong: Condition<Book> =
/// flag && $0.pages > 300`.
@_disfavoredOverload
public func && <Term: __ConditionTerm>(
  left: Bool, right: @autoclosure () throws -> Term
) rethrows -> Condition<Term.Root>! {
  left ? try right().__condition : .false
}

/// Returns the condition of `left` where `right` is true, and the one that no object satisfies
/// elsewhere.
@_disfavoredOverload
public func && <Term: __ConditionTerm>(left: Term, right: Bool) -> Condition<Term.Root>! {
  right ? left.__condition : .false
}

/// Returns the condition of `right` where `left` is false, and the one that every object satisfies
/// elsewhere, where nothing asks what `right` is.
@_disfavoredOverload
public func || <Term: __ConditionTerm>(
  left: Bool, right: @autoclosure () throws -> Term
) rethrows -> Condition<Term.Root>! {
  left ? .true : try right().__condition
}

/// Returns the condition of `left` where `right` is false, and the one that every object satisfies
/// elsewhere.
@_disfavoredOverload
public func || <Term: __ConditionTerm>(left: Term, right: Bool) -> Condition<Term.Root>! {
  right ? .true : left.__condition
}

// MARK: Objects of other closures

/// Refuses to join conditions on the objects of two closures.
@available(
  *, unavailable,
  message: """
    one of the two is about the object of another closure; write 'outer()' after that one: \
    '$0.isNew && author.books.isEmpty.outer()', '$0.isNew && author.isKnown.isTrue.outer()'
    """
)
@_disfavoredOverload
public func && <Left: __ConditionTerm, Right: __ConditionTerm>(
  left: Left, right: Right
) -> Condition<Left.Root> { left.__condition }

/// Refuses to join conditions on the objects of two closures.
@available(
  *, unavailable,
  message: """
    one of the two is about the object of another closure; write 'outer()' after that one: \
    '$0.isNew || author.books.isEmpty.outer()', '$0.isNew || author.isKnown.isTrue.outer()'
    """
)
@_disfavoredOverload
public func || <Left: __ConditionTerm, Right: __ConditionTerm>(
  left: Left, right: Right
) -> Condition<Left.Root> { left.__condition }

public import EntityModel

/// A condition on objects of `Root`.
///
/// It is data: a fetch turns it into SQL, and a context evaluates it over unsaved objects with the
/// same answer. It has two values, as in Swift: an absent value equals only another, and is neither
/// less nor greater than anything. Strings are equal when their UTF-8 is, and ordered by it.
public struct Predicate<Root: ManagedObject>: Sendable, Hashable {
  /// The condition as data.
  public let tree: PredicateTree

  /// Creates the condition that `tree` says.
  public init(_ tree: PredicateTree) { self.tree = tree }

  /// The condition that every object satisfies.
  public static var `true`: Predicate { Predicate(.constant(true)) }

  /// The condition that no object satisfies.
  public static var `false`: Predicate { Predicate(.constant(false)) }

  /// Returns the condition that both satisfy.
  public static func && (left: Predicate, right: Predicate) -> Predicate {
    Predicate(.all([left.tree, right.tree]))
  }

  /// Returns the condition that either satisfies.
  public static func || (left: Predicate, right: Predicate) -> Predicate {
    Predicate(.any([left.tree, right.tree]))
  }

  /// Returns the condition that holds where this one does not.
  public static prefix func ! (condition: Predicate) -> Predicate {
    Predicate(.not(condition.tree))
  }

  /// Evaluates the condition for `object` in memory.
  public func isSatisfied(by object: Root) -> Bool {
    tree.isSatisfied(by: ManagedSubject(object: object))
  }
}

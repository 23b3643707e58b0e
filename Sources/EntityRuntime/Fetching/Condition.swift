import EntityModel
import EntityStore

/// A condition on objects of `Root`.
///
///     Book.where { $0.pages > 100 && $0.author.name == "Ursula" }
///
/// It is data: a fetch translates it into SQL, and a context evaluates it over unsaved objects with
/// the same answer. It has two values, as in Swift: an absent value equals only another, and is
/// neither less nor greater than anything. Strings are equal if their UTF-8 is, and ordered by it.
public struct Condition<Root>: Sendable, Hashable {
  /// The condition as data.
  let tree: PredicateTree

  /// Creates the condition that `tree` describes.
  init(_ tree: PredicateTree) { self.tree = tree }

  /// The condition that every object satisfies.
  public static var `true`: Condition { Condition(.constant(true)) }

  /// The condition that no object satisfies.
  public static var `false`: Condition { Condition(.constant(false)) }

  /// Returns the condition of objects that satisfy both.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(.all([left.tree, right.tree]))
  }

  /// Returns the condition of objects that satisfy either or both.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(.any([left.tree, right.tree]))
  }

  /// Returns the condition of objects that do not satisfy this one.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.tree))
  }
}

extension Condition where Root: ManagedObject {
  /// Returns `true` if `object` satisfies the condition, evaluated in memory.
  public func isSatisfied(by object: Root) -> Bool {
    tree.isSatisfied(by: ManagedSubject(object: object))
  }
}

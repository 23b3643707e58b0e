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
  /// The condition, to which others may be joined.
  let growing: GrowingCondition

  /// The condition as data.
  var tree: PredicateTree { growing.tree }

  /// Creates the condition that `tree` describes.
  init(_ tree: PredicateTree) { growing = GrowingCondition(tree) }

  /// Creates the condition that `growing` is.
  init(_ growing: GrowingCondition) { self.growing = growing }

  /// The condition that every object satisfies.
  public static var `true`: Condition { Condition(.constant(true)) }

  /// The condition that no object satisfies.
  public static var `false`: Condition { Condition(.constant(false)) }

  /// Returns the condition of objects that satisfy both.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(left.growing.joined(isConjunction: true, right.growing))
  }

  /// Returns the condition of objects that satisfy either or both.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(left.growing.joined(isConjunction: false, right.growing))
  }

  /// Returns the condition itself, or its opposite: `condition == flag`.
  public static func == (left: Condition, right: Bool) -> Condition { right ? left : !left }

  /// Returns the opposite of the condition, or the condition itself.
  public static func != (left: Condition, right: Bool) -> Condition { right ? !left : left }

  /// Returns the condition of objects that do not satisfy this one.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(condition.growing.negated)
  }
}

extension Condition where Root: ManagedObject {
  /// Returns `true` if `object` satisfies the condition, evaluated in memory.
  public func isSatisfied(by object: Root) -> Bool {
    tree.isSatisfied(by: ManagedSubject(object: object, asked: AskedObjects()))
  }
}

extension Condition: ExpressibleByBooleanLiteral {
  /// Creates the condition that every object satisfies, or none, as in
  /// `if let limit { return $0.pages < limit } else { return true }`.
  public init(booleanLiteral value: Bool) { self.init(.constant(value)) }
}

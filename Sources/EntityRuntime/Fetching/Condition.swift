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

  // Where Swift finds an expression of `Bool` by its own `!` that needs nothing to be unwrapped, it
  // looks for no other: `$0.isOpen && !($0.seats == nil)` would compare the field itself with nil.

  /// Returns `right` where `left` is true, and the condition that no object satisfies elsewhere.
  ///
  /// There is always one; as a constant of its own it needs a type: `let isLong: Condition<Book> =
  /// flag && $0.pages > 300`.
  @_disfavoredOverload
  public static func && (left: Bool, right: Condition) -> Condition! { left ? right : .false }

  /// Returns `left` where `right` is true, and the condition that no object satisfies elsewhere.
  @_disfavoredOverload
  public static func && (left: Condition, right: Bool) -> Condition! { right ? left : .false }

  /// Returns `right` where `left` is false, and the condition that every object satisfies
  /// elsewhere.
  @_disfavoredOverload
  public static func || (left: Bool, right: Condition) -> Condition! { left ? .true : right }

  /// Returns `left` where `right` is false, and the condition that every object satisfies
  /// elsewhere.
  @_disfavoredOverload
  public static func || (left: Condition, right: Bool) -> Condition! { right ? .true : left }

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

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
  private let form: Form

  /// A condition as data, or one to which others are joined.
  private enum Form: Sendable {
    case tree(PredicateTree)
    case chain(PredicateChain)
  }

  /// The condition as data.
  var tree: PredicateTree {
    switch form {
    case .tree(let tree): tree
    case .chain(let chain): chain.tree
    }
  }

  /// Creates the condition that `tree` describes.
  init(_ tree: PredicateTree) { form = .tree(tree) }

  /// Creates the condition that both or either of two hold.
  private init(_ left: Condition, isConjunction: Bool, _ right: Condition) {
    switch left.form {
    case .chain(var chain) where chain.isConjunction == isConjunction:
      chain.append(right.tree)
      form = .chain(chain)
    case .tree(let tree) where tree.nodes.count < PredicateChain.pieceLength:
      form = .tree(.joined(tree, isConjunction: isConjunction, right.tree))
    default:
      form = .chain(PredicateChain(isConjunction: isConjunction, left.tree, right.tree))
    }
  }

  public static func == (left: Condition, right: Condition) -> Bool { left.tree == right.tree }

  public func hash(into hasher: inout Hasher) { hasher.combine(tree) }

  /// The condition that every object satisfies.
  public static var `true`: Condition { Condition(.constant(true)) }

  /// The condition that no object satisfies.
  public static var `false`: Condition { Condition(.constant(false)) }

  /// Returns the condition of objects that satisfy both.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(left, isConjunction: true, right)
  }

  /// Returns the condition of objects that satisfy either or both.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(left, isConjunction: false, right)
  }

  /// Returns `right` where `left` is true, and the condition that no object satisfies elsewhere.
  public static func && (left: Bool, right: Condition) -> Condition { left ? right : .false }

  /// Returns `left` where `right` is true, and the condition that no object satisfies elsewhere.
  public static func && (left: Condition, right: Bool) -> Condition { right ? left : .false }

  /// Returns `right` where `left` is false, and the condition that every object satisfies
  /// elsewhere.
  public static func || (left: Bool, right: Condition) -> Condition { left ? .true : right }

  /// Returns `left` where `right` is false, and the condition that every object satisfies
  /// elsewhere.
  public static func || (left: Condition, right: Bool) -> Condition { right ? .true : left }

  /// Returns the condition itself, or its opposite: `condition == flag`.
  public static func == (left: Condition, right: Bool) -> Condition { right ? left : !left }

  /// Returns the opposite of the condition, or the condition itself.
  public static func != (left: Condition, right: Bool) -> Condition { right ? !left : left }

  /// Returns the condition of objects that do not satisfy this one.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.tree))
  }
}

extension Condition where Root: ManagedObject {
  /// Returns `true` if `object` satisfies the condition, evaluated in memory.
  public func isSatisfied(by object: Root) -> Bool {
    tree.isSatisfied(by: ManagedSubject(object: object, asked: AskedObjects()))
  }
}

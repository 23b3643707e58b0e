/// A condition to which others are joined: as data, or as a chain if it is long.
package struct GrowingCondition: Hashable, Sendable {
  private enum Form: Sendable {
    case tree(PredicateTree)
    case chain(PredicateChain)
  }

  private let form: Form

  /// Creates the condition that `tree` describes.
  package init(_ tree: PredicateTree) { form = .tree(tree) }

  /// The condition as data.
  ///
  /// - Complexity: O(nodes) for what has been joined and is long, O(1) otherwise.
  package var tree: PredicateTree {
    switch form {
    case .tree(let tree): tree
    case .chain(let chain): chain.tree
    }
  }

  /// `true` if the condition is the one that every object satisfies.
  package var isAlwaysTrue: Bool {
    if case .tree(let tree) = form { tree == .constant(true) } else { false }
  }

  /// The opposite of the condition.
  package var negated: GrowingCondition { GrowingCondition(.not(tree)) }

  /// Returns the condition that both or either of two hold, on one level with those that they join
  /// by the same connective.
  package func joined(isConjunction: Bool, _ other: GrowingCondition) -> GrowingCondition {
    switch (form, other.form) {
    case (.chain(var chain), _) where chain.isConjunction == isConjunction:
      chain.append(other.tree)
      return GrowingCondition(.chain(chain))
    case (.tree(let tree), .chain(var chain)) where chain.isConjunction == isConjunction:
      chain.prepend(tree)
      return GrowingCondition(.chain(chain))
    case (.tree(let tree), .tree(let other))
    where tree.nodes.count + other.nodes.count < PredicateChain.leastLength:
      return GrowingCondition(.joined(tree, isConjunction: isConjunction, other))
    default:
      let chain = PredicateChain(isConjunction: isConjunction, tree, other.tree)
      return GrowingCondition(.chain(chain))
    }
  }

  private init(_ form: Form) { self.form = form }

  package static func == (left: GrowingCondition, right: GrowingCondition) -> Bool {
    left.tree == right.tree
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(tree) }
}

/// Conditions joined one after another by the same connective.
///
/// A condition of thousands of terms that a loop joins one by one is made in time that grows little
/// faster than its length.
package struct PredicateChain: Sendable {
  /// `true` if all conditions have to hold, `false` if one of them has to.
  package let isConjunction: Bool

  /// How many conditions there are.
  private var count = 0

  /// The nodes of the conditions, in pieces of which each but the last stays as it is.
  private var pieces: [[PredicateNode]] = []

  /// The fewest nodes of a piece that another one follows.
  package static let pieceLength = 256

  /// Creates the chain of two conditions.
  package init(isConjunction: Bool, _ first: PredicateTree, _ second: PredicateTree) {
    self.isConjunction = isConjunction
    append(first)
    append(second)
  }

  /// Adds `condition`; one that is joined by the same connective becomes a part of the chain.
  package mutating func append(_ condition: PredicateTree) {
    if pieces.last.map({ $0.count >= Self.pieceLength }) ?? true { pieces.append([]) }
    switch condition.root.kind {
    case .all(let parts) where isConjunction && parts > 0 && count == 0,
      .any(let parts) where !isConjunction && parts > 0 && count == 0:
      count = parts
      pieces[pieces.count - 1] += condition.nodes[1...]
    default:
      count += 1
      pieces[pieces.count - 1] += condition.nodes
    }
  }

  /// The chain as one condition.
  package var tree: PredicateTree {
    PredicateTree(nodes: [PredicateNode](isConjunction ? .all(count) : .any(count), pieces))
  }
}

/// Conditions joined one after another by the same connective.
///
/// A condition of thousands of terms that a loop joins one by one is made in time that grows little
/// faster than its length, though each step leaves the chain from before as it was.
package struct PredicateChain: Sendable {
  /// `true` if all conditions have to hold, `false` if one of them has to.
  package let isConjunction: Bool

  /// How many conditions there are.
  private var count = 0

  /// The nodes of the conditions, in pieces of which each that grows at an end is at least twice as
  /// long as the one beyond it, so that there are few.
  private var pieces: [[PredicateNode]] = []

  /// How deep parts are nested in the chain.
  private var depth = 0

  /// How many nodes a condition has at least before it becomes a chain.
  static let leastLength = 256

  /// Creates the chain of two conditions.
  package init(isConjunction: Bool, _ first: PredicateTree, _ second: PredicateTree) {
    self.isConjunction = isConjunction
    append(first)
    append(second)
  }

  /// Adds `condition`; one that is joined by the same connective becomes a part of the chain.
  ///
  /// - Complexity: O(log n) copies of each node over all conditions that are added one by one.
  package mutating func append(_ condition: PredicateTree) {
    var piece = nodes(of: condition)
    while let last = pieces.last, last.count < 2 * piece.count {
      pieces.removeLast()
      piece = last + piece
    }
    pieces.append(piece)
  }

  /// Adds `condition` before the others.
  ///
  /// - Complexity: O(log n) copies of each node over all conditions that are added one by one.
  package mutating func prepend(_ condition: PredicateTree) {
    var piece = nodes(of: condition)
    while let first = pieces.first, first.count < 2 * piece.count {
      pieces.removeFirst()
      piece += first
    }
    pieces.insert(piece, at: 0)
  }

  /// Counts `condition` among those of the chain and returns the nodes that it brings.
  private mutating func nodes(of condition: PredicateTree) -> [PredicateNode] {
    let parts = condition.parts(joinedBy: isConjunction)
    count += parts.count
    depth = max(depth, parts.depth)
    return Array(parts.nodes)
  }

  /// The lengths of the pieces.
  package var pieceLengths: [Int] { pieces.map(\.count) }

  /// The chain as one condition.
  package var tree: PredicateTree {
    let length = 1 + pieces.reduce(0) { $0 + $1.count }
    var nodes: [PredicateNode] = []
    nodes.reserveCapacity(length)
    nodes.append(
      PredicateNode(isConjunction ? .all(count) : .any(count), length: length, depth: depth))
    for piece in pieces { nodes.append(contentsOf: piece) }
    return PredicateTree(nodes: nodes)
  }
}

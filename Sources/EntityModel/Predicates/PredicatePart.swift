/// A condition or an operand within a condition.
package struct PredicatePart: Sendable {
  /// The nodes of the whole condition.
  package let nodes: [PredicateNode]

  /// Where the part begins.
  package let start: Int

  /// Creates the part of `nodes` that begins at `start`.
  init(nodes: [PredicateNode], start: Int) {
    self.nodes = nodes
    self.start = start
  }

  /// What the part is.
  package var kind: PredicateNode.Kind { nodes[start].kind }

  /// Where the part ends.
  package var end: Int { start + nodes[start].length }

  /// The first of the parts that this one applies to.
  package var first: PredicatePart { at(start + 1) }

  /// The second of the parts that this one applies to.
  package var second: PredicatePart { at(first.end) }

  /// The parts that this one applies to.
  package var parts: [PredicatePart] {
    var parts: [PredicatePart] = []
    var index = start + 1
    while index < end {
      parts.append(at(index))
      index += nodes[index].length
    }
    return parts
  }

  /// The third of the parts that this one applies to.
  package var third: PredicatePart { at(second.end) }

  /// Returns the part of the same condition that begins at `start`.
  package func at(_ start: Int) -> PredicatePart { PredicatePart(nodes: nodes, start: start) }

  /// Calls `body` with each node in its order and the scope of the object that its path leads from,
  /// or else of the one that it is about, which is `scope` for the first.
  ///
  /// What a path names of an object that is outside of the part is left out.
  ///
  /// Where a node applies to other objects than it is about itself, what `body` returns is the
  /// scope of those; `nil` leaves them out. Elsewhere nothing is made of it.
  package func visit<Scope, Failure: Error>(
    from scope: Scope, _ body: (PredicateNode.Kind, Scope) throws(Failure) -> Scope?
  ) throws(Failure) {
    var scopes: [(end: Int, scope: Scope)] = [(end, scope)]
    var index = start
    while let current = scopes.last {
      guard index < current.end else {
        scopes.removeLast()
        continue
      }
      let node = nodes[index]
      let levels = node.kind.path.map { $0.start.levels ?? .max } ?? 0
      guard levels < scopes.count else {
        index += node.length
        continue
      }
      let start = levels == 0 ? current.scope : scopes[scopes.count - 1 - levels].scope
      let inner = try body(node.kind, start)
      if node.kind.isAboutOthers {
        guard let inner else {
          index += node.length
          continue
        }
        scopes.append((index + node.length, inner))
      }
      index += 1
    }
  }
}

extension PredicatePart {
  /// Returns what `make` makes of the operand, which it makes of its functions' arguments first; it
  /// is given each operand and what it has made of those that a function applies to.
  package func folded<Result, Failure: Error>(
    _ make: (PredicatePart, ArraySlice<Result>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The functions whose arguments are being made, and how many results there were before.
    var open: [(function: PredicatePart, mark: Int)] = []
    var results: [Result] = []
    var part = self
    while true {
      if case .function = part.kind, part.end > part.start + 1 {
        open.append((part, results.count))
        part = part.first
        continue
      }
      results.append(try make(part, []))
      var next = part.end
      while let (function, mark) = open.last, next == function.end {
        let result = try make(function, results[mark...])
        results.replaceSubrange(mark..., with: [result])
        next = function.end
        open.removeLast()
      }
      if open.isEmpty { return results[0] }
      part = at(next)
    }
  }
}

extension PredicatePart {
  /// The order of the objects of which the part, which is `allValues`, has a range.
  package var rangeSorting: [SortTerm] {
    guard let range = kind.scope?.range else { return [] }
    return zip(range.terms, parts.dropFirst(2)).map { $0.sorting(by: PredicateOperand($1)) }
  }
}

extension PredicateNode.Kind {
  /// `true` if what the node applies to is about other objects than the node is.
  package var isAboutOthers: Bool {
    switch self {
    case .quantified, .count, .aggregate, .aggregateOfAll, .allValues: true
    case .constant, .refused, .not, .all, .any, .comparison, .membership, .objects, .text,
      .attribute, .value, .object, .identifier, .source, .function, .choice, .rowNumber, .amongAll,
      .search, .rank, .place, .excerpt:
      false
    }
  }
}

extension PredicatePart {
  /// How deep parts are nested in each other.
  package var depth: Int { nodes[start].depth }
}

extension PredicateTree {
  /// How deep a condition may be nested.
  ///
  /// A deeper one becomes a single node, which is refused: what a loop nests takes no more time
  /// with each step, and what asks members of members by recursion has an end.
  package static let deepest = 160

  /// Of how many nodes a value may be computed, its conditions among them.
  ///
  /// One of more becomes a few nodes, which are refused: a value that a loop names twice in each
  /// step doubles with it.
  package static let mostNodesOfValue = 20_000
}

extension PredicateNode {
  /// What is kept of a condition that is nested too deep.
  static let tooDeep = PredicateNode(
    .refused("parts that are nested more than \(PredicateTree.deepest) deep"),
    depth: PredicateTree.deepest + 1)

  /// What is kept of a value that is computed of too many nodes.
  static let tooLarge = PredicateNode(
    .refused(
      "a value that is computed of more than \(PredicateTree.mostNodesOfValue) parts (one that is "
        + "named twice in each step of a loop doubles with it)"))
}

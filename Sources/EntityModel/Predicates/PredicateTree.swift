/// A condition on objects of one entity, as data.
///
/// A store translates it into its own language and a context evaluates it in memory, with the same
/// answer. It is two-valued, as in Swift: a comparison by order with an absent value is false, and
/// two absent values are equal. Strings are equal when their UTF-8 is, and ordered by it.
///
/// It is kept as a list of nodes, so that a condition of any length and depth is made, compared,
/// hashed and freed without recursion.
package struct PredicateTree: Hashable, Sendable {
  /// The nodes, each before those that it applies to.
  package let nodes: [PredicateNode]

  /// Creates the condition that `nodes` describe; one that is refused if they are nested too deep.
  init(nodes: [PredicateNode]) {
    self.nodes = nodes[0].depth <= Self.deepest ? nodes : [.tooDeep]
  }

  /// Creates the condition that `part` is.
  package init(_ part: PredicatePart) { nodes = Array(part.nodes[part.start..<part.end]) }

  /// Returns the condition with other kinds of single nodes at some positions.
  package func replacing(_ kinds: [Int: PredicateNode.Kind]) -> PredicateTree {
    var nodes = nodes
    for (index, kind) in kinds {
      let node = nodes[index]
      nodes[index] = PredicateNode(
        kind, length: node.length, depth: node.depth, store: node.store)
    }
    return PredicateTree(nodes: nodes)
  }

  /// The condition as a part of itself.
  package var root: PredicatePart { PredicatePart(nodes: nodes, start: 0) }

  /// How two operands compare.
  package enum Comparison: String, Codable, Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  /// Where one string occurs in another, or what kind of pattern it is.
  package enum TextMatch: String, Codable, Hashable, Sendable {
    case prefix, suffix, contains, equal

    /// As a whole, with `%` for any number of characters and `_` for one.
    case like

    /// Anywhere, as a regular expression.
    case pattern
  }

  /// How many of a relationship's objects must satisfy a condition.
  package enum Quantifier: String, Codable, Hashable, Sendable {
    /// At least one.
    case any
    /// Every one; true of an empty relationship.
    case all
    /// Not one; true of an empty relationship.
    case none
  }
}

// MARK: Making conditions

extension PredicateTree {
  private static let satisfied = PredicateTree(nodes: [PredicateNode(.constant(true))])
  private static let unsatisfied = PredicateTree(nodes: [PredicateNode(.constant(false))])

  /// Returns the condition that every object satisfies, or none.
  package static func constant(_ value: Bool) -> PredicateTree { value ? satisfied : unsatisfied }

  /// Returns the condition that no object satisfies and that a store refuses to be asked for;
  /// `text` says what of it cannot be asked, after "a predicate with".
  package static func refused(_ text: String) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode(.refused(text))])
  }

  /// Returns the opposite of `condition`; that of an opposite is the condition itself.
  package static func not(_ condition: PredicateTree) -> PredicateTree {
    if case .not = condition.nodes[0].kind {
      return PredicateTree(nodes: Array(condition.nodes[1...]))
    }
    return PredicateTree(nodes: [PredicateNode](.not, condition.nodes))
  }

  /// Returns the condition that all of `conditions` hold.
  package static func all(_ conditions: [PredicateTree]) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.all(conditions.count), conditions.map(\.nodes)))
  }

  /// Returns the condition that one of `conditions` holds.
  package static func any(_ conditions: [PredicateTree]) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.any(conditions.count), conditions.map(\.nodes)))
  }

  /// Returns the condition that both or either of two hold, on one level with those that they join
  /// by the same connective.
  package static func joined(
    _ first: PredicateTree, isConjunction: Bool, _ second: PredicateTree
  ) -> PredicateTree {
    let parts = first.parts(joinedBy: isConjunction)
    let others = second.parts(joinedBy: isConjunction)
    let count = parts.count + others.count
    let length = 1 + parts.nodes.count + others.nodes.count
    var nodes: [PredicateNode] = []
    nodes.reserveCapacity(length)
    nodes.append(
      PredicateNode(
        isConjunction ? .all(count) : .any(count), length: length,
        depth: max(parts.depth, others.depth)))
    nodes.append(contentsOf: parts.nodes)
    nodes.append(contentsOf: others.nodes)
    return PredicateTree(nodes: nodes)
  }

  /// The condition as what a connective joins: its parts, if it is made by the same one, or itself;
  /// how many these are, their nodes, and how deep parts are nested in what they are joined to.
  func parts(
    joinedBy isConjunction: Bool
  ) -> (count: Int, nodes: ArraySlice<PredicateNode>, depth: Int) {
    switch nodes[0].kind {
    case .all(let count) where isConjunction && count > 0: (count, nodes[1...], nodes[0].depth)
    case .any(let count) where !isConjunction && count > 0: (count, nodes[1...], nodes[0].depth)
    default: (1, nodes[...], nodes[0].depth + 1)
    }
  }

  /// Returns the condition that two operands compare so.
  package static func comparison(
    _ left: PredicateOperand, _ comparison: Comparison, _ right: PredicateOperand
  ) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.comparison(comparison), left.nodes, right.nodes))
  }

  /// Returns the condition that an attribute and a constant compare so.
  package static func comparison(
    _ path: PropertyPath, _ comparison: Comparison, _ value: StoredValue
  ) -> PredicateTree {
    PredicateTree(nodes: [
      PredicateNode(.comparison(comparison), length: 3, depth: 1), PredicateNode(.attribute(path)),
      PredicateNode(.value(value)),
    ])
  }

  /// Returns the condition that the operand equals one of the values, which may be the numbers of
  /// rows of objects of `store`; `nil` equals a null among them.
  package static func membership(
    _ operand: PredicateOperand, _ values: [StoredValue], in store: StoreTag = .unknown
  ) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.membership(values), operand.nodes, store: store))
  }

  /// Returns the condition that the operand is present and one of `values`, which are `allValues`.
  package static func amongAll(
    _ operand: PredicateOperand, _ values: PredicateOperand
  ) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.amongAll, operand.nodes, values.nodes))
  }

  /// Returns the condition that the object that the to-one path leads to is one of those named,
  /// which are of `store`.
  package static func objects(
    _ path: PropertyPath, _ ids: [ObjectID], in store: StoreTag = .unknown
  ) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode(.objects(path, ids), store: store)])
  }

  /// Returns the condition that the operand is a string that has the text as a prefix, as a suffix,
  /// anywhere or as a whole.
  package static func text(
    _ operand: PredicateOperand, _ match: TextMatch, _ text: String, ignoringCase: Bool
  ) -> PredicateTree {
    PredicateTree(
      nodes: [PredicateNode](.text(match, text, ignoringCase: ignoringCase), operand.nodes))
  }

  /// Returns the condition that the object that the to-one path leads to is found by `search`.
  package static func search(_ path: PropertyPath, _ search: TextSearch) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode(.search(path, search))])
  }

  /// Returns the condition that at least one, all or none of the objects in a to-many relationship
  /// satisfy `condition`.
  package static func quantified(
    _ quantifier: Quantifier, _ path: PropertyPath, _ condition: PredicateTree
  ) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.quantified(quantifier, path), condition.nodes))
  }
}

extension PredicateTree {
  /// `true` if a store with the tag `store` has all objects that the condition names.
  package func isOf(_ store: StoreTag) -> Bool { nodes.areOf(store) }

  /// Returns the condition in which `others`, a whole part, are in the place of `part`.
  package func replacing(_ part: PredicatePart, by others: [PredicateNode]) -> PredicateTree {
    PredicateTree(nodes: nodes.replacing(part, by: others))
  }
}

extension PredicateOperand {
  /// Returns the operand in which what `value` makes of it is in the place of each attribute; `nil`
  /// leaves it.
  package func replacingAttributes(
    _ value: (PropertyPath) -> PredicateOperand?
  ) -> PredicateOperand {
    var nodes = nodes
    for index in nodes.indices.reversed() {
      guard case .attribute(let path) = nodes[index].kind, let other = value(path) else { continue }
      nodes = nodes.replacing(PredicatePart(nodes: nodes, start: index), by: other.nodes)
    }
    return PredicateOperand(nodes: nodes)
  }
}

extension [PredicateNode] {
  /// `true` if a store with the tag `store` has all objects that the nodes name.
  @inline(__always) func areOf(_ store: StoreTag) -> Bool {
    // Nodes are looked at where they are, since each copy of one retains what it refers to.
    for index in indices where !self[index].store.isOf(store) { return false }
    return true
  }

  /// Returns the nodes in which `others`, a whole part, are in the place of `part`.
  fileprivate func replacing(_ part: PredicatePart, by others: [PredicateNode]) -> [PredicateNode] {
    let outer = (0..<part.start).filter { $0 + self[$0].length >= part.end }
    var nodes = self
    nodes.replaceSubrange(part.start..<part.end, with: others)
    let difference = others.count - (part.end - part.start)
    for index in outer.reversed() {
      let length = nodes[index].length + difference
      var depth = 0
      var next = index + 1
      while next < index + length {
        depth = Swift.max(depth, nodes[next].depth + 1)
        next += nodes[next].length
      }
      nodes[index] = PredicateNode(
        nodes[index].kind, length: length, depth: depth, store: nodes[index].store)
    }
    return nodes
  }
}

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

  /// Creates the condition that `nodes` describe.
  init(nodes: [PredicateNode]) { self.nodes = nodes }

  /// Creates the condition that `part` is.
  package init(_ part: PredicatePart) { nodes = Array(part.nodes[part.start..<part.end]) }

  /// Returns the condition with other kinds of single nodes at some positions.
  package func replacing(_ kinds: [Int: PredicateNode.Kind]) -> PredicateTree {
    var nodes = nodes
    for (index, kind) in kinds { nodes[index] = PredicateNode(kind, length: nodes[index].length) }
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

  /// Returns the opposite of `condition`.
  package static func not(_ condition: PredicateTree) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.not, condition.nodes))
  }

  /// Returns the condition that all of `conditions` hold.
  package static func all(_ conditions: [PredicateTree]) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.all(conditions.count), conditions.map(\.nodes)))
  }

  /// Returns the condition that one of `conditions` holds.
  package static func any(_ conditions: [PredicateTree]) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.any(conditions.count), conditions.map(\.nodes)))
  }

  /// Returns the condition that both or either of two hold, on one level with those that `first`
  /// joins by the same connective.
  package static func joined(
    _ first: PredicateTree, isConjunction: Bool, _ second: PredicateTree
  ) -> PredicateTree {
    switch first.nodes[0].kind {
    case .all(let count) where isConjunction && count > 0:
      joined(first.nodes[1...], second.nodes, as: .all(count + 1))
    case .any(let count) where !isConjunction && count > 0:
      joined(first.nodes[1...], second.nodes, as: .any(count + 1))
    default:
      PredicateTree(
        nodes: [PredicateNode](isConjunction ? .all(2) : .any(2), first.nodes, second.nodes))
    }
  }

  private static func joined(
    _ first: ArraySlice<PredicateNode>, _ second: [PredicateNode], as kind: PredicateNode.Kind
  ) -> PredicateTree {
    let length = 1 + first.count + second.count
    var nodes: [PredicateNode] = []
    nodes.reserveCapacity(length)
    nodes.append(PredicateNode(kind, length: length))
    nodes.append(contentsOf: first)
    nodes.append(contentsOf: second)
    return PredicateTree(nodes: nodes)
  }

  /// Returns the condition that two operands compare so.
  package static func comparison(
    _ left: PredicateOperand, _ comparison: Comparison, _ right: PredicateOperand
  ) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.comparison(comparison), left.nodes, right.nodes))
  }

  /// Returns the condition that the operand equals one of the values; `nil` equals a null among
  /// them.
  package static func membership(
    _ operand: PredicateOperand, _ values: [StoredValue]
  ) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.membership(values), operand.nodes))
  }

  /// Returns the condition that the operand is present and one of `values`, which are `allValues`.
  package static func amongAll(
    _ operand: PredicateOperand, _ values: PredicateOperand
  ) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode](.amongAll, operand.nodes, values.nodes))
  }

  /// Returns the condition that the object that the to-one path leads to is one of those named.
  package static func objects(_ path: PropertyPath, _ ids: [ObjectID]) -> PredicateTree {
    PredicateTree(nodes: [PredicateNode(.objects(path, ids))])
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
  /// Returns the condition in which `others`, a whole part, are in the place of `part`.
  package func replacing(_ part: PredicatePart, by others: [PredicateNode]) -> PredicateTree {
    let difference = others.count - (part.end - part.start)
    var nodes = nodes
    for index in nodes[..<part.start].indices where index + nodes[index].length >= part.end {
      nodes[index] = PredicateNode(nodes[index].kind, length: nodes[index].length + difference)
    }
    nodes.replaceSubrange(part.start..<part.end, with: others)
    return PredicateTree(nodes: nodes)
  }
}

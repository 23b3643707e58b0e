/// Makes a condition of many parts in one list of nodes, which is never copied.
///
///     var builder = PredicateBuilder()
///     builder.any {
///       $0.add(isEarlier)
///       $0.rowNumber(.less, 12)
///     }
///     let condition = builder.tree
package struct PredicateBuilder {
  private var nodes: [PredicateNode] = []

  /// Creates a builder of nothing yet.
  package init() { nodes.reserveCapacity(16) }

  /// The condition that was added; one that every object satisfies if none was.
  package var tree: PredicateTree {
    nodes.isEmpty ? .constant(true) : PredicateTree(nodes: nodes)
  }

  /// Adds the condition that all those hold that `parts` adds; only that one if it adds one.
  package mutating func all(_ parts: (inout PredicateBuilder) -> Void) {
    add(parts) { .all($0) }
  }

  /// Adds the condition that one of those holds that `parts` adds; only that one if it adds one.
  package mutating func any(_ parts: (inout PredicateBuilder) -> Void) {
    add(parts) { .any($0) }
  }

  /// Adds the condition that the number of the object's row and `number` compare so.
  package mutating func rowNumber(_ comparison: PredicateTree.Comparison, _ number: Int64) {
    nodes.append(PredicateNode(.comparison(comparison), length: 3, depth: 1))
    nodes.append(PredicateNode(.rowNumber(PropertyPath())))
    nodes.append(PredicateNode(.value(.integer(number))))
  }

  /// Adds the condition that `operand` and `value` compare so.
  package mutating func comparison(
    _ operand: PredicateOperand, _ comparison: PredicateTree.Comparison, _ value: StoredValue
  ) {
    let part = operand.nodes
    nodes.append(
      PredicateNode(.comparison(comparison), length: part.count + 2, depth: part[0].depth + 1))
    if part.count == 1 { nodes.append(part[0]) } else { nodes.append(contentsOf: part) }
    nodes.append(PredicateNode(.value(value)))
  }

  /// Adds `condition`.
  package mutating func add(_ condition: PredicateTree) {
    nodes.append(contentsOf: condition.nodes)
  }

  /// Adds what `kind` makes of the number of conditions that `parts` adds.
  private mutating func add(
    _ parts: (inout PredicateBuilder) -> Void, _ kind: (Int) -> PredicateNode.Kind
  ) {
    let start = nodes.count
    nodes.append(PredicateNode(.constant(true)))
    parts(&self)
    var (count, depth, index) = (0, 0, start + 1)
    while index < nodes.count {
      count += 1
      depth = max(depth, nodes[index].depth + 1)
      index += nodes[index].length
    }
    if count == 1 {
      nodes.remove(at: start)
    } else {
      nodes[start] = PredicateNode(kind(count), length: nodes.count - start, depth: depth)
    }
  }
}

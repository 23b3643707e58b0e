extension PredicateOperand {
  /// Returns the operand about the object that `path` leads to, in the place of the one that it is
  /// about.
  package func leading(from path: PropertyPath) -> PredicateOperand {
    var nodes = nodes
    // Where the parts end that are about other objects.
    var ends: [Int] = []
    for index in nodes.indices {
      while let end = ends.last, index >= end { ends.removeLast() }
      let node = nodes[index]
      if ends.isEmpty, let kind = node.kind.leading(from: path) {
        nodes[index] = PredicateNode(kind, length: node.length, depth: node.depth)
      }
      if node.kind.isAboutOthers { ends.append(index + node.length) }
    }
    return PredicateOperand(nodes: nodes)
  }
}

extension PredicateNode.Kind {
  /// The node with its path led to by `path`; `nil` where it has none, or one that begins
  /// elsewhere.
  fileprivate func leading(from path: PropertyPath) -> PredicateNode.Kind? {
    guard let own = self.path, own.start == .own else { return nil }
    let whole = PropertyPath(path.names + own.names, from: path.start)
    return switch self {
    case .attribute: .attribute(whole)
    case .object: .object(whole)
    case .count: .count(whole)
    case .aggregate(let function, _, let type): .aggregate(function, whole, type)
    default: nil
    }
  }
}

extension PredicateTree {
  /// Returns the condition in which what asks objects beside the one that the condition is about
  /// asks those alone that satisfy what `restriction` returns for them.
  ///
  /// `scope` is what is known of the object itself. `next` returns the same of the objects that a
  /// node leads to from what its path begins at, or `nil` where it cannot be known. A membership of
  /// objects that are named stays as it is.
  package func restricted<Scope>(
    from scope: Scope, _ next: (PredicateNode.Kind, Scope) -> Scope?,
    _ restriction: (PredicateNode.Kind, Scope) -> PredicateTree?
  ) -> PredicateTree {
    guard nodes.contains(where: { $0.kind.isAboutOthers }) else { return self }
    return PredicateTree(nodes: root.restricted([scope], next, restriction))
  }
}

extension PredicateOperand {
  /// Returns the operand that asks those other objects alone that satisfy what `restriction`
  /// returns for them, as `PredicateTree.restricted` does.
  package func restricted<Scope>(
    from scope: Scope, _ next: (PredicateNode.Kind, Scope) -> Scope?,
    _ restriction: (PredicateNode.Kind, Scope) -> PredicateTree?
  ) -> PredicateOperand {
    guard nodes.contains(where: { $0.kind.isAboutOthers }) else { return self }
    return PredicateOperand(nodes: root.restricted([scope], next, restriction))
  }
}

extension PredicatePart {
  /// Returns the nodes of the part, about an object of the last of `scopes`, the others being those
  /// of the objects further out.
  fileprivate func restricted<Scope>(
    _ scopes: [Scope?], _ next: (PredicateNode.Kind, Scope) -> Scope?,
    _ restriction: (PredicateNode.Kind, Scope) -> PredicateTree?
  ) -> [PredicateNode] {
    guard end > start + 1, members == nil else { return Array(nodes[start..<end]) }
    guard kind.isAboutOthers else {
      return [PredicateNode](kind, parts.map { $0.restricted(scopes, next, restriction) })
    }
    let levels = kind.path.map { $0.start.levels ?? .max } ?? 0
    let from = levels < scopes.count ? scopes[scopes.count - 1 - levels] : nil
    let target = from.flatMap { next(kind, $0) }
    var inner = parts.map { $0.restricted(scopes + [target], next, restriction) }
    if let target, let more = restriction(kind, target) {
      let condition = PredicateTree(nodes: inner[0])
      inner[0] =
        switch kind {
        // All of those that count satisfy the condition: the others need not.
        case .quantified(.all, _):
          PredicateTree.joined(condition, isConjunction: false, .not(more)).nodes
        default: condition.and(more).nodes
        }
    }
    return [PredicateNode](kind, inner)
  }
}

extension PredicateTree {
  /// Returns the condition that this one and `other` hold, which come in this order.
  package func and(_ other: PredicateTree) -> PredicateTree {
    if other == .constant(true) { return self }
    return self == .constant(true) ? other : .joined(self, isConjunction: true, other)
  }
}

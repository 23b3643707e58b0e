/// `#if` with its clauses, to `#endif`.
package struct ConditionalBlock: NodeView {
  package let tree: SyntaxTree
  package let node: Int

  /// Reads the node at `node`, nil if it is no `#if`.
  package init?(tree: SyntaxTree, node: Int) {
    guard tree.nodes[node].kind == .conditional else { return nil }
    self.tree = tree
    self.node = node
  }

  /// The clauses in order: `#if`, every `#elseif`, `#else`.
  package var clauses: [Clause] {
    children(.conditionalClause).map { Clause(tree: tree, node: $0) }
  }

  /// One clause, from its directive to the next one.
  package struct Clause: NodeView {
    package let tree: SyntaxTree
    package let node: Int

    /// The directive: `#if`, `#elseif` or `#else`.
    package var directive: String { tree.tokenText(tokens.lowerBound) }

    /// The condition, nil for `#else`.
    package var condition: String? { childText(.condition) }

    /// What the clause declares.
    package var declarations: [Declaration] {
      tree.children(of: node).compactMap { Declaration(tree: tree, node: $0) }
    }
  }
}

/// A `case` of an enum with all its elements.
package struct EnumCaseDeclaration: DeclarationView {
  package let tree: SyntaxTree
  package let node: Int

  /// Reads the node at `node`, nil if it is no enum case.
  package init?(tree: SyntaxTree, node: Int) {
    guard tree.nodes[node].kind == .enumCaseDeclaration else { return nil }
    self.tree = tree
    self.node = node
  }

  /// The elements in order.
  package var elements: [Element] {
    children(.enumCaseElement).map { Element(tree: tree, node: $0) }
  }

  /// One name with its payload or raw value.
  package struct Element: NodeView {
    package let tree: SyntaxTree
    package let node: Int

    /// The name as written, with its backticks.
    package var name: String? { childText(.name) }

    /// The name without backticks.
    package var identifier: String? { name.map(unquotedIdentifier) }

    /// The associated values, nil without parentheses.
    package var payload: [Parameter]? {
      child(.parameters).map {
        tree.parameters(inside: tree.nodes[$0].tokens).map { Parameter(tree: tree, tokens: $0) }
      }
    }

    /// The value after `=`.
    package var rawValue: Expression? {
      child(.expression).map { Expression(tree: tree, tokens: tree.nodes[$0].tokens) }
    }
  }
}

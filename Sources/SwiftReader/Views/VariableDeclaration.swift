/// A `var` or `let` with all its bindings.
package struct VariableDeclaration: DeclarationView {
  package let tree: SyntaxTree
  package let node: Int

  /// Reads the node at `node`, nil if it is no `var` or `let`.
  package init?(tree: SyntaxTree, node: Int) {
    guard tree.nodes[node].kind == .variableDeclaration else { return nil }
    self.tree = tree
    self.node = node
  }

  /// `true` if the declaration says `let`.
  package var isLet: Bool { introducer == "let" }

  /// The bindings in order.
  package var bindings: [Binding] { children(.binding).map { Binding(tree: tree, node: $0) } }
}

/// One pattern of a `var` or `let` with its type, initial value and accessors.
package struct Binding: NodeView {
  package let tree: SyntaxTree
  package let node: Int

  /// Creates the view of the binding at `node`.
  package init(tree: SyntaxTree, node: Int) {
    self.tree = tree
    self.node = node
  }

  /// The pattern as written: a name, `_`, or a tuple of patterns.
  package var pattern: SourceFragment? {
    child(.pattern).map { SourceFragment(tree: tree, tokens: tree.nodes[$0].tokens) }
  }

  /// The names that the pattern binds, with its backticks.
  package var identifiers: [SourceFragment] {
    guard let pattern else { return [] }
    return pattern.tokens.filter { index in
      let token = tree.tokens[index]
      guard token.kind == .identifier else { return false }
      return tree.tokens[index + 1].kind != .colon || index + 1 >= pattern.tokens.upperBound
    }.map { SourceFragment(tree: tree, tokens: $0..<$0 + 1) }
  }

  /// The name without backticks, nil unless the pattern is a single name.
  package var name: String? {
    guard let pattern, pattern.tokens.count == 1,
      tree.tokens[pattern.tokens.lowerBound].kind == .identifier
    else { return nil }
    return unquotedIdentifier(pattern.text)
  }

  /// The type after the colon.
  package var type: TypeSyntax? {
    child(.type).map { TypeSyntax(tree: tree, tokens: tree.nodes[$0].tokens) }
  }

  /// The value after `=`.
  package var initializer: Expression? {
    child(.expression).map { Expression(tree: tree, tokens: tree.nodes[$0].tokens) }
  }

  /// The braces with a getter, accessors or observers.
  package var accessors: AccessorBlock? {
    child(.accessors).map { AccessorBlock(tree: tree, node: $0) }
  }

  /// `true` if the binding has storage: no accessors, or observers only.
  package var isStored: Bool { accessors?.hasOnlyObservers ?? true }
}

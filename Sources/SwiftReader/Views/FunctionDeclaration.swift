/// A function, initialiser, deinitialiser or subscript.
package struct FunctionDeclaration: DeclarationView {
  package enum Kind: String, Sendable {
    case function, initializer, deinitializer, `subscript`
  }

  package let tree: SyntaxTree
  package let node: Int
  package let kind: Kind

  /// Reads the node at `node`, nil if it is none of these.
  package init?(tree: SyntaxTree, node: Int) {
    switch tree.nodes[node].kind {
    case .functionDeclaration: kind = .function
    case .initializerDeclaration: kind = .initializer
    case .deinitializerDeclaration: kind = .deinitializer
    case .subscriptDeclaration: kind = .subscript
    default: return nil
    }
    self.tree = tree
    self.node = node
  }

  /// The name or operator as written; nil for all but functions.
  package var name: String? { childText(.name) }

  /// The bytes of the name.
  package var nameRange: Range<Int>? { childRange(.name) }

  /// The parameters in angle brackets, brackets included.
  package var generics: String? { childText(.genericParameters) }

  /// The parameters in order.
  package var parameters: [Parameter] {
    guard let clause = child(.parameters) else { return [] }
    return tree.parameters(inside: tree.nodes[clause].tokens).map {
      Parameter(tree: tree, tokens: $0)
    }
  }

  /// The words between the parameters and the result, like `async throws`.
  package var effects: String? { childText(.effects) }

  /// The type of the result, nil where none is written.
  package var returnType: TypeSyntax? {
    child(.type).map { TypeSyntax(tree: tree, tokens: tree.nodes[$0].tokens) }
  }

  /// The requirements, `where` included.
  package var whereClause: String? { childText(.whereClause) }

  /// The bytes of the body, braces included.
  package var bodyRange: Range<Int>? { childRange(.codeBlock) ?? childRange(.accessors) }
}

/// One parameter of a function, initialiser, subscript or enum case.
package struct Parameter: SyntaxView {
  package let tree: SyntaxTree
  package let tokens: Range<Int>
  /// The name that callers write, without backticks; `_` where they write none.
  package let firstName: String?
  /// The name that the body uses where it differs.
  package let secondName: String?
  package let type: TypeSyntax?
  package let defaultValue: Expression?

  init(tree: SyntaxTree, tokens: Range<Int>) {
    self.tree = tree
    self.tokens = tokens
    let parts = tree.withExtents { $0.parameterParts(of: tokens) }
    firstName = parts.firstName.map { unquotedIdentifier(tree.tokenText($0)) }
    secondName = parts.secondName.map { unquotedIdentifier(tree.tokenText($0)) }
    type = parts.type.map { TypeSyntax(tree: tree, tokens: $0) }
    defaultValue = parts.value.map { Expression(tree: tree, tokens: $0) }
  }

  /// The name that the body uses.
  package var name: String? { secondName ?? firstName }
}

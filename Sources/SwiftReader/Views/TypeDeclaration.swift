/// A nominal type or an extension.
package struct TypeDeclaration: DeclarationView {
  package enum Kind: String, Sendable {
    case `class`, `struct`, `enum`, actor, `protocol`, `extension`
  }

  package let tree: SyntaxTree
  package let node: Int
  package let kind: Kind

  /// Reads the node at `node`, nil if it is no type declaration.
  package init?(tree: SyntaxTree, node: Int) {
    switch tree.nodes[node].kind {
    case .classDeclaration: kind = .class
    case .structDeclaration: kind = .struct
    case .enumDeclaration: kind = .enum
    case .actorDeclaration: kind = .actor
    case .protocolDeclaration: kind = .protocol
    case .extensionDeclaration: kind = .extension
    default: return nil
    }
    self.tree = tree
    self.node = node
  }

  /// The name as written, with its backticks; for an extension the text of the extended type.
  package var name: String? { childText(.name) }

  /// The bytes of the name.
  package var nameRange: Range<Int>? { childRange(.name) }

  /// The name without backticks.
  package var identifier: String? { name.map(unquotedIdentifier) }

  /// The parameters in angle brackets, brackets included; primary associated types of a protocol.
  package var generics: String? { childText(.genericParameters) }

  /// What the declaration inherits from or conforms to, as written.
  package var inheritedTypes: [TypeSyntax] {
    children(.inheritedType).map { TypeSyntax(tree: tree, tokens: tree.nodes[$0].tokens) }
  }

  /// The requirements, `where` included.
  package var whereClause: String? { childText(.whereClause) }

  /// The bytes from the opening brace to the closing one.
  package var memberRange: Range<Int>? { childRange(.members) }

  /// The members in order, `#if` blocks among them.
  package var members: [Declaration] {
    guard let block = child(.members) else { return [] }
    return tree.children(of: block).compactMap { Declaration(tree: tree, node: $0) }
  }

  /// The members in order, with those of every `#if` clause in place of the block.
  package var flattenedMembers: [Declaration] { members.flatMap(\.flattened) }
}

/// Returns `name` without the backticks around it.
func unquotedIdentifier(_ name: String) -> String {
  name.utf8.count > 2 && name.utf8.first == Ascii.backtick && name.utf8.last == Ascii.backtick
    ? String(name.dropFirst().dropLast()) : name
}

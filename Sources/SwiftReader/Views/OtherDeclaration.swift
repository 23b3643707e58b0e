/// A declaration of which only name and extent are read.
package struct OtherDeclaration: DeclarationView {
  package enum Kind: String, Sendable {
    case `typealias`, `associatedtype`, `import`, `operator`, `precedencegroup`, macro
    /// `#name(…)` among declarations.
    case macroExpansion
    /// Attributes and modifiers that nothing follows.
    case incomplete
    /// Tokens that begin no declaration.
    case unexpected
  }

  package let tree: SyntaxTree
  package let node: Int
  package let kind: Kind

  /// Reads the node at `node`, nil if it is none of these.
  package init?(tree: SyntaxTree, node: Int) {
    switch tree.nodes[node].kind {
    case .typealiasDeclaration: kind = .typealias
    case .associatedtypeDeclaration: kind = .associatedtype
    case .importDeclaration: kind = .import
    case .operatorDeclaration: kind = .operator
    case .precedenceGroupDeclaration: kind = .precedencegroup
    case .macroDeclaration: kind = .macro
    case .macroExpansion: kind = .macroExpansion
    case .incompleteDeclaration: kind = .incomplete
    case .unexpected: kind = .unexpected
    default: return nil
    }
    self.tree = tree
    self.node = node
  }

  /// The name, operator or import path as written.
  package var name: String? { childText(.name) }

  /// The bytes of the name.
  package var nameRange: Range<Int>? { childRange(.name) }

  /// The type after `=` of a type alias or an associated type.
  package var type: TypeSyntax? {
    child(.type).map { TypeSyntax(tree: tree, tokens: tree.nodes[$0].tokens) }
  }
}

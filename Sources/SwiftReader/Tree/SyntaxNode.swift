/// One node of the tree: a kind, a run of tokens, and the nodes inside it.
///
/// Nodes stand in one array in the order in which they begin, parents before children, so that the
/// nodes inside a node are those between it and its `end`.
package struct SyntaxNode: Sendable {
  package enum Kind: UInt8, Sendable {
    case sourceFile

    // Declarations.
    case classDeclaration, structDeclaration, enumDeclaration, actorDeclaration
    case protocolDeclaration, extensionDeclaration
    case variableDeclaration
    case functionDeclaration, initializerDeclaration, deinitializerDeclaration
    case subscriptDeclaration
    case enumCaseDeclaration
    case typealiasDeclaration, associatedtypeDeclaration
    case importDeclaration
    case operatorDeclaration, precedenceGroupDeclaration
    case macroDeclaration, macroExpansion
    /// Attributes and modifiers that no declaration follows.
    case incompleteDeclaration
    /// Tokens among declarations that begin none.
    case unexpected

    // Conditional compilation.
    case conditional, conditionalClause, condition

    // Parts of declarations.
    case attribute, attributeName, arguments
    case modifier
    case introducer
    case name
    case genericParameters
    case inheritedType
    case whereClause
    case members
    case binding, pattern
    case type
    case expression
    case accessors, accessor
    case parameters
    case effects
    case enumCaseElement

    // Executable code.
    case codeBlock
    /// Statements outside of any block, as in a script.
    case code
  }

  package internal(set) var kind: Kind
  /// The index of the first token.
  var firstToken: UInt32
  /// The index after the last token.
  var endToken: UInt32
  /// The index after the last node inside this one.
  package internal(set) var end: UInt32
  /// The index of the node that holds this one; the root holds itself.
  var parent: UInt32

  /// The tokens of the node, by index.
  package var tokens: Range<Int> { Int(firstToken)..<Int(endToken) }
}

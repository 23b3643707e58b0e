/// A typed reading of a run of tokens.
///
/// Views are small values that keep their tree alive. What the grammar demands may be missing from
/// the source, so accessors for parts are optional.
package protocol SyntaxView: Sendable, CustomStringConvertible {
  var tree: SyntaxTree { get }
  /// The tokens of the view, by index.
  var tokens: Range<Int> { get }
}

extension SyntaxView {
  /// The bytes from the first token to the last, outer trivia left out.
  package var range: Range<Int> { tree.byteRange(of: tokens) }

  /// The source of `range`.
  package var text: String { tree.text.string(in: range) }

  /// The bytes of `range` and the trivia before it.
  package var fullRange: Range<Int> {
    tokens.isEmpty ? range : tree.triviaStart(tokens.lowerBound)..<range.upperBound
  }

  /// The source of `range` and the trivia before it.
  package var fullText: String { tree.text.string(in: fullRange) }

  /// The comments and space before the first token.
  package var leadingTrivia: String {
    tokens.isEmpty ? "" : tree.text.string(in: tree.triviaRange(tokens.lowerBound))
  }

  /// The place of the first token.
  package var position: SourceText.Position { tree.text.position(at: range.lowerBound) }

  package var description: String { text }
}

/// A view of one node of the tree.
package protocol NodeView: SyntaxView {
  /// The index of the node.
  var node: Int { get }
}

extension NodeView {
  package var tokens: Range<Int> { tree.nodes[node].tokens }

  /// Returns the first child of `kind`, nil if there is none.
  func child(_ kind: SyntaxNode.Kind) -> Int? { tree.child(kind, of: node) }

  /// Returns the text of the first child of `kind`, nil if there is none.
  func childText(_ kind: SyntaxNode.Kind) -> String? {
    child(kind).map { tree.text.string(in: tree.range(of: $0)) }
  }

  /// Returns the bytes of the first child of `kind`, nil if there is none.
  func childRange(_ kind: SyntaxNode.Kind) -> Range<Int>? {
    child(kind).map { tree.range(of: $0) }
  }

  /// Returns the children of `kind` in order.
  func children(_ kind: SyntaxNode.Kind) -> [Int] {
    tree.children(of: node).filter { tree.nodes[$0].kind == kind }
  }
}

/// A stretch of source with its text, where nothing more is known of it.
package struct SourceFragment: SyntaxView {
  package let tree: SyntaxTree
  package let tokens: Range<Int>
}

/// A word before a declaration, like `public` or `private(set)`.
package struct Modifier: NodeView {
  package let tree: SyntaxTree
  package let node: Int

  /// The word itself.
  package var name: String { tree.tokenText(tokens.lowerBound) }

  /// What stands in the parentheses after the word, nil without them.
  package var detail: String? {
    guard tokens.count > 2 else { return nil }
    return tree.text.string(in: tree.byteRange(of: tokens.lowerBound + 2..<tokens.upperBound - 1))
  }
}

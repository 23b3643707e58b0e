/// The lossless tree of one piece of Swift source.
///
/// - Invariant: trivia and tokens in order are the source byte for byte, whatever the source.
package final class SyntaxTree: Sendable {
  /// What a piece of source is meant to be.
  package enum Fragment: Sendable {
    /// A whole file: declarations and statements.
    case file
    /// Declarations as they stand among the members of a type.
    case members
    /// One attribute or several, with nothing after them.
    case attributes
  }

  package let text: SourceText
  /// All tokens in order; the last one is the end of the file.
  package let tokens: [Token]
  /// All nodes; the first one is the source file.
  package let nodes: [SyntaxNode]
  /// What is wrong with the text, in source order.
  package let diagnostics: [TextDiagnostic]

  /// Reads `bytes`, which need not be UTF-8 nor Swift.
  package init(parsing bytes: [UInt8], as fragment: Fragment = .file) {
    let text = SourceText(bytes)
    let result = Parser.parse(bytes, as: fragment)
    self.text = text
    self.tokens = result.tokens
    self.nodes = result.nodes
    self.diagnostics = result.diagnostics
  }

  /// Reads `source`.
  package convenience init(parsing source: String, as fragment: Fragment = .file) {
    self.init(parsing: Array(source.utf8), as: fragment)
  }

  /// The declarations at the top, `#if` blocks among them; statements are left out.
  package var declarations: [Declaration] {
    children(of: 0).compactMap { Declaration(tree: self, node: $0) }
  }

  /// The declarations at the top with those of every `#if` clause in place of the block.
  package var flattenedDeclarations: [Declaration] { declarations.flatMap(\.flattened) }

  /// The attributes that a fragment of attributes holds.
  package var annotations: [Annotation] { Annotation.annotations(in: self, of: 0) }

  /// The text with the trivia and tokens put together again.
  package var description: String { text.string(in: 0..<text.count) }
}

// MARK: - Tokens

extension SyntaxTree {
  /// Returns where the trivia before the token at `index` begins.
  package func triviaStart(_ index: Int) -> Int {
    index == 0 ? 0 : Int(tokens[index - 1].endOffset)
  }

  /// Returns the bytes of the trivia before the token at `index`.
  package func triviaRange(_ index: Int) -> Range<Int> {
    triviaStart(index)..<max(triviaStart(index), tokenRange(index).lowerBound)
  }

  /// Returns the bytes of the token at `index`.
  package func tokenRange(_ index: Int) -> Range<Int> {
    tokens[index].kind == .endOfFile ? text.count..<text.count : tokens[index].range
  }

  /// Returns the text of the token at `index`.
  package func tokenText(_ index: Int) -> String { text.string(in: tokenRange(index)) }

  /// Returns the bytes from the first to the last of `tokens`, outer trivia left out.
  package func byteRange(of tokens: Range<Int>) -> Range<Int> {
    guard tokens.upperBound > tokens.lowerBound else {
      let start = tokenRange(min(tokens.lowerBound, self.tokens.count - 1)).lowerBound
      return start..<start
    }
    let start = tokenRange(tokens.lowerBound).lowerBound
    return start..<max(start, tokenRange(tokens.upperBound - 1).upperBound)
  }
}

// MARK: - Nodes

extension SyntaxTree {
  /// The nodes directly inside one node, in source order, by index.
  package struct Children: Sequence, IteratorProtocol {
    let tree: SyntaxTree
    var cursor: Int
    let end: Int

    package mutating func next() -> Int? {
      guard cursor < end else { return nil }
      let result = cursor
      cursor = Int(tree.nodes[result].end)
      return result
    }
  }

  /// Returns the nodes directly inside the node at `index`.
  package func children(of index: Int) -> Children {
    Children(tree: self, cursor: index + 1, end: Int(nodes[index].end))
  }

  /// Returns the first child of `kind`, nil if there is none.
  package func child(_ kind: SyntaxNode.Kind, of index: Int) -> Int? {
    children(of: index).first { nodes[$0].kind == kind }
  }

  /// Returns the bytes of the node at `index`, outer trivia left out.
  package func range(of index: Int) -> Range<Int> { byteRange(of: nodes[index].tokens) }
}

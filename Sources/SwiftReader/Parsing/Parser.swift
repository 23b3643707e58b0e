/// Turns tokens into a tree.
///
/// Declarations are read by the grammar; executable code is only walked over to find the types and
/// functions declared in it. Nothing is ever refused: what fits nowhere becomes an `unexpected`
/// node and a diagnostic.
struct Parser {
  /// How deep declarations and `#if` blocks may nest; what lies deeper is passed over.
  static let maximumDepth = 64

  let extents: Extents
  /// The index of the token to read next.
  var index = 0
  var nodes: [SyntaxNode] = []
  var diagnostics: [TextDiagnostic]
  /// The node that new nodes go into.
  private var current = 0
  /// How many declarations and `#if` blocks are open.
  private var depth = 0

  private init(extents: Extents, diagnostics: [TextDiagnostic]) {
    self.extents = extents
    self.diagnostics = diagnostics
    nodes.reserveCapacity(extents.last / 4 + 4)
  }

  /// Reads `bytes` from tokens to tree.
  static func parse(
    _ bytes: [UInt8], as fragment: SyntaxTree.Fragment
  ) -> (tokens: [Token], nodes: [SyntaxNode], diagnostics: [TextDiagnostic]) {
    Lexer.withPaddedCopy(of: bytes) { source in
      var lexer = Lexer(source: source, count: bytes.count)
      lexer.readAll()
      let (nodes, diagnostics) = lexer.tokens.withUnsafeBufferPointer { tokens in
        guard let start = tokens.baseAddress else { preconditionFailure("a file has tokens") }
        var parser = Parser(
          extents: Extents(
            source: source, tokens: SourceMemory(start), last: tokens.count - 1),
          diagnostics: lexer.diagnostics)
        parser.parseSource(as: fragment)
        return (parser.nodes, parser.diagnostics)
      }
      return (lexer.tokens, nodes, diagnostics.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }
  }

  private mutating func parseSource(as fragment: SyntaxTree.Fragment) {
    let root = open(.sourceFile)
    switch fragment {
    case .file: parseStatements(until: extents.last)
    case .members: parseMembers(until: extents.last)
    case .attributes:
      parseAttributes()
      if index < extents.last { parseUnexpected(until: extents.last) }
    }
    index = extents.last + 1
    close(root)
  }
}

// MARK: - Tokens

extension Parser {
  @inline(__always)
  var kind: Token.Kind { extents.kind(index) }

  @inline(__always)
  var keyword: Keyword { extents.keyword(index) }

  /// The empty range before the next token, where something is missing.
  var here: Range<Int> {
    let offset =
      index == 0 ? 0 : Int(extents.tokens[min(index, extents.last) - 1].endOffset)
    return offset..<offset
  }

  /// The bytes of the next token.
  var tokenRange: Range<Int> { extents.tokens[min(index, extents.last)].range }
}

// MARK: - Nodes

extension Parser {
  /// Begins a node at the next token.
  mutating func open(_ kind: SyntaxNode.Kind) -> Int {
    let node = nodes.count
    let first = UInt32(truncatingIfNeeded: index)
    nodes.append(
      SyntaxNode(
        kind: kind, firstToken: first, endToken: first, end: 0,
        parent: UInt32(truncatingIfNeeded: current)))
    current = node
    return node
  }

  /// Ends the node `node` before the next token.
  mutating func close(_ node: Int) {
    nodes[node].endToken = max(
      nodes[node].firstToken, UInt32(truncatingIfNeeded: min(index, extents.last + 1)))
    nodes[node].end = UInt32(truncatingIfNeeded: nodes.count)
    current = Int(nodes[node].parent)
  }

  /// Adds a node without children that ends before the token at `end`, and goes there.
  @inline(__always)
  mutating func leaf(_ kind: SyntaxNode.Kind, to end: Int) {
    nodes.append(
      SyntaxNode(
        kind: kind, firstToken: UInt32(truncatingIfNeeded: index),
        endToken: UInt32(truncatingIfNeeded: max(index, end)),
        end: UInt32(truncatingIfNeeded: nodes.count + 1),
        parent: UInt32(truncatingIfNeeded: current)))
    index = max(index, end)
  }

  /// Runs `body` one level deeper; returns `false` and runs nothing where that is too deep.
  @inline(__always)
  mutating func nested(_ body: (inout Parser) -> Void) -> Bool {
    guard depth < Self.maximumDepth else {
      diagnostics.append(.nestingTooDeep(tokenRange))
      return false
    }
    depth += 1
    body(&self)
    depth -= 1
    return true
  }

  /// Adds the tokens before `end` as unexpected.
  mutating func parseUnexpected(until end: Int) {
    let node = open(.unexpected)
    let start = tokenRange.lowerBound
    index = max(end, index + 1)
    close(node)
    let range =
      start..<max(start, extents.tokens[min(index, extents.last + 1) - 1].range.upperBound)
    diagnostics.append(.unexpectedTokens(range))
  }
}

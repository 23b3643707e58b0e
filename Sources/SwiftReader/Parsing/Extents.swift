/// Finds where types, expressions and lists end, without building anything.
///
/// Every function takes the index of a token and answers with the index after the last token of
/// what it was asked for; nil says that nothing of that kind begins there. Functions move forward
/// only, and what nests in brackets is passed over in one step, so no nesting can exhaust the
/// stack.
struct Extents {
  let source: SourceMemory<UInt8>
  let tokens: SourceMemory<Token>
  /// The index of the end-of-file token.
  let last: Int

  @inline(__always)
  func kind(_ index: Int) -> Token.Kind { tokens[min(index, last)].kind }

  @inline(__always)
  func keyword(_ index: Int) -> Keyword { tokens[min(index, last)].keyword }

  @inline(__always)
  func flags(_ index: Int) -> Token.Flags { tokens[min(index, last)].flags }

  @inline(__always)
  func startsLine(_ index: Int) -> Bool { flags(index).contains(.startsLine) }

  /// `true` if no trivia stands before the token.
  @inline(__always)
  func isAdjacent(_ index: Int) -> Bool { !flags(index).contains(.spaceBefore) }

  /// `true` if the token is a contextual keyword without backticks.
  @inline(__always)
  func isWord(_ index: Int, _ word: Keyword) -> Bool { keyword(index) == word }

  /// `true` if the token can name something: an identifier or a contextual keyword.
  func isIdentifier(_ index: Int) -> Bool {
    switch kind(index) {
    case .identifier, .dollarIdentifier, .placeholder: true
    default: false
    }
  }

  /// `true` if the token can name a member: also reserved words.
  func isMemberName(_ index: Int) -> Bool {
    switch kind(index) {
    case .identifier, .dollarIdentifier, .placeholder, .keyword: true
    default: false
    }
  }

  /// `true` if the token spells `text`.
  func spells(_ index: Int, _ text: StaticString) -> Bool {
    let token = tokens[min(index, last)]
    let count = Int(token.endOffset) - Int(token.startOffset)
    guard count == text.utf8CodeUnitCount, token.kind != .endOfFile else { return false }
    for offset in 0..<count
    where source[Int(token.startOffset) + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The first byte of the token, zero at the end of the file.
  func firstByte(_ index: Int) -> UInt8 {
    let token = tokens[min(index, last)]
    return token.kind == .endOfFile ? 0 : source[Int(token.startOffset)]
  }

  /// Returns the index after the bracket that opens at `index` and all within it.
  @inline(__always)
  func bracketEnd(_ index: Int) -> Int {
    let token = tokens[index]
    let match = Int(token.match)
    if match <= index { return index + 1 }
    guard token.flags.contains(.unmatched) else { return min(match + 1, last) }
    return unclosedEnd(index, limit: min(match, last))
  }

  /// Returns the index before which the bracket that opens at `index` ends by pairing alone,
  /// its closer included; the next index where none opens.
  func lexicalEnd(_ index: Int) -> Int {
    switch kind(index) {
    case .leftParen, .leftSquare, .leftBrace, .stringHead, .stringMiddle:
      let token = tokens[index]
      let match = Int(token.match)
      if match <= index { return index + 1 }
      return token.flags.contains(.unmatched) ? min(match, last) : min(match + 1, last)
    default:
      return index + 1
    }
  }

  /// Returns where the bracket at `index`, which nothing closes before `limit`, most likely ends.
  ///
  /// A parenthesis that was left open does not swallow the declaration on the next line.
  private func unclosedEnd(_ index: Int, limit: Int) -> Int {
    guard kind(index) == .leftParen || kind(index) == .leftSquare else { return limit }
    for next in index + 1..<max(index + 1, min(limit, index + 256)) where startsLine(next) {
      switch keyword(next) {
      case .var, .let, .func, .class, .struct, .enum, .protocol, .extension, .deinit, .typealias,
        .subscript, .import, .public, .private, .fileprivate, .internal, .static:
        return next
      default: continue
      }
    }
    return limit
  }

  /// Returns the index after the string literal that begins at `index`, interpolations included.
  func stringEnd(_ index: Int) -> Int {
    var index = index
    while kind(index) == .stringHead || kind(index) == .stringMiddle {
      if flags(index).contains(.unmatched) { return bracketEnd(index) }
      let match = Int(tokens[index].match)
      if match <= index { return index + 1 }
      index = match
    }
    return min(index + 1, last)
  }

  /// Returns the index after the token or the whole bracket, string or `#if` that begins at
  /// `index`.
  func stepEnd(_ index: Int) -> Int {
    switch kind(index) {
    case .leftParen, .leftSquare, .leftBrace: bracketEnd(index)
    case .stringHead: stringEnd(index)
    case .poundIf: conditionalEnd(index)
    case .endOfFile: index
    default: index + 1
    }
  }

  /// Returns the index after the `#endif` that ends the `#if` at `index`.
  func conditionalEnd(_ index: Int) -> Int {
    var index = index
    while kind(index) == .poundIf || kind(index) == .poundElseif || kind(index) == .poundElse {
      let next = Int(tokens[index].match)
      if next <= index { return index + 1 }
      if flags(index).contains(.unmatched) { return min(next, last) }
      index = next
    }
    return min(index + 1, last)
  }

  /// Returns the index of the first token after the condition of the clause at `index`.
  func conditionEnd(_ index: Int) -> Int {
    var end = index + 1
    if kind(index) == .poundElse { return end }
    while end < last, !startsLine(end) {
      switch kind(end) {
      case .poundIf, .poundElseif, .poundElse, .poundEndif, .rightBrace, .leftBrace: return end
      case .leftParen: end = bracketEnd(end)
      default: end += 1
      }
    }
    return end
  }

  /// `true` if what holds the declarations before `index` ends there.
  func endsList(_ index: Int) -> Bool {
    switch kind(index) {
    case .rightParen, .rightSquare, .rightBrace, .poundElseif, .poundElse, .poundEndif, .endOfFile:
      true
    default: false
    }
  }

  /// Returns the index after the operator that the token at `index` begins or is.
  @inline(__always)
  func operatorEnd(_ index: Int) -> Int {
    var end = index + 1
    while end < last, tokens[end].flags.contains(.continuesOperator) { end += 1 }
    return end
  }

  /// `true` if the operator that begins at `index` stands between two operands.
  func isBinaryOperator(_ index: Int) -> Bool {
    switch kind(index) {
    case .binaryOperator: true
    case .leftAngle, .rightAngle: flags(index).isDisjoint(with: [.prefix, .postfix])
    default: false
    }
  }

  /// `true` if the operator that begins at `index` stands before its operand.
  func isPrefixOperator(_ index: Int) -> Bool {
    switch kind(index) {
    case .prefixOperator, .prefixAmpersand: true
    case .leftAngle, .rightAngle: flags(index).contains(.prefix)
    default: false
    }
  }

  /// `true` if the operator that begins at `index` stands after its operand.
  func isPostfixOperator(_ index: Int) -> Bool {
    switch kind(index) {
    case .postfixOperator: true
    case .leftAngle, .rightAngle: flags(index).contains(.postfix)
    default: false
    }
  }
}

extension SyntaxTree {
  /// Calls `body` with the means to find where things end.
  func withExtents<Result>(_ body: (Extents) -> Result) -> Result {
    text.bytes.withUnsafeBufferPointer { bytes in
      tokens.withUnsafeBufferPointer { tokens in
        guard let start = tokens.baseAddress else { preconditionFailure("a tree has tokens") }
        return withUnsafePointer(to: 0) { (empty: UnsafePointer<UInt8>) in
          let source = SourceMemory(bytes.baseAddress ?? empty)
          return body(
            Extents(source: source, tokens: SourceMemory(start), last: tokens.count - 1))
        }
      }
    }
  }
}

extension Token {
  /// `true` if the token is a name or a word of the grammar.
  var isName: Bool {
    kind == .identifier || kind == .keyword || kind == .dollarIdentifier
  }
}

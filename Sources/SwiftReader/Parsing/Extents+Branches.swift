extension Extents {
  ///     if ::= 'if' conditions block ('else' (if | block))?
  func ifEnd(_ start: Int, _ deadEnds: inout DeadEnds) -> Int {
    var index = start
    while true {
      guard let brace = blockBrace(index + 1, &deadEnds) else { return index + 1 }
      index = bracketEnd(brace)
      guard keyword(index) == .else else { return index }
      index += 1
      if keyword(index) == .if { continue }
      return kind(index) == .leftBrace ? bracketEnd(index) : index
    }
  }

  ///     switch ::= 'switch' expression '{' … '}'
  func switchEnd(_ start: Int, _ deadEnds: inout DeadEnds) -> Int {
    guard let brace = blockBrace(start + 1, &deadEnds) else { return start + 1 }
    return bracketEnd(brace)
  }

  ///     do ::= 'do' ('throws' '(' type ')')? block ('catch' … block)*
  func doEnd(_ start: Int, _ deadEnds: inout DeadEnds) -> Int {
    var index = start + 1
    if keyword(index) == .throws {
      index += 1
      if kind(index) == .leftParen { index = bracketEnd(index) }
    }
    guard kind(index) == .leftBrace else { return index }
    index = bracketEnd(index)
    while keyword(index) == .catch {
      let pattern = index + 1
      let isBlock = kind(pattern) == .leftBrace
      guard let brace = isBlock ? pattern : blockBrace(pattern, &deadEnds) else { return pattern }
      index = bracketEnd(brace)
    }
    return index
  }

  /// Returns the brace that opens the block of the conditions that begin at `start`.
  func blockBrace(_ start: Int, _ deadEnds: inout DeadEnds) -> Int? {
    if start < deadEnds.blockless { return nil }
    var index = start
    search: while index < min(last, deadEnds.limit) {
      switch kind(index) {
      case .leftBrace:
        guard belongsToCondition(index, start: start) else { return index }
        index = bracketEnd(index)
      case .rightBrace, .rightParen, .rightSquare, .semicolon, .endOfFile, .poundElse,
        .poundElseif, .poundEndif:
        break search
      default:
        index = stepEnd(index)
      }
    }
    deadEnds.blockless = max(deadEnds.blockless, index)
    return nil
  }

  /// `true` if the brace at `index`, among the conditions that begin at `start`, opens a closure.
  private func belongsToCondition(_ index: Int, start: Int) -> Bool {
    if index == start { return true }
    switch kind(index - 1) {
    case .equal, .binaryOperator, .comma, .prefixOperator, .prefixAmpersand: return true
    default: break
    }
    guard !startsLine(index + 1), keyword(index + 1) != .case else { return false }
    let end = bracketEnd(index)
    switch kind(end) {
    case .leftBrace, .comma: return true
    case .keyword where keyword(end) == .where: return true
    case .leftSquare, .leftParen, .period, .postfixQuestion, .infixQuestion, .exclamation,
      .colon, .equal, .postfixOperator, .binaryOperator:
      return !startsLine(end)
    case .keyword where keyword(end) == .is || keyword(end) == .as:
      return !startsLine(end)
    default: return false
    }
  }
}

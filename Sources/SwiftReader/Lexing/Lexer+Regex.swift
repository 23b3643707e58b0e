extension Lexer {
  private enum PatternEnd {
    case closed(Int)
    case unterminated(Int)
    case notRegex
  }

  /// Reads `#/…/#`, or `#` alone where no pattern follows.
  mutating func readExtendedRegex(pounds: Int) {
    let start = position
    if pounds >= endlessRegexPounds, let end = lineBreak(after: start + pounds + 1) {
      return appendUnterminatedRegex(from: start, to: end)
    }
    switch patternEnd(slash: start + pounds, pounds: pounds, mustBeRegex: true) {
    case .closed(let end):
      position = end
      append(.regex, from: start)
    case .unterminated(let end):
      if lineBreak(after: start + pounds + 1) != nil { endlessRegexPounds = pounds }
      appendUnterminatedRegex(from: start, to: end)
    case .notRegex:
      position = start + 1
      append(.pound, from: start)
    }
  }

  private mutating func appendUnterminatedRegex(from start: Int, to end: Int) {
    position = end
    flags.insert(.unterminated)
    diagnostics.append(.unterminatedRegex(start..<end))
    append(.regex, from: start)
  }

  /// Reads the regex literal that begins at `slash`, a part of the operator from `start` to `end`,
  /// with the operator before it; returns `false` and reads nothing where an operator is meant.
  mutating func readBareRegex(_ slash: Int, _ start: Int, _ end: Int) -> Bool {
    if isLeftBound(start) { return false }
    let previous = tokens.last
    if previous?.keyword == .func || previous?.keyword == .operator { return false }

    var mustBeRegex = false
    let looksBinary = !isOperandStart(end)
    if looksBinary {
      if followsTryMark {
        mustBeRegex = true
      } else if !allowsRegex(after: previous) {
        return false
      }
      switch previous?.kind {
      case .leftParen, .leftSquare, .comma, .colon, .doubleColon, .stringHead, .stringMiddle: break
      default: mustBeRegex = true
      }
    }
    let literalEnd: Int
    var isTerminated = true
    switch patternEnd(slash: slash, pounds: 0, mustBeRegex: mustBeRegex) {
    case .notRegex: return false
    case .closed(let end): literalEnd = end
    case .unterminated(let end):
      guard mustBeRegex else { return false }
      literalEnd = end
      isTerminated = false
    }
    if slash > start {
      appendOperator(from: start, to: slash)
      flags = []
    }
    guard isTerminated else {
      appendUnterminatedRegex(from: slash, to: literalEnd)
      return true
    }
    position = literalEnd
    append(.regex, from: slash)
    return true
  }

  private func isOperandStart(_ offset: Int) -> Bool {
    switch source[offset] {
    case Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn, Ascii.rightParen,
      Ascii.rightSquare, Ascii.rightBrace, Ascii.comma, Ascii.semicolon, Ascii.colon, 0:
      false
    case Ascii.slash: source[offset + 1] != Ascii.slash && source[offset + 1] != Ascii.star
    case 0xC2: source[offset + 1] != 0xA0
    default: true
    }
  }

  /// `true` if the last tokens are `try?` or `try!`, which no binary operator can follow.
  private var followsTryMark: Bool {
    guard tokens.count > 1 else { return false }
    let mark = tokens[tokens.count - 1].kind
    return (mark == .postfixQuestion || mark == .exclamation)
      && tokens[tokens.count - 2].keyword == .try
  }

  /// `true` if an operand may follow `token`, nil for the start of the file.
  private func allowsRegex(after token: Token?) -> Bool {
    guard let token else { return true }
    switch token.kind {
    case .leftAngle, .rightAngle: return !token.flags.contains(.postfix)
    case .leftBrace, .leftParen, .leftSquare, .prefixOperator, .prefixAmpersand,
      .binaryOperator, .equal, .semicolon, .comma, .colon, .infixQuestion, .unknown,
      .stringHead, .stringMiddle, .poundIf, .poundElse, .poundElseif, .poundEndif:
      return true
    case .keyword:
      switch token.keyword {
      case .true, .false, .anyType, .nil, .selfValue, .selfType, .super, .wildcard: return false
      default: return true
      }
    default: return false
    }
  }

  /// Returns where the pattern that begins at `slash` ends, delimiters included.
  private func patternEnd(slash: Int, pounds: Int, mustBeRegex: Bool) -> PatternEnd {
    var index = slash + 1
    if pounds == 0 {
      switch source[index] {
      case Ascii.space, Ascii.tab:
        if !mustBeRegex { return .notRegex }
      case Ascii.star, Ascii.slash: return .notRegex
      default: break
      }
      if slash > 0, source[slash - 1] == Ascii.star { return .notRegex }
    }
    let firstBreak = pounds > 0 ? lineBreak(after: index) : nil
    if let firstBreak { index = firstBreak }

    var groups = 0
    var sets = 0
    while true {
      if source[index] == Ascii.slash, hasClosingPounds(pounds, at: index + 1) {
        if pounds == 0 {
          let next = source[index + 1]
          if next == Ascii.star || next == Ascii.slash {
            return mustBeRegex ? .unterminated(lineEnd(from: index)) : .notRegex
          }
          if !mustBeRegex, endsWithSpace(slash: slash, end: index) { return .notRegex }
        }
        return .closed(closingEnd(pounds, at: index + 1))
      }
      guard index < count else { return .unterminated(firstBreak ?? count) }
      var byte = source[index]
      if byte == Ascii.backslash {
        index += 1
        guard index < count else { return .unterminated(firstBreak ?? count) }
        byte = source[index]
        if byte == Ascii.lineFeed || byte == Ascii.carriageReturn, firstBreak == nil {
          return .unterminated(index)
        }
        index += 1
        continue
      }
      switch byte {
      case Ascii.lineFeed, Ascii.carriageReturn:
        if firstBreak == nil { return .unterminated(index) }
      case Ascii.leftParen where sets == 0: groups += 1
      case Ascii.rightParen where sets == 0:
        if groups > 0 {
          groups -= 1
        } else if !mustBeRegex {
          return .notRegex
        }
      case Ascii.leftSquare: sets += 1
      case Ascii.rightSquare where sets > 0: sets -= 1
      default: break
      }
      index += 1
    }
  }

  /// Returns the first line break after `offset` if only space precedes it.
  private func lineBreak(after offset: Int) -> Int? {
    var index = offset
    while source[index] == Ascii.space || source[index] == Ascii.tab { index += 1 }
    let byte = source[index]
    return byte == Ascii.lineFeed || byte == Ascii.carriageReturn ? index : nil
  }

  private func lineEnd(from offset: Int) -> Int {
    var index = offset
    while index < count, source[index] != Ascii.lineFeed, source[index] != Ascii.carriageReturn {
      index += 1
    }
    return index
  }

  private func hasClosingPounds(_ pounds: Int, at offset: Int) -> Bool {
    for index in 0..<pounds where source[offset + index] != Ascii.pound { return false }
    return true
  }

  private func closingEnd(_ pounds: Int, at offset: Int) -> Int {
    var end = offset
    if pounds > 0 { while source[end] == Ascii.pound { end += 1 } }
    return end
  }

  /// `true` if an unescaped space stands before the closing delimiter at `end`.
  private func endsWithSpace(slash: Int, end: Int) -> Bool {
    let byte = source[end - 1]
    guard end - 1 > slash, byte == Ascii.space || byte == Ascii.tab else { return false }
    return source[end - 2] != Ascii.backslash
  }
}

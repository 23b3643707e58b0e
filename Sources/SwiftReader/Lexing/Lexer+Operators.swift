extension Lexer {
  /// `true` if the byte before `offset` can end an operand.
  func isLeftBound(_ offset: Int) -> Bool {
    guard offset > 0 else { return false }
    switch source[offset - 1] {
    case Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn, Ascii.leftParen,
      Ascii.leftSquare, Ascii.leftBrace, Ascii.comma, Ascii.semicolon, Ascii.colon, 0:
      return false
    case Ascii.slash:
      return !(offset > 1 && source[offset - 2] == Ascii.star)
    case 0xA0:
      return !(offset > 1 && source[offset - 2] == 0xC2)
    default:
      return true
    }
  }

  /// `true` if the byte at `offset` can begin an operand.
  private func isRightBound(_ offset: Int, leftBound: Bool) -> Bool {
    switch source[offset] {
    case Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn, Ascii.rightParen,
      Ascii.rightSquare, Ascii.rightBrace, Ascii.comma, Ascii.semicolon, Ascii.colon, 0:
      return false
    case Ascii.period:
      return !leftBound
    case Ascii.slash:
      return source[offset + 1] != Ascii.slash && source[offset + 1] != Ascii.star
    case 0xC2:
      return source[offset + 1] != 0xA0
    default:
      return true
    }
  }

  /// Reads an operator, or the regex literal that begins where an operator might.
  mutating func readOperator() {
    let start = position
    let end = operatorEnd(from: start)
    if let slash = firstSlash(from: start, to: end), readBareRegex(slash, start, end) { return }
    appendOperator(from: start, to: end)
  }

  private func operatorEnd(from start: Int) -> Int {
    var end = start
    while end < count {
      let byte = source[end]
      if byte < 0x80 {
        guard classes.has(ByteClasses.operatorByte, byte) else { break }
        if byte == Ascii.period, source[start] != Ascii.period { break }
        // A comment that begins within the operator ends it.
        if byte == Ascii.slash, end > start,
          source[end + 1] == Ascii.slash || source[end + 1] == Ascii.star
        {
          break
        }
        if byte == Ascii.less, source[end + 1] == Ascii.pound, end > start,
          placeholderEnd(from: end) != nil
        {
          break
        }
        end += 1
      } else {
        let scalar = DecodedScalar(at: source + end)
        let belongs = end == start ? scalar.startsOperator : scalar.continuesOperator
        guard belongs else { break }
        end += scalar.length
      }
    }
    return max(end, start + 1)
  }

  private func firstSlash(from start: Int, to end: Int) -> Int? {
    (start..<end).first { source[$0] == Ascii.slash }
  }

  /// Adds the operator with the meaning that the space around it gives it.
  ///
  /// Angle brackets at its start stand as tokens of their own, since a type may end or begin there.
  mutating func appendOperator(from start: Int, to end: Int) {
    let leftBound = isLeftBound(start)
    let rightBound = isRightBound(end, leftBound: leftBound)
    let fixity: Token.Kind =
      leftBound == rightBound ? .binaryOperator : leftBound ? .postfixOperator : .prefixOperator
    if fixity == .prefixOperator { flags.insert(.prefix) }
    if fixity == .postfixOperator { flags.insert(.postfix) }

    var pieceStart = start
    while pieceStart < end {
      let pieceEnd = pieceEnd(from: pieceStart, to: end, operatorStart: start)
      position = pieceEnd
      if pieceStart > start {
        flags = flags.intersection([.prefix, .postfix]).union(.continuesOperator)
      }
      append(
        pieceKind(pieceStart..<pieceEnd, fixity: fixity, leftBound: leftBound), from: pieceStart)
      pieceStart = pieceEnd
    }
  }

  private func pieceEnd(from start: Int, to end: Int, operatorStart: Int) -> Int {
    let first = source[start]
    let beginsWithAngle =
      source[operatorStart] == Ascii.less || source[operatorStart] == Ascii.greater
    if beginsWithAngle {
      if first == Ascii.less || first == Ascii.greater { return start + 1 }
      if first == Ascii.question || first == Ascii.exclamation { return start + 1 }
    }
    // `func ==<T>(…)`: the angle bracket opens the generic parameters.
    if end - start > 1, source[end - 1] == Ascii.less,
      classes.has(ByteClasses.identifierStart, source[end])
    {
      return end - 1
    }
    return end
  }

  private func pieceKind(
    _ piece: Range<Int>, fixity: Token.Kind, leftBound: Bool
  ) -> Token.Kind {
    if piece.count == 1 {
      switch source[piece.lowerBound] {
      case Ascii.less: return .leftAngle
      case Ascii.greater: return .rightAngle
      case Ascii.equal: return .equal
      case Ascii.period: return .period
      case Ascii.ampersand where fixity == .prefixOperator: return .prefixAmpersand
      case Ascii.question:
        return leftBound || flags.contains(.continuesOperator) ? .postfixQuestion : .infixQuestion
      case Ascii.exclamation where flags.contains(.continuesOperator): return .exclamation
      default: return fixity
      }
    }
    if piece.count == 2, source[piece.lowerBound] == Ascii.minus,
      source[piece.lowerBound + 1] == Ascii.greater
    {
      return .arrow
    }
    return fixity
  }
}

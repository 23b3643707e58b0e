extension Lexer {
  private enum SegmentEnd {
    case closed, interpolation, unterminated
  }

  /// Reads a string literal up to its end or its first interpolation.
  mutating func readString(pounds: Int) {
    let start = position
    let quoteOffset = start + pounds
    let quote = source[quoteOffset]
    let isMultiline = isMultilineDelimiter(at: quoteOffset, pounds: pounds)
    position = quoteOffset + (isMultiline ? 3 : 1)
    let open = OpenString(pounds: pounds, quote: quote, isMultiline: isMultiline)
    let end = skipSegment(of: open)
    switch end {
    case .closed:
      append(.string, from: start)
    case .unterminated:
      flags.insert(.unterminated)
      diagnostics.append(.unterminatedString(start..<position))
      append(.string, from: start)
    case .interpolation:
      strings.append(open)
      brackets.open(.interpolation, token: tokens.count, landmarks: landmarks)
      append(.stringHead, from: start)
    }
  }

  /// Reads from the parenthesis that ends the interpolation at `partner` to the next interpolation
  /// or the end of the literal.
  mutating func continueString(partner: Int) {
    close(downTo: partner)
    let start = position
    position += 1
    guard let open = strings.last else { return append(.stringTail, from: start) }
    switch skipSegment(of: open) {
    case .interpolation:
      brackets.open(.interpolation, token: tokens.count, landmarks: landmarks)
      append(.stringMiddle, from: start)
      discardPending()
      return
    case .unterminated:
      flags.insert(.unterminated)
      diagnostics.append(.unterminatedString(start..<position))
    case .closed: break
    }
    strings.removeLast()
    append(.stringTail, from: start)
    pairLast()
  }

  /// `true` if three quotes at `offset` open a literal of several lines.
  private func isMultilineDelimiter(at offset: Int, pounds: Int) -> Bool {
    guard source[offset] == Ascii.quote, source[offset + 1] == Ascii.quote,
      source[offset + 2] == Ascii.quote
    else { return false }
    guard pounds > 0 else { return true }
    // `#"""#` and `#""" "#` are literals of one line that hold quotes.
    if hasPounds(pounds, at: offset + 3) { return false }
    var index = offset + 3
    while index < count, source[index] != Ascii.lineFeed, source[index] != Ascii.carriageReturn {
      if source[index] == Ascii.quote, hasPounds(pounds, at: index + 1) { return false }
      index += 1
    }
    return true
  }

  @inline(__always)
  private func hasPounds(_ pounds: Int, at offset: Int) -> Bool {
    for index in 0..<pounds where source[offset + index] != Ascii.pound { return false }
    return true
  }

  /// Skips the text of a literal with the delimiter or `\(` that ends it.
  private mutating func skipSegment(of open: OpenString) -> SegmentEnd {
    while position < count {
      let byte = source[position]
      guard classes.has(ByteClasses.stringStop, byte) else {
        position += 1
        continue
      }
      switch byte {
      case Ascii.backslash:
        guard hasPounds(open.pounds, at: position + 1) else {
          position += 1
          continue
        }
        position += 1 + open.pounds
        if source[position] == Ascii.leftParen {
          position += 1
          return .interpolation
        }
        let isLineBreak =
          source[position] == Ascii.lineFeed || source[position] == Ascii.carriageReturn
        if !isLineBreak, position < count { position += 1 }
      case Ascii.lineFeed, Ascii.carriageReturn:
        if !open.isMultiline { return .unterminated }
        position += 1
      case open.quote:
        if open.isMultiline {
          guard source[position + 1] == Ascii.quote, source[position + 2] == Ascii.quote,
            hasPounds(open.pounds, at: position + 3)
          else {
            position += 1
            continue
          }
          position += 3 + open.pounds
          return .closed
        }
        position += 1
        if hasPounds(open.pounds, at: position) {
          position += open.pounds
          return .closed
        }
      default:
        position += 1
      }
    }
    position = count
    return .unterminated
  }
}

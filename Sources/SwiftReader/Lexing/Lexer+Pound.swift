extension Lexer {
  /// Reads a raw string, an extended regex literal, a directive, or `#` alone.
  mutating func readPound() {
    var end = position
    while source[end] == Ascii.pound { end += 1 }
    let pounds = end - position
    if source[end] == Ascii.quote || source[end] == Ascii.apostrophe {
      return readString(pounds: pounds)
    }
    if source[end] == Ascii.slash { return readExtendedRegex(pounds: pounds) }
    // All but the last pound of a row begin nothing.
    while position < end - 1 {
      position += 1
      append(.pound, from: position - 1)
      flags = []
    }
    readDirective()
  }

  private mutating func readDirective() {
    let start = position
    var end = start + 1
    while classes.has(ByteClasses.identifierStart, source[end]) { end += 1 }
    let word = UnsafeBufferPointer(start: source + start + 1, count: end - start - 1)
    if word.elementsEqual("if".utf8) {
      position = end
      brackets.open(.conditional, token: tokens.count, landmarks: landmarks)
      append(.poundIf, from: start)
    } else if word.elementsEqual("elseif".utf8) {
      appendClause(.poundElseif, from: start, to: end)
    } else if word.elementsEqual("else".utf8) {
      appendClause(.poundElse, from: start, to: end)
    } else if word.elementsEqual("endif".utf8) {
      if let partner = brackets.partner(of: .conditional) {
        close(downTo: partner)
      } else {
        markUnopened(start..<end)
      }
      position = end
      append(.poundEndif, from: start)
      pairLast()
    } else if word.elementsEqual("sourceLocation".utf8) {
      position = end
      append(.poundSourceLocation, from: start)
    } else {
      position = start + 1
      append(.pound, from: start)
    }
  }

  private mutating func appendClause(_ kind: Token.Kind, from start: Int, to end: Int) {
    if let partner = brackets.partner(of: .conditional) {
      close(downTo: partner)
      brackets.open(.conditional, token: tokens.count, landmarks: landmarks)
    } else {
      markUnopened(start..<end)
    }
    position = end
    append(kind, from: start)
    discardPending()
  }
}

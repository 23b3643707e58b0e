extension Lexer {
  /// Reads an identifier or keyword.
  @inline(__always)
  mutating func readIdentifier() {
    let start = position
    var end = start + 1
    while classes.has(ByteClasses.identifierContinue, source[end]) { end += 1 }
    if source[end] >= 0x80 {
      position = end
      skipIdentifierTail()
      if position > end { return append(.identifier, from: start) }
    }
    position = end
    let keyword = keywords.keyword(at: source + start, count: end - start)
    if keyword.isLandmark { landmarks &+= 1 }
    append(keyword.isReserved ? .keyword : .identifier, from: start, keyword: keyword)
  }

  /// Skips to the first scalar that continues no identifier.
  mutating func skipIdentifierTail() {
    while position < count {
      if classes.has(ByteClasses.identifierContinue, source[position]) {
        position += 1
      } else if source[position] >= 0x80 {
        let scalar = DecodedScalar(at: source + position)
        guard scalar.continuesIdentifier else { return }
        position += scalar.length
      } else {
        return
      }
    }
  }

  /// Reads `` `name` ``, where the name may be any text of one line.
  mutating func readBacktickedIdentifier() {
    let start = position
    var end = start + 1
    while end < count, source[end] != Ascii.backtick, source[end] != Ascii.lineFeed,
      source[end] != Ascii.carriageReturn
    {
      end += 1
    }
    if end < count, source[end] == Ascii.backtick {
      position = end + 1
      flags.insert(.backticked)
      append(.identifier, from: start)
    } else {
      position = start + 1
      diagnostics.append(.unterminatedIdentifier(start..<position))
      append(.unknown, from: start)
    }
  }

  /// Reads `$0` or `$name`.
  mutating func readDollarIdentifier() {
    let start = position
    position += 1
    skipIdentifierTail()
    append(.dollarIdentifier, from: start)
  }

  /// Reads an identifier or operator that begins with a scalar outside of ASCII.
  mutating func readNonAscii() {
    let start = position
    let scalar = DecodedScalar(at: source + start)
    if scalar.continuesIdentifier {
      position += scalar.length
      skipIdentifierTail()
      append(.identifier, from: start)
    } else if scalar.startsOperator {
      readOperator()
    } else {
      position = min(start + scalar.length, count)
      diagnostics.append(.unknownBytes(start..<position))
      append(.unknown, from: start)
    }
  }

  /// Reads `<#…#>` if it is whole; returns `false` and reads nothing otherwise.
  mutating func readPlaceholder() -> Bool {
    let start = position
    guard let end = placeholderEnd(from: start) else { return false }
    position = end
    append(.placeholder, from: start)
    return true
  }

  /// Returns where the placeholder that `<#` at `start` opens ends, nil if it does not on its line.
  func placeholderEnd(from start: Int) -> Int? {
    var end = start + 2
    while end < count, source[end] != Ascii.lineFeed {
      if source[end] == Ascii.less, source[end + 1] == Ascii.pound { return nil }
      if source[end] == Ascii.pound, source[end + 1] == Ascii.greater { return end + 2 }
      end += 1
    }
    return nil
  }
}

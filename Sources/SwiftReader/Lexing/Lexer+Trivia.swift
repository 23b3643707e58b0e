extension Lexer {
  /// Skips the byte order mark and the line that names an interpreter.
  mutating func skipProlog() {
    if source[0] == 0xEF, source[1] == 0xBB, source[2] == 0xBF { position = 3 }
    if source[position] == Ascii.pound, source[position + 1] == Ascii.exclamation {
      skipLine()
    }
  }

  /// Skips space, comments and bytes that mean nothing, noting line breaks.
  mutating func skipTrivia() {
    let start = position
    while true {
      let byte = source[position]
      switch byte {
      case Ascii.space, Ascii.tab:
        position += 1
      case Ascii.lineFeed, Ascii.carriageReturn:
        endSingleLineString()
        flags.insert(.startsLine)
        position += 1
      case Ascii.slash:
        if source[position + 1] == Ascii.slash {
          skipLine()
        } else if source[position + 1] == Ascii.star {
          skipBlockComment()
        } else {
          return finishTrivia(from: start)
        }
      case 0x0B, 0x0C:
        position += 1
      case 0:
        guard position < count else { return finishTrivia(from: start) }
        skipUnknown(length: 1)
      case 0x01...0x1F, 0x7F:
        skipUnknown(length: 1)
      case Ascii.less, Ascii.greater:
        guard skipConflictMarker() else { return finishTrivia(from: start) }
      case 0x80...:
        guard skipNonAsciiTrivia() else { return finishTrivia(from: start) }
      default:
        return finishTrivia(from: start)
      }
    }
  }

  @inline(__always)
  private mutating func finishTrivia(from start: Int) {
    if position != start { flags.insert(.spaceBefore) }
  }

  /// Skips to the line break or the end.
  mutating func skipLine() {
    while position < count {
      let byte = source[position]
      if byte == Ascii.lineFeed || byte == Ascii.carriageReturn { return }
      position += 1
    }
  }

  /// Skips a block comment with those nested in it.
  private mutating func skipBlockComment() {
    let start = position
    position += 2
    var depth = 1
    while position < count {
      let byte = source[position]
      guard classes.has(ByteClasses.commentStop, byte) else {
        position += 1
        continue
      }
      if byte == Ascii.star, source[position + 1] == Ascii.slash {
        position += 2
        depth -= 1
        if depth == 0 { return }
      } else if byte == Ascii.slash, source[position + 1] == Ascii.star {
        position += 2
        depth += 1
      } else {
        if byte == Ascii.lineFeed || byte == Ascii.carriageReturn { flags.insert(.startsLine) }
        position += 1
      }
    }
    position = count
    diagnostics.append(.unterminatedComment(start..<count))
  }

  /// Skips what is neither space nor the start of a token; returns `false` at a token.
  private mutating func skipNonAsciiTrivia() -> Bool {
    let scalar = DecodedScalar(at: source + position)
    if scalar.continuesIdentifier || scalar.startsOperator { return false }
    // Curly quotes stand where a literal was meant; they are tokens.
    if scalar.isValid, scalar.value == 0x201C || scalar.value == 0x201D { return false }
    if scalar.isValid, scalar.value == 0xFEFF {
      position += scalar.length
      return true
    }
    skipUnknown(length: scalar.length)
    return true
  }

  /// Skips bytes that mean nothing and reports them.
  private mutating func skipUnknown(length: Int) {
    let end = min(position + length, count)
    if let last = unknownBytes, last.range.upperBound == position, last.place == diagnostics.count {
      unknownBytes?.range = last.range.lowerBound..<end
      diagnostics[last.place - 1] = .unknownBytes(last.range.lowerBound..<end)
    } else {
      diagnostics.append(.unknownBytes(position..<end))
      unknownBytes = (position..<end, diagnostics.count)
    }
    position = max(end, position + 1)
  }

  /// Ends the single-line string literal whose interpolation a line break interrupts.
  private mutating func endSingleLineString() {
    while let open = strings.last, !open.isMultiline,
      let partner = brackets.entries.lastIndex(where: { $0.kind == .interpolation })
    {
      abandonString(partner: partner)
    }
  }

  /// Skips what lies between the markers of a version-control conflict, markers included.
  private mutating func skipConflictMarker() -> Bool {
    let isAtLineStart =
      position == 0 || source[position - 1] == Ascii.lineFeed
      || source[position - 1] == Ascii.carriageReturn
    guard isAtLineStart else { return false }
    let (opening, closing): (StaticString, StaticString) =
      source[position] == Ascii.less ? ("<<<<<<< ", ">>>>>>> ") : (">>>> ", "<<<<\n")
    guard !lacksConflictEnd, starts(with: opening, at: position) else { return false }
    var end = position + opening.utf8CodeUnitCount
    while end < count {
      let isLineStart =
        source[end - 1] == Ascii.lineFeed || source[end - 1] == Ascii.carriageReturn
      if isLineStart, starts(with: closing, at: end) {
        let start = position
        position = end + closing.utf8CodeUnitCount
        skipLine()
        flags.insert(.startsLine)
        diagnostics.append(.unknownBytes(start..<position))
        return true
      }
      end += 1
    }
    lacksConflictEnd = true
    return false
  }

  private func starts(with prefix: StaticString, at offset: Int) -> Bool {
    for index in 0..<prefix.utf8CodeUnitCount
    where source[offset + index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }
}

/// Turns bytes into tokens, all of them at once.
///
/// - Invariant: tokens do not overlap, stand in source order, and end with one `endOfFile`.
package struct Lexer {
  /// A string literal that is open around an interpolation.
  struct OpenString {
    let pounds: Int
    let quote: UInt8
    let isMultiline: Bool
  }

  /// The source followed by zeros, so that looking ahead needs no test.
  let source: SourceMemory<UInt8>
  /// The number of bytes that are source.
  let count: Int
  let classes = ByteClasses.shared
  let keywords = KeywordTable.shared

  /// The offset of the next byte to read.
  var position = 0
  /// The flags of the token being read.
  var flags: Token.Flags = .startsLine
  var tokens: [Token] = []
  var diagnostics: [TextDiagnostic] = []
  var brackets = BracketStack()
  var strings: [OpenString] = []
  /// How many words that may begin a type or function have been read.
  var landmarks: UInt32 = 0
  /// `true` once a conflict marker was found to have no end, so that none is looked for again.
  var lacksConflictEnd = false
  /// The fewest pounds of which a regex literal of several lines was found to have no end.
  var endlessRegexPounds = Int.max
  /// The last bytes that mean nothing, and how many diagnostics there were with theirs.
  var unknownBytes: (range: Range<Int>, place: Int)?
  /// The opener that the token about to be added closes.
  private var pendingOpener: Int?

  /// The number of zeros that follow the source in memory.
  static let padding = 32
  /// The largest offset that a token can hold.
  static let maximumCount = Int(UInt32.max) - 64

  /// Reads the `count` bytes at `source`.
  ///
  /// - Requires: `Lexer.padding` zeros follow the source.
  init(source: SourceMemory<UInt8>, count: Int) {
    self.source = source
    self.count = min(count, Self.maximumCount)
    tokens.reserveCapacity(count / 4 + 16)
    if count > Self.maximumCount {
      diagnostics.append(.sourceTooLarge(Self.maximumCount..<count))
    }
  }

  /// Returns the tokens of `bytes` with what is wrong with them.
  package static func tokens(
    of bytes: [UInt8]
  ) -> (tokens: [Token], diagnostics: [TextDiagnostic]) {
    withPaddedCopy(of: bytes) { source in
      var lexer = Lexer(source: source, count: bytes.count)
      lexer.readAll()
      return (lexer.tokens, lexer.diagnostics)
    }
  }

  /// Calls `body` with a copy of `bytes` that `Lexer.padding` zeros follow.
  static func withPaddedCopy<Result>(
    of bytes: [UInt8], _ body: (SourceMemory<UInt8>) -> Result
  ) -> Result {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + padding)
    defer { memory.deallocate() }
    bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { memory.initialize(from: start, count: source.count) }
    }
    (memory + bytes.count).initialize(repeating: 0, count: padding)
    return body(SourceMemory(memory))
  }

  /// Reads to the end.
  mutating func readAll() {
    skipProlog()
    while true {
      skipTrivia()
      guard position < count else { break }
      readToken()
      flags = []
    }
    closeEverything()
    append(.endOfFile, from: position)
  }

  /// Reads the token at `position`, which no trivia precedes.
  private mutating func readToken() {
    let start = position
    let byte = source[start]
    if classes.has(ByteClasses.identifierStart, byte) { return readIdentifier() }
    switch byte {
    case Ascii.leftParen: appendOpener(.leftParen, .paren)
    case Ascii.rightParen: appendRightParen()
    case Ascii.leftBrace: appendOpener(.leftBrace, .brace)
    case Ascii.rightBrace: appendCloser(.rightBrace, .brace)
    case Ascii.leftSquare: appendOpener(.leftSquare, .square)
    case Ascii.rightSquare: appendCloser(.rightSquare, .square)
    case Ascii.comma: appendByte(.comma)
    case Ascii.colon: appendColon()
    case Ascii.semicolon: appendByte(.semicolon)
    case Ascii.at: appendByte(.at)
    case Ascii.backslash: appendByte(.backslash)
    case Ascii.quote, Ascii.apostrophe: readString(pounds: 0)
    case Ascii.pound: readPound()
    case Ascii.zero...Ascii.nine: readNumber()
    case Ascii.period where !classes.has(ByteClasses.operatorByte, source[start + 1]):
      appendByte(.period)
    case Ascii.exclamation, Ascii.question:
      if isLeftBound(start) {
        appendByte(byte == Ascii.question ? .postfixQuestion : .exclamation)
      } else {
        readOperator()
      }
    case Ascii.less where source[start + 1] == Ascii.pound && readPlaceholder(): break
    case Ascii.backtick: readBacktickedIdentifier()
    case Ascii.dollar: readDollarIdentifier()
    case 0x80...: readNonAscii()
    default:
      if classes.has(ByteClasses.operatorByte, byte) {
        readOperator()
      } else {
        appendByte(.unknown)
      }
    }
  }
}

// MARK: - Emitting tokens

extension Lexer {
  /// Adds the token from `start` to `position`.
  @inline(__always)
  mutating func append(_ kind: Token.Kind, from start: Int, keyword: Keyword = .none) {
    tokens.append(
      Token(
        startOffset: UInt32(truncatingIfNeeded: start),
        endOffset: UInt32(truncatingIfNeeded: position), match: 0, kind: kind, keyword: keyword,
        flags: flags))
  }

  @inline(__always)
  private mutating func appendByte(_ kind: Token.Kind) {
    let start = position
    position += 1
    append(kind, from: start)
  }

  private mutating func appendColon() {
    let start = position
    position += source[start + 1] == Ascii.colon ? 2 : 1
    append(position - start == 2 ? .doubleColon : .colon, from: start)
  }

  private mutating func appendOpener(_ kind: Token.Kind, _ bracket: BracketStack.Kind) {
    brackets.open(bracket, token: tokens.count, landmarks: landmarks)
    appendByte(kind)
  }

  private mutating func appendCloser(_ kind: Token.Kind, _ bracket: BracketStack.Kind) {
    if let partner = brackets.partner(of: bracket) {
      close(downTo: partner)
    } else {
      markUnopened(position..<position + 1)
    }
    appendByte(kind)
    pairLast()
  }

  private mutating func appendRightParen() {
    if let partner = brackets.partner(of: .paren),
      brackets.entries[partner].kind == .interpolation
    {
      continueString(partner: partner)
    } else {
      appendCloser(.rightParen, .paren)
    }
  }

  /// Pops the entries above the one at `partner` as unclosed and pairs that one with the token that
  /// is about to be added.
  mutating func close(downTo partner: Int) {
    while brackets.entries.count > partner + 1 { popUnclosed() }
    let entry = brackets.removeLast()
    let opener = Int(entry.token)
    tokens[opener].match = UInt32(truncatingIfNeeded: tokens.count)
    if entry.landmarks != landmarks { tokens[opener].flags.insert(.holdsDeclarations) }
    pendingOpener = opener
  }

  /// Pops the last entry; its opener ends before the token that is about to be added.
  private mutating func popUnclosed() {
    let entry = brackets.removeLast()
    let opener = Int(entry.token)
    tokens[opener].match = UInt32(truncatingIfNeeded: tokens.count)
    tokens[opener].flags.formUnion([.unmatched, .holdsDeclarations])
    if entry.kind == .interpolation {
      let open = strings.popLast()
      let start = Int(tokens[opener].startOffset)
      if open != nil { diagnostics.append(.unterminatedString(start..<position)) }
      tokens[opener].flags.insert(.unterminated)
    } else {
      let range = tokens[opener].range
      let text = String(
        decoding: UnsafeBufferPointer(start: source + range.lowerBound, count: range.count),
        as: UTF8.self)
      diagnostics.append(.unclosed(text, range))
    }
  }

  /// Lets the last token point back at its opener.
  mutating func pairLast() {
    guard let opener = pendingOpener else { return }
    tokens[tokens.count - 1].match = UInt32(truncatingIfNeeded: opener)
    pendingOpener = nil
  }

  /// Forgets the opener that the last token closed, because the token opens a pair itself.
  mutating func discardPending() { pendingOpener = nil }

  /// Notes that the token about to be added at `range` closes nothing.
  mutating func markUnopened(_ range: Range<Int>) {
    let text = String(
      decoding: UnsafeBufferPointer(start: source + range.lowerBound, count: range.count),
      as: UTF8.self)
    diagnostics.append(.unopened(text, range))
    flags.insert(.unmatched)
  }

  /// Ends whatever is still open before the interpolation at `partner`, and that string with it.
  mutating func abandonString(partner: Int) {
    while brackets.entries.count > partner { popUnclosed() }
  }

  private mutating func closeEverything() {
    while !brackets.entries.isEmpty { popUnclosed() }
  }
}

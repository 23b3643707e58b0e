/// The smallest piece of source that the grammar names.
///
/// The trivia before a token (space, comments, what the lexer skipped) begins where the token
/// before it ends, so that trivia and tokens in order are the source byte for byte.
package struct Token: Sendable {
  package enum Kind: UInt8, Sendable {
    case endOfFile
    /// Bytes that begin no token.
    case unknown

    case identifier
    /// A reserved word; contextual words are identifiers whose `keyword` says which.
    case keyword
    /// `$0`, `$value`.
    case dollarIdentifier
    /// `<#…#>`
    case placeholder

    case integer
    case float
    case regex
    /// A whole string literal without interpolation, delimiters included.
    case string
    /// From the opening delimiter of a string literal to its first `\(`.
    case stringHead
    /// From the `)` of one interpolation to the `\(` of the next.
    case stringMiddle
    /// From the `)` of the last interpolation to the closing delimiter.
    case stringTail

    case leftParen, rightParen
    case leftSquare, rightSquare
    case leftBrace, rightBrace
    case comma, colon, semicolon, period, at, backslash
    /// `::`, between a module and a name.
    case doubleColon
    /// `#`, the start of a macro expansion or a directive that is no token of its own.
    case pound
    case poundIf, poundElseif, poundElse, poundEndif
    case poundSourceLocation
    case arrow
    case equal
    /// `<` or `>`, the first or only character of its operator, or following another such one.
    case leftAngle, rightAngle
    /// `&` before an operand.
    case prefixAmpersand
    /// `?` or `!` straight after an operand.
    case postfixQuestion, exclamation
    /// `?` with space before it.
    case infixQuestion
    case prefixOperator, postfixOperator, binaryOperator
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A line break lies between this token and the one before it.
    package static let startsLine = Flags(rawValue: 1)
    /// Trivia lies between this token and the one before it.
    package static let spaceBefore = Flags(rawValue: 2)
    /// The token continues the operator that the token before it began.
    package static let continuesOperator = Flags(rawValue: 4)
    /// The operator that this token begins takes the operand after it.
    package static let prefix = Flags(rawValue: 8)
    /// The operator that this token begins follows its operand.
    package static let postfix = Flags(rawValue: 16)
    /// The identifier stands in backticks.
    package static let backticked = Flags(rawValue: 32)
    /// A type or function may be declared within the pair that the token opens.
    package static let holdsDeclarations = Flags(rawValue: 32)
    /// The token opens or closes a pair whose other half is missing.
    package static let unmatched = Flags(rawValue: 64)
    /// The literal lacks its closing delimiter.
    package static let unterminated = Flags(rawValue: 128)
  }

  /// The offset of the first byte after the trivia.
  var startOffset: UInt32
  /// The offset after the last byte.
  var endOffset: UInt32
  /// For an opening token, the index of the token that closes it, or before which it ends when
  /// nothing closes it; for `#if`, `#elseif` and `#else`, that of the next clause or of `#endif`.
  var match: UInt32
  package internal(set) var kind: Kind
  package internal(set) var keyword: Keyword
  package internal(set) var flags: Flags

  /// The bytes of the token without its trivia.
  package var range: Range<Int> { Int(startOffset)..<Int(endOffset) }
}

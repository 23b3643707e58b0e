extension Lexer {
  /// Reads an integer or floating-point literal with whatever letters and digits follow it.
  mutating func readNumber() {
    let start = position
    let radix = source[start] == Ascii.zero ? source[start + 1] : 0
    switch radix {
    case UInt8(ascii: "x"):
      readHexadecimal(from: start)
    case UInt8(ascii: "o"), UInt8(ascii: "b"):
      skipIdentifierTail()
      append(.integer, from: start)
    default:
      readDecimal(from: start)
    }
  }

  private mutating func readDecimal(from start: Int) {
    skipDigits()
    var isFloat = false
    if source[position] == Ascii.period {
      let isFraction =
        classes.has(ByteClasses.digit, source[position + 1]) && tokens.last?.kind != .period
      guard isFraction else { return append(.integer, from: start) }
      isFloat = true
      position += 1
      skipDigits()
    }
    if source[position] | 0x20 == UInt8(ascii: "e") {
      isFloat = true
      position += 1
      skipSign()
    }
    skipIdentifierTail()
    append(isFloat ? .float : .integer, from: start)
  }

  private mutating func readHexadecimal(from start: Int) {
    position += 2
    skipHexDigits()
    var isFloat = false
    if source[position] == Ascii.period, classes.has(ByteClasses.hexDigit, source[position + 1]) {
      // `0xFF.description` is a member access; only an exponent makes a fraction of it.
      let afterInteger = position
      position += 1
      skipHexDigits()
      if hasHexadecimalExponent { isFloat = true } else { position = afterInteger }
    }
    if isFloat || hasHexadecimalExponent {
      isFloat = true
      position += 1
      skipSign()
    }
    skipIdentifierTail()
    append(isFloat ? .float : .integer, from: start)
  }

  private var hasHexadecimalExponent: Bool {
    guard source[position] | 0x20 == UInt8(ascii: "p") else { return false }
    let next = source[position + 1]
    return classes.has(ByteClasses.digit, next) || next == Ascii.plus || next == Ascii.minus
  }

  private mutating func skipDigits() {
    while classes.has(ByteClasses.digit, source[position]) || source[position] == Ascii.underscore {
      position += 1
    }
  }

  private mutating func skipHexDigits() {
    while classes.has(ByteClasses.hexDigit, source[position])
      || source[position] == Ascii.underscore
    {
      position += 1
    }
  }

  private mutating func skipSign() {
    if source[position] == Ascii.plus || source[position] == Ascii.minus { position += 1 }
  }
}

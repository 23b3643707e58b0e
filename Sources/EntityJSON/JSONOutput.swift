/// What takes the bytes of a JSON text.
protocol JSONOutput {
  /// Adds `byte`.
  mutating func append(_ byte: UInt8)

  /// Adds `bytes`.
  mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>)
}

extension Array: JSONOutput where Element == UInt8 {}

extension JSONOutput {
  /// Adds the characters of `text`.
  mutating func append(plain text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  // MARK: Numbers

  /// Adds a whole number.
  mutating func append(integer number: Int64) {
    if 0..<10 ~= number { return append(UInt8(ascii: "0") + UInt8(number)) }
    append(isNegative: number < 0, number.magnitude, fractionDigits: 0)
  }

  /// Adds the shortest digits that are read as `number`, which is finite, as `jsonDigits` are.
  mutating func append(real number: Double) {
    // Any two decimals of fifteen digits are different doubles, so that one that is nearest to
    // `number` is the shortest. Most numbers have no more than six digits behind the point.
    let scale = 1_000_000
    let scaled = (number * Double(scale)).rounded()
    guard scaled.magnitude < 1e15, scaled.magnitude >= 100, scaled / Double(scale) == number else {
      return append(plain: number.jsonDigits)
    }
    var (digits, count) = (UInt64(scaled.magnitude), 6)
    while count > 0, digits % 10 == 0 { (digits, count) = (digits / 10, count - 1) }
    append(isNegative: scaled < 0, digits, fractionDigits: count)
  }

  /// Adds `digits` with a point before the last `fractionDigits` of them.
  private mutating func append(isNegative: Bool, _ digits: UInt64, fractionDigits: Int) {
    // As many as the greatest number has, a sign, a point, and a zero before that.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
      var (start, rest) = (24, digits)
      func put(_ byte: UInt8) {
        start -= 1
        text[start] = byte
      }
      func putDigit() {
        put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
      if fractionDigits > 0 {
        for _ in 0..<fractionDigits { putDigit() }
        put(UInt8(ascii: "."))
      }
      repeat { putDigit() } while rest > 0
      if isNegative { put(UInt8(ascii: "-")) }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }

  // MARK: Strings

  /// Adds the string whose UTF-8 is `text`, with its quotes.
  mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    escape(text)
    append(UInt8(ascii: "\""))
  }

  /// Adds `text` with escapes for what a string may not hold as it is, and for the line separators
  /// of Unicode, which break a line in some editors.
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while true {
      index = PlainText.end(text, from: index)
      guard index < text.count else { break }
      let byte = text[index]
      let isSeparator =
        byte == 0xE2 && index + 2 < text.count && text[index + 1] == 0x80
        && text[index + 2] & 0xFE == 0xA8
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || isSeparator
      else {
        index += 1
        continue
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      if isSeparator {
        append(plain: text[index + 2] == 0xA8 ? "\\u2028" : "\\u2029")
      } else {
        appendEscape(byte)
      }
      index += isSeparator ? 3 : 1
      start = index
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): append(UInt8(ascii: "t"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    default:
      let digits = String(byte, radix: 16)
      append(plain: "u\(String(repeating: "0", count: 4 - digits.count))\(digits)")
    }
  }
}

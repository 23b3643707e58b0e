#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A forward reader of JSON text that builds no tree: the caller takes the values it knows and the
/// scanner passes over the rest.
///
/// Every `read` consumes exactly one value; where the value is of another kind than asked for, it
/// is passed over and the answer is nil, so that one odd field does not spoil a message.
package struct JSONScanner {
  /// How many objects and arrays may be open at once.
  static let depthLimit = 128

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// Creates a scanner at the start of UTF-8 text, of which half a surrogate pair is read as U+FFFD
  /// and a control character as itself.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads an object, calling `member` at each value, which it must consume, and returns `true`;
  /// passes over any other value and returns `false`.
  @discardableResult
  package mutating func readObject(
    _ member: (_ key: String, _ scanner: inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) -> Bool {
    guard peek() == .openBrace else {
      try skipValue()
      return false
    }
    try open()
    if take(.closeBrace) {
      depth -= 1
      return true
    }
    repeat {
      guard peek() == .quote else { throw expected("a quoted name") }
      let key = try takeString()
      guard take(.colon) else { throw expected("':'") }
      try member(key, &self)
    } while take(.comma)
    guard take(.closeBrace) else { throw expected("',' or '}'") }
    depth -= 1
    return true
  }

  /// Reads an array, calling `element` at each value, which it must consume, and returns `true`;
  /// passes over any other value and returns `false`.
  @discardableResult
  package mutating func readArray(
    _ element: (_ scanner: inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) -> Bool {
    guard peek() == .openBracket else {
      try skipValue()
      return false
    }
    try open()
    if take(.closeBracket) {
      depth -= 1
      return true
    }
    repeat {
      try element(&self)
    } while take(.comma)
    guard take(.closeBracket) else { throw expected("',' or ']'") }
    depth -= 1
    return true
  }

  /// Reads a string, with U+FFFD for half a surrogate pair, or passes over any other value.
  package mutating func readString() throws(JSONError) -> String? {
    guard peek() == .quote else {
      try skipValue()
      return nil
    }
    return try takeString()
  }

  /// Reads a whole number that fits an `Int`, or passes over any other value.
  package mutating func readInteger() throws(JSONError) -> Int? {
    _ = peek()
    let start = position
    try skipValue()
    return Int(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Passes over one value of any kind and returns its bytes.
  package mutating func readSource() throws(JSONError) -> ArraySlice<UInt8> {
    _ = peek()
    let start = position
    try skipValue()
    return bytes[start..<position]
  }

  /// Passes over one value of any kind.
  package mutating func skipValue() throws(JSONError) {
    switch peek() {
    case .openBrace?:
      try skipObject()
    case .openBracket?:
      try readArray { (scanner) throws(JSONError) in try scanner.skipValue() }
    case .quote?:
      position = try closingQuote() + 1
    default:
      try skipWord()
    }
  }

  /// Passes over an object without decoding the names of its members.
  private mutating func skipObject() throws(JSONError) {
    try open()
    if take(.closeBrace) {
      depth -= 1
      return
    }
    repeat {
      guard peek() == .quote else { throw expected("a quoted name") }
      position = try closingQuote() + 1
      guard take(.colon) else { throw expected("':'") }
      try skipValue()
    } while take(.comma)
    guard take(.closeBrace) else { throw expected("',' or '}'") }
    depth -= 1
  }

  /// Returns the byte at which the next value starts, or nil at the end.
  mutating func next() -> UInt8? { peek() }

  /// Confirms that nothing but white space is left.
  package mutating func finish() throws(JSONError) {
    guard peek() == nil else { throw expected("the end") }
  }

  /// Returns the byte at which the next token starts, or nil at the end, after passing over white
  /// space.
  private mutating func peek() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// If the next token is `byte`, advances past it and returns `true`.
  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  /// Advances past the opening bracket of an object or array.
  private mutating func open() throws(JSONError) {
    guard depth < Self.depthLimit else { throw expected("at most \(Self.depthLimit) levels") }
    depth += 1
    position += 1
  }

  /// Advances past a number, `true`, `false` or `null`.
  private mutating func skipWord() throws(JSONError) {
    let start = position
    while position < bytes.count, bytes[position].isPartOfWord { position += 1 }
    let word = bytes[start..<position]
    let isWord =
      word.first?.isLetter == true
      ? word.elementsEqual("false".utf8) || word.elementsEqual("true".utf8)
        || word.elementsEqual("null".utf8)
      : Self.isNumber(word)
    guard isWord else {
      position = start
      throw expected("a value")
    }
  }

  /// Returns `true` if `word` is a number.
  ///
  ///     number ::= '-'? ('0' | [1-9] [0-9]*) ('.' [0-9]+)? ([eE] [-+]? [0-9]+)?
  private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
    var rest = word
    func takeDigits() -> Int {
      let count = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let count = takeDigits()
    guard count > 0, !(startsWithZero && count > 1) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard takeDigits() > 0 else { return false }
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Advances past a string and returns its text.
  private mutating func takeString() throws(JSONError) -> String {
    let end = try closingQuote()
    position += 1
    guard var escape = firstIndex(of: .backslash, from: position, to: end) else {
      defer { position = end + 1 }
      return String(decoding: bytes[position..<end], as: UTF8.self)
    }
    var text = [UInt8]()
    text.reserveCapacity(end - position)
    while true {
      text.append(contentsOf: bytes[position..<escape])
      position = escape + 1
      try takeEscape(into: &text)
      guard let next = firstIndex(of: .backslash, from: position, to: end) else { break }
      escape = next
    }
    text.append(contentsOf: bytes[position..<end])
    position = end + 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Advances past what follows a backslash and appends what it represents.
  private mutating func takeEscape(into text: inout [UInt8]) throws(JSONError) {
    let letter = bytes[position]
    position += 1
    if letter == UInt8(ascii: "u") {
      let scalar = try takeScalar()
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      return
    }
    guard let byte = JSONEscapes.simple(letter) else {
      position -= 1
      throw expected("an escape letter")
    }
    text.append(byte)
  }

  /// Advances past four hexadecimal digits, and past the second half of a surrogate pair where the
  /// first is followed by it.
  private mutating func takeScalar() throws(JSONError) -> Unicode.Scalar {
    let high = try takeHexadecimal()
    if let scalar = Unicode.Scalar(high) { return scalar }
    let afterHigh = position
    if high < 0xDC00, bytes[position] == .backslash, bytes[position + 1] == UInt8(ascii: "u") {
      position += 2
      let low = try takeHexadecimal()
      if 0xDC00...0xDFFF ~= low {
        let joined = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
        return Unicode.Scalar(joined) ?? "\u{FFFD}"
      }
      position = afterHigh
    }
    return "\u{FFFD}"
  }

  /// Advances past four hexadecimal digits.
  private mutating func takeHexadecimal() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = bytes[position].hexadecimalValue else {
        throw expected("a hexadecimal digit")
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  /// Returns the index of the quote that ends the string which starts at the current position.
  ///
  /// Most of a message is long strings, so the search is left to `memchr` in both halves of it.
  private func closingQuote() throws(JSONError) -> Int {
    var start = position + 1
    while let quote = firstIndex(of: .quote, from: start, to: bytes.count) {
      var isEscaped = false
      var before = quote - 1
      while bytes[before] == .backslash {
        isEscaped.toggle()
        before -= 1
      }
      if !isEscaped { return quote }
      start = quote + 1
    }
    throw JSONError(offset: bytes.count, expected: "the end of a string")
  }

  /// Returns the index of the first such byte from `start` up to `end`, or nil.
  private func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Returns the error that the text does not go on as it must.
  func expected(_ what: String) -> JSONError {
    JSONError(offset: position, expected: what)
  }
}

extension UInt8 {
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let openBrace = UInt8(ascii: "{")
  fileprivate static let closeBrace = UInt8(ascii: "}")
  fileprivate static let openBracket = UInt8(ascii: "[")
  fileprivate static let closeBracket = UInt8(ascii: "]")

  /// `true` if the byte can stand in a number, `true`, `false` or `null`.
  fileprivate var isPartOfWord: Bool { isLetter || isPartOfNumber }

  /// `true` if the byte can stand in `true`, `false` or `null`.
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

  /// `true` if the byte can stand in a number.
  fileprivate var isPartOfNumber: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

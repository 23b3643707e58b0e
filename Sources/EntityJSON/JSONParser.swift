/// Checks JSON text from front to back and notes where its values are.
///
/// It does not call itself, so that no text is too deep for the stack of a thread.
struct JSONParser {
  /// The values so far.
  private(set) var nodes: [JSONDocument.Node] = []

  /// The nodes of the objects and arrays that have not ended, the outermost first.
  private(set) var open: [Int] = []

  /// What is wrong first; `nil` if nothing is.
  private(set) var failure: (message: String, offset: Int)?

  private var position = 0
  private let depthLimit: Int

  /// Creates a parser of text in which at most so many objects and arrays are in each other.
  init(depthLimit: Int = JSONDocument.depthLimit) { self.depthLimit = depthLimit }

  /// Reads all of `text`.
  mutating func parse(_ text: UnsafeBufferPointer<UInt8>) {
    nodes.reserveCapacity(text.count / 8 + 1)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    readWhole(text)
    guard failure == nil else { return }
    if next(text) != 0 || position != text.count { _ = fail("expected the end") }
  }

  /// Reads the value that begins at `start` of `text`, without what has been read before.
  ///
  /// - Returns: Where it ends; `nil` if something is wrong with it or it is not whole.
  mutating func parseValue(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    (failure, position) = (nil, start)
    readWhole(text)
    return failure == nil ? position : nil
  }

  /// Reads the value at the position and all that is inside of it.
  private mutating func readWhole(_ text: UnsafeBufferPointer<UInt8>) {
    while readValue(text), readToNextValue(text) {}
  }

  /// Reads a value; of an object or array that is not empty only its beginning, up to the first
  /// value inside.
  ///
  /// - Returns: `true` if a whole value has been read.
  private mutating func readValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    while true {
      switch next(text) {
      case UInt8(ascii: "\""): return readString(text)
      case UInt8(ascii: "{"):
        guard begin(.object) else { return false }
        if next(text) == UInt8(ascii: "}") {
          end()
          return true
        }
        guard readName(text) else { return false }
      case UInt8(ascii: "["):
        guard begin(.array) else { return false }
        if next(text) == UInt8(ascii: "]") {
          end()
          return true
        }
      case UInt8(ascii: "t"): return readWord("true", .true, text)
      case UInt8(ascii: "f"): return readWord("false", .false, text)
      case UInt8(ascii: "n"): return readWord("null", .null, text)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return readNumber(text)
      default: return fail("expected a value")
      }
    }
  }

  /// Reads what is between a value and the next one inside of the whole.
  ///
  /// - Returns: `false` if there is no next one, or something is wrong.
  private mutating func readToNextValue(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    while let container = open.last {
      let isObject = nodes[container].kind == .object
      switch next(text) {
      case UInt8(ascii: ","):
        position += 1
        return isObject ? readName(text) : true
      case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: end()
      default: return fail(isObject ? "expected ',' or '}'" : "expected ',' or ']'")
      }
    }
    return false
  }

  // MARK: Objects and arrays

  /// Begins the object or array at the position.
  private mutating func begin(_ kind: JSONDocument.Kind) -> Bool {
    guard open.count < depthLimit else {
      return fail("expected at most \(depthLimit) objects and arrays in each other")
    }
    open.append(nodes.count)
    add(kind, position, 0)
    position += 1
    return true
  }

  /// Ends the innermost object or array at the position, where its bracket is.
  private mutating func end() {
    position += 1
    guard let container = open.popLast() else { return }
    nodes[container].end = UInt32(truncatingIfNeeded: position)
    nodes[container].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  /// Reads the name of a member and the colon.
  private mutating func readName(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard next(text) == UInt8(ascii: "\"") else { return fail("expected a name in quotes") }
    guard readString(text) else { return false }
    guard next(text) == UInt8(ascii: ":") else { return fail("expected ':'") }
    position += 1
    return true
  }

  // MARK: Values without parts

  /// Reads the word that the value at the position must be.
  private mutating func readWord(
    _ word: StaticString, _ kind: JSONDocument.Kind, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let end = position + word.utf8CodeUnitCount
    guard end <= text.count else { return fail("expected a value") }
    for offset in 0..<word.utf8CodeUnitCount
    where word.utf8Start[offset] != text[position + offset] {
      return fail("expected a value")
    }
    add(kind, position, end)
    position = end
    return true
  }

  /// Reads a number.
  ///
  ///     number ::= '-'? ('0' | [1-9] [0-9]*) ('.' [0-9]+)? ([eE] [-+]? [0-9]+)?
  private mutating func readNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = position
    var kind = JSONDocument.Kind.integer
    if text[position] == UInt8(ascii: "-") { position += 1 }
    if position < text.count, text[position] == UInt8(ascii: "0") {
      position += 1
    } else {
      guard skipDigits(text) else { return fail("expected a digit") }
    }
    if position < text.count, text[position] == UInt8(ascii: ".") {
      kind = .fraction
      position += 1
      guard skipDigits(text) else { return fail("expected a digit") }
    }
    if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
      kind = .fraction
      position += 1
      if position < text.count,
        text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+")
      {
        position += 1
      }
      guard skipDigits(text) else { return fail("expected a digit") }
    }
    add(kind, start, position)
    return true
  }

  /// Passes over digits; `false` if there are none.
  private mutating func skipDigits(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = position
    while position < text.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[position] {
      position += 1
    }
    return position > start
  }

  /// Reads the string that starts at the position.
  private mutating func readString(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    position += 1
    let start = position
    var kind = JSONDocument.Kind.string
    while true {
      position = PlainText.end(text, from: position)
      guard position < text.count else { return fail("expected '\"', where the text ends") }
      switch text[position] {
      case UInt8(ascii: "\""):
        add(kind, start, position)
        position += 1
        return true
      case UInt8(ascii: "\\"):
        kind = .escapedString
        guard skipEscape(text) else { return false }
      case 0x80...:
        guard let length = UTF8Sequence.length(text, at: position) else {
          return fail("expected UTF-8")
        }
        position += length
      case 0..<0x20: return fail("expected an escape in place of a control character")
      default: position += 1
      }
    }
  }

  /// Passes over an escape.
  private mutating func skipEscape(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    position += 1
    guard position < text.count else { return fail("expected an escape letter") }
    guard text[position] == UInt8(ascii: "u") else {
      guard JSONEscapes.simple(text[position]) != nil else {
        return fail("expected an escape letter")
      }
      position += 1
      return true
    }
    position += 1
    guard let unit = JSONEscapes.hexadecimal(text, at: position) else {
      return fail("expected four hexadecimal digits")
    }
    guard unit & 0xF800 == 0xD800 else {
      position += 4
      return true
    }
    let second = position + 4
    guard unit < 0xDC00, second + 6 <= text.count, text[second] == UInt8(ascii: "\\"),
      text[second + 1] == UInt8(ascii: "u"),
      let low = JSONEscapes.hexadecimal(text, at: second + 2), 0xDC00..<0xE000 ~= low
    else { return fail("expected both halves of a surrogate pair") }
    position = second + 6
    return true
  }

  // MARK: Positions

  /// Returns the byte at which the next token starts, after passing over white space; 0 at the end,
  /// which no token starts with.
  private mutating func next(_ text: UnsafeBufferPointer<UInt8>) -> UInt8 {
    while position < text.count {
      let byte = text[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return 0
  }

  private mutating func add(_ kind: JSONDocument.Kind, _ start: Int, _ end: Int) {
    nodes.append(
      JSONDocument.Node(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: nodes.count + 1), kind: kind))
  }

  /// Notes that the text is wrong at the position; returns `false`.
  private mutating func fail(_ message: String) -> Bool {
    failure = (message, position)
    return false
  }
}

/// UTF-8 beyond ASCII.
enum UTF8Sequence {
  /// Returns how many bytes the character at `index` has, which is not ASCII; `nil` if what is
  /// there is not UTF-8.
  ///
  /// The ranges are those of the Unicode Standard, table 3-7.
  static func length(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    let (length, second): (Int, ClosedRange<UInt8>)
    switch text[index] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= text.count, second ~= text[index + 1] else { return nil }
    for offset in 2..<max(length, 2) where text[index + offset] & 0xC0 != 0x80 { return nil }
    return length
  }
}

/// JSON that is written from front to back, members in the order in which they are given.
///
/// Outlines of thousands of files are mostly text, so this copies bytes and looks at each once.
struct JSONText {
  /// The text so far, in UTF-8.
  private(set) var bytes: [UInt8] = []

  /// Adds an object with the members that `members` adds.
  mutating func object(_ members: (inout JSONText) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    members(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Adds an array with what `add` adds for each of `elements`.
  mutating func array<Element>(
    _ elements: [Element], _ add: (inout JSONText, Element) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: "["))
    for element in elements { add(&self, element) }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Adds the name of a member, which needs no escapes; its value has to follow.
  mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// Adds a string.
  mutating func append(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { escape($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds a string, or null.
  mutating func append(_ value: String?) {
    if let value {
      append(value)
    } else {
      appendWord("null")
    }
  }

  /// Adds a number.
  mutating func append(_ value: Int) { appendWord(String(value)) }

  /// Adds a number, or null.
  mutating func append(_ value: Int?) { appendWord(value.map(String.init) ?? "null") }

  /// Adds true or false.
  mutating func append(_ value: Bool) { appendWord(value ? "true" : "false") }

  /// Adds an array of strings.
  mutating func append(_ values: [String]) { array(values) { $0.append($1) } }

  /// Adds an array of strings and nulls.
  mutating func append(_ values: [String?]) { array(values) { $0.append($1) } }

  private mutating func appendWord(_ word: String) {
    separate()
    bytes.append(contentsOf: word.utf8)
  }

  /// Adds the comma that a value needs unless it is the first one or has a name before it.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  /// Adds `text` with escapes for what may not stand in a string as it is.
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in text.indices {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        continue
      }
      bytes.append(contentsOf: text[start..<index])
      start = index + 1
      appendEscape(byte)
    }
    bytes.append(contentsOf: text[start...])
  }

  private mutating func appendEscape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: "u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
    }
  }
}

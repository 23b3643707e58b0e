/// JSON that is written from front to back, members in the order in which they are given.
struct JSONText {
  /// The text so far, in UTF-8.
  private(set) var bytes: [UInt8] = []

  /// Adds an object with the members that `members` adds.
  mutating func appendObject(_ members: (inout JSONText) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    members(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Adds a member to the object that is being written; its name needs no escapes.
  mutating func member(_ name: StaticString, _ value: some JSONWritable) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    value.write(to: &self)
  }

  /// Adds an array of `elements`.
  mutating func append(_ elements: [some JSONWritable]) {
    separate()
    bytes.append(UInt8(ascii: "["))
    for element in elements { element.write(to: &self) }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Adds a string.
  mutating func append(_ string: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { escape($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Adds a number, true, false or null.
  mutating func append(word: String) {
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

/// A value that JSON can hold.
protocol JSONWritable {
  /// Adds the value at the end of `json`.
  func write(to json: inout JSONText)
}

extension String: JSONWritable {
  func write(to json: inout JSONText) { json.append(self) }
}

extension Int: JSONWritable {
  func write(to json: inout JSONText) { json.append(word: String(self)) }
}

extension Bool: JSONWritable {
  func write(to json: inout JSONText) { json.append(word: self ? "true" : "false") }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  func write(to json: inout JSONText) {
    switch self {
    case .some(let value): value.write(to: &json)
    case .none: json.append(word: "null")
    }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  func write(to json: inout JSONText) { json.append(self) }
}

/// A value in a snapshot's file.
enum SnapshotValue: Hashable {
  case null
  case boolean(Bool)
  /// A number without point and exponent.
  case integer(Int128)
  case real(Double)
  case string(String)
  case list([SnapshotValue])
  case object([String: SnapshotValue])

  /// Creates the value that `json` is, or nil when it is no JSON, or such as a snapshot has no use
  /// for: an object with two members of one name, lists in lists in lists without end, a number
  /// beyond all ranges.
  init?(json: String) {
    // Decoders find out what a value is by trying each type, and a file has thousands of values.
    var scanner = SnapshotScanner(bytes: Array(json.utf8))
    guard let value = scanner.value(depth: 0), scanner.isAtEnd else { return nil }
    self = value
  }

  /// What the value is, with an article.
  var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer, .real: "a number"
    case .string: "a string"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

/// Reads JSON, byte by byte.
private struct SnapshotScanner {
  /// The most levels that values stand in one another, so that no file exhausts the stack.
  static let depth = 32

  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// `true` iff nothing follows; passes over white space.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  /// Returns the value that comes next, or nil when none does.
  mutating func value(depth: Int) -> SnapshotValue? {
    skipSpace()
    guard depth < Self.depth, position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return list(depth: depth)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return take("true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .boolean(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> SnapshotValue? {
    var members: [String: SnapshotValue] = [:]
    guard takeToken("{") else { return nil }
    if takeToken("}") { return .object(members) }
    repeat {
      skipSpace()
      guard let name = string(), takeToken(":"), members[name] == nil,
        let value = value(depth: depth + 1)
      else { return nil }
      members[name] = value
    } while takeToken(",")
    return takeToken("}") ? .object(members) : nil
  }

  private mutating func list(depth: Int) -> SnapshotValue? {
    var values: [SnapshotValue] = []
    guard takeToken("[") else { return nil }
    if takeToken("]") { return .list(values) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
    } while takeToken(",")
    return takeToken("]") ? .list(values) : nil
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(scalar).utf8)
      case ..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Returns what the escape stands for whose backslash has been read.
  private mutating func escape() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = unit() else { return nil }
      guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
      guard take("\\u"), let low = self.unit(), (0xDC00..<0xE000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  /// Returns the number that four hexadecimal digits are.
  private mutating func unit() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = bytes[position..<position + 4]
    position += 4
    guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> SnapshotValue? {
    let start = position
    _ = take("-")
    let first = position
    guard takeDigits() else { return nil }
    if bytes[first] == UInt8(ascii: "0"), position > first + 1 { return nil }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard takeDigits() else { return nil }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("-") { _ = take("+") }
      guard takeDigits() else { return nil }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole { return Int128(text).map { .integer($0) } }
    guard let number = Double(text), number.isFinite else { return nil }
    return .real(number)
  }

  private mutating func takeDigits() -> Bool {
    let start = position
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
    return position > start
  }

  /// Passes over white space and then over `token`, if it comes next.
  private mutating func takeToken(_ token: String) -> Bool {
    skipSpace()
    return take(token)
  }

  /// Passes over `text` if it comes next.
  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) {
      position += 1
    }
  }
}

/// A value that JSON holds.
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number without point and exponent.
  case integer(Int128)
  /// A number with a point or an exponent, as it is written, since no binary number is 0.1.
  case fraction(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads all of `bytes` as one value.
  ///
  /// What readers may take for different things is refused: two members of one name, half a
  /// surrogate pair, a control character in a string, bytes that are not UTF-8 and a number beyond
  /// all ranges.
  package init(reading bytes: [UInt8]) throws(JSONError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSONError(offset: 0, expected: "UTF-8")
    }
    var scanner = JSONScanner(bytes, repairsStrings: false)
    self = try scanner.readValue()
    try scanner.finish()
  }

  /// What the value is, with an article.
  package var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer, .fraction: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONScanner {
  /// Reads a value of any kind.
  package mutating func readValue() throws(JSONError) -> JSONValue {
    switch next() {
    case UInt8(ascii: "{")?:
      var members: [String: JSONValue] = [:]
      try readObject { (name, scanner) throws(JSONError) in
        guard members[name] == nil else { throw scanner.expected("another name") }
        members[name] = try scanner.readValue()
      }
      return .object(members)
    case UInt8(ascii: "[")?:
      var elements: [JSONValue] = []
      try readArray { (scanner) throws(JSONError) in elements.append(try scanner.readValue()) }
      return .array(elements)
    case UInt8(ascii: "\"")?: return .string(try readString() ?? "")
    default: return try readWord()
    }
  }

  /// Reads a number, `true`, `false` or `null`.
  private mutating func readWord() throws(JSONError) -> JSONValue {
    let word = try takeWord()
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "null": return .null
    default:
      if let number = Int128(word) { return .integer(number) }
      guard word.utf8.contains(where: { ".eE".utf8.contains($0) }), let number = Double(word),
        number.isFinite
      else { throw expected("a number within range") }
      return .fraction(word)
    }
  }
}

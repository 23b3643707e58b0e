import EntityJSON
import Testing

@Suite struct JSONScannerTests {
  @Test(arguments: [
    (#""""#, ""),
    (#""plain é 😀""#, "plain é 😀"),
    (#""a\"b\\c\/d""#, #"a"b\c/d"#),
    (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""x\ud83d\ude00y""#, "x😀y"),
    (#""ends in \\""#, #"ends in \"#),
    (#"  "between blanks"  "#, "between blanks"),
  ])
  func stringIsReadWithItsEscapes(json: String, text: String) throws {
    #expect(try string(json) == text)
  }

  @Test(arguments: [
    (#""\ud83d""#, "\u{FFFD}"),
    (#""\ude00""#, "\u{FFFD}"),
    (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\n""#, "\u{FFFD}\n"),
    (#""\ud83d\u0041""#, "\u{FFFD}A"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
  ])
  func halfASurrogatePairIsAReplacementCharacter(json: String, text: String) throws {
    #expect(try string(json) == text)
  }

  @Test func brokenUTF8IsRepaired() throws {
    var scanner = JSONScanner([0x22, 0x61, 0xFF, 0x62, 0x22])

    #expect(try scanner.readString() == "a\u{FFFD}b")
  }

  @Test(arguments: [
    ("0", 0), ("-17", -17), ("9223372036854775807", Int.max), (" 8 ", 8),
  ])
  func wholeNumberIsRead(json: String, number: Int) throws {
    var scanner = JSONScanner(Array(json.utf8))

    #expect(try scanner.readInteger() == number)
    try scanner.finish()
  }

  @Test(arguments: ["1.5", "1e3", "9223372036854775808", "true", "null", #""7""#, "[7]", "{}"])
  func valueThatIsNoWholeNumberIsPassedOver(json: String) throws {
    var scanner = JSONScanner(Array(json.utf8))

    #expect(try scanner.readInteger() == nil)
    try scanner.finish()
  }

  @Test(arguments: ["7", "null", "false", #"["a"]"#, #"{"a":"b"}"#])
  func valueThatIsNoStringIsPassedOver(json: String) throws {
    #expect(try string(json) == nil)
  }

  @Test func membersAndElementsAreVisitedInOrder() throws {
    var scanner = JSONScanner(Array(#"{"a": [1, 2], "b": {}, "c": [], "a": [3]}"#.utf8))
    var visited: [String] = []
    let isObject = try scanner.readObject { (key, scanner) throws(JSONError) in
      visited.append(key)
      let isArray = try scanner.readArray { (scanner) throws(JSONError) in
        visited.append("\(try scanner.readInteger() ?? -1)")
      }
      visited.append(isArray ? "array" : "other")
    }
    try scanner.finish()

    #expect(isObject)
    #expect(visited == ["a", "1", "2", "array", "b", "other", "c", "array", "a", "3", "array"])
  }

  @Test(arguments: [
    ("", "expected a value at byte 0"),
    ("   ", "expected a value at byte 3"),
    ("nul", "expected a value at byte 0"),
    ("1-2", "expected a value at byte 0"), ("01", "expected a value at byte 0"),
    ("1.", "expected a value at byte 0"), ("+1", "expected a value at byte 0"),
    (#""abc"#, "expected the end of a string at byte 4"),
    (#""abc\""#, "expected the end of a string at byte 6"),
    ("{", "expected a quoted name at byte 1"),
    ("{nonsense", "expected a quoted name at byte 1"),
    (#"{"a""#, "expected ':' at byte 4"),
    (#"{"a":}"#, "expected a value at byte 5"),
    (#"{"a":1,}"#, "expected a quoted name at byte 7"),
    (#"{"a":1"#, "expected ',' or '}' at byte 6"),
    (#"{"a":1]"#, "expected ',' or '}' at byte 6"),
    ("[1 2]", "expected ',' or ']' at byte 3"),
    ("[1,]", "expected a value at byte 3"),
    ("[1}", "expected ',' or ']' at byte 2"),
    ("1 2", "expected the end at byte 2"),
    (#"{"\q":1}"#, "expected an escape letter at byte 3"),
    (#"{"\u12":1}"#, "expected a hexadecimal digit at byte 6"),
  ])
  func textThatIsNotJSONIsAnErrorAtItsPlace(json: String, message: String) {
    #expect(complaint(json) == message)
  }

  @Test func nestingIsFollowedToALimit() {
    let limit = 128
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    let deeper = String(repeating: "[", count: 1_000_000)

    #expect(complaint(deepest) == nil)
    #expect(complaint(deeper) == "expected at most 128 levels at byte 128")
  }

  @Test func everyPrefixOfAMessageIsAnErrorAndNoTrap() {
    let text = #"{"a": [1, -2.5e3, true, null], "b\u00e9\ud83d\ude00": {"c": "d\\\""}, "e": "é"}"#
    let message = Array(text.utf8)

    for length in 0..<message.count {
      #expect(complaint(String(decoding: message.prefix(length), as: UTF8.self)) != nil)
    }
    #expect(complaint(text) == nil)
  }

  /// Returns what `readString` makes of a whole text.
  private func string(_ json: String) throws -> String? {
    var scanner = JSONScanner(Array(json.utf8))
    let text = try scanner.readString()
    try scanner.finish()
    return text
  }

  /// Returns what the scanner has against a text when every name in it is read.
  private func complaint(_ json: String) -> String? {
    var scanner = JSONScanner(Array(json.utf8))
    do {
      try scanner.readObject { (_, scanner) throws(JSONError) in try scanner.skipValue() }
      try scanner.finish()
      return nil
    } catch {
      return "\(error)"
    }
  }
}

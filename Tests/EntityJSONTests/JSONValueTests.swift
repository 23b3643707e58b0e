import EntityJSON
import Testing

@Suite struct JSONValueTests {
  @Test func everyKindOfValueIsRead() throws {
    let text = #" {"a": [null, true, false], "b": 1, "c": -2.5e1, "d": "\u00e9\n", "e": {}} "#
    #expect(
      try JSONValue(reading: Array(text.utf8))
        == .object([
          "a": .array([.null, .boolean(true), .boolean(false)]), "b": .integer(1),
          "c": .fraction("-2.5e1"), "d": .string("é\n"), "e": .object([:]),
        ]))
  }

  @Test func numbersKeepEveryDigit() throws {
    let text = """
      [18446744073709551615, -9223372036854775808, 0.1234567890123456789012345678901, 1E2]
      """
    #expect(
      try JSONValue(reading: Array(text.utf8))
        == .array([
          .integer(Int128(UInt64.max)), .integer(Int128(Int64.min)),
          .fraction("0.1234567890123456789012345678901"), .fraction("1E2"),
        ]))
  }

  @Test(arguments: [
    ("", "expected a value at byte 0"), ("{} {}", "expected the end at byte 3"),
    (#"{"a": 1, "a": 2}"#, "expected another name at byte 13"),
    (#"["\ud800x"]"#, "expected the other half of a surrogate pair at byte 8"),
    ("[\"a\nb\"]", "expected no control character at byte 3"),
    ("[1e999]", "expected a number within range at byte 6"),
    ("[01]", "expected a value at byte 1"),
  ])
  func whatReadersMayTakeForDifferentThingsIsRefused(_ text: String, _ message: String) {
    do throws(JSONError) {
      Issue.record("\(try JSONValue(reading: Array(text.utf8))) was read")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test func aWrittenStringIsReadAsItself() throws {
    let text = "a\"\\/\n\r\t\u{1}\u{2028}\u{2029}é😀"
    let json = JSONWriter.quoted(text)
    #expect(json == #""a\"\\/\n\r\t\u0001\u2028\u2029é😀""#)
    #expect(try JSONValue(reading: Array(json.utf8)) == .string(text))
  }
}

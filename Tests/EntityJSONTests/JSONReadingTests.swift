import EntityJSON
import Foundation
import TestSupport
import Testing

/// What text is JSON: the cases of the public suites for readers, and what Foundation says of them.
@Suite struct JSONReadingTests {
  @Test(arguments: [
    "[]", "{}", "null", "true", "false", "0", "-0", "\"\"", " [] ", "[ ]", "{ }", "[[]   ]",
    "[\"\"]", "[null, 1, \"1\", {}]", "[1\n]", "\t[1]\r\n", "[0.1]", "[-0.0]", "[20e1]", "[1E22]",
    "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[0e1]", "[0e+1]", "[-1]", "[-123]",
    "[123.456789]", "[123123123123123123123123123123]", "[1e400]", "[-1e+9999]", "[1.5e-400]",
    "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]",
    #"{"a":"b","a":"b"}"#, #"{"":0}"#, #"{"foo\u0000bar": 42}"#, #"{"a":[]}"#, "{\n\"a\": \"b\"\n}",
    #"{"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430"}"#, #"["\u0060\u012a\u12AB"]"#,
    #"["\uD801\udc37"]"#, #"["\ud83d\ude39\ud83d\udc8d"]"#, #"["\"\\\/\b\f\n\r\t"]"#,
    #"["\\u0000"]"#, #"["\""]"#, "[\"a/*b*/c/*d//e\"]", #"["\\a"]"#, #"["\\n"]"#, #"["\u0012"]"#,
    #"["\uFFFF"]"#, "[\"\u{10FFFF}\"]", "[\"\u{FFFF}\"]", #"["\u0000"]"#, #"["\u002c"]"#,
    "[\"π\"]", "[\"\u{1BFFF}\"]", "[\"asd \"]", "\" \"", #"["\uDBFF\uDFFE"]"#,
    #"["new\u00A0line"]"#,
    #"["\u2028\u2029"]"#, "[\"\u{2028}\"]", "[\"\u{7F}\"]", #"["\u200B"]"#, #"["\u0022"]"#,
    "[\"\u{2342}\u{3A34}\"]", #""\u0821""#, #"{"min": -1.0e+28, "max": 1.0e+28}"#, "\u{FEFF}[1]",
    "[4.9e-324, 1.7976931348623157e308]", "[\"e\u{301}\"]",
  ])
  func whatTheGrammarHasIsRead(_ text: String) throws {
    let json = try JSON(reading: text)
    #expect(json.text == text.trimmingCharacters(in: ["\u{FEFF}", " ", "\t", "\r", "\n"]))
  }

  @Test(arguments: [
    ("", "line 1, column 1: expected a value"), (" ", "line 1, column 2: expected a value"),
    ("[1 true]", "line 1, column 4, $[1]: expected ',' or ']'"),
    ("[\"\": 1]", "line 1, column 4, $[1]: expected ',' or ']'"),
    ("[1,]", "line 1, column 4, $[1]: expected a value"),
    ("[1,,2]", "line 1, column 4, $[1]: expected a value"),
    ("[,1]", "line 1, column 2, $[0]: expected a value"),
    ("[1", "line 1, column 3, $[1]: expected ',' or ']'"),
    ("[1]]", "line 1, column 4: expected the end"), ("[1]x", "line 1, column 4: expected the end"),
    ("{} {}", "line 1, column 4: expected the end"), ("[]\0", "line 1, column 3: expected the end"),
    ("{\"a\" 1}", "line 1, column 6, a: expected ':'"),
    ("{\"a\":\n  {\"b c\": [0, tru]}}", "line 2, column 15, a[\"b c\"][1]: expected a value"),
    ("{\"a\":1,}", "line 1, column 8: expected a name in quotes"),
    ("{a: 1}", "line 1, column 2: expected a name in quotes"),
    ("{1: 1}", "line 1, column 2: expected a name in quotes"),
    ("{'a': 1}", "line 1, column 2: expected a name in quotes"),
    ("{\"a\":1", "line 1, column 7: expected ',' or '}'"),
    ("{\"a\":", "line 1, column 6, a: expected a value"),
    ("{", "line 1, column 2: expected a name in quotes"),
    ("[-]", "line 1, column 3, $[0]: expected a digit"),
    ("[01]", "line 1, column 3, $[1]: expected ',' or ']'"),
    ("[-01]", "line 1, column 4, $[1]: expected ',' or ']'"),
    ("[+1]", "line 1, column 2, $[0]: expected a value"),
    ("[.5]", "line 1, column 2, $[0]: expected a value"),
    ("[1.]", "line 1, column 4, $[0]: expected a digit"),
    ("[1.e3]", "line 1, column 4, $[0]: expected a digit"),
    ("[1e]", "line 1, column 4, $[0]: expected a digit"),
    ("[1e+]", "line 1, column 5, $[0]: expected a digit"),
    ("[0x1]", "line 1, column 3, $[1]: expected ',' or ']'"),
    ("[NaN]", "line 1, column 2, $[0]: expected a value"),
    ("[Infinity]", "line 1, column 2, $[0]: expected a value"),
    ("[-Infinity]", "line 1, column 3, $[0]: expected a digit"),
    ("[nul]", "line 1, column 2, $[0]: expected a value"),
    ("[True]", "line 1, column 2, $[0]: expected a value"),
    ("[\"a]", "line 1, column 5, $[0]: expected '\"', where the text ends"),
    ("[\"\\\"]", "line 1, column 6, $[0]: expected '\"', where the text ends"),
    ("[\"\\x00\"]", "line 1, column 4, $[0]: expected an escape letter"),
    ("[\"\\", "line 1, column 4, $[0]: expected an escape letter"),
    ("[\"\\u00A\"]", "line 1, column 5, $[0]: expected four hexadecimal digits"),
    ("[\"\\uD800\"]", "line 1, column 5, $[0]: expected both halves of a surrogate pair"),
    ("[\"\\uD800\\u\"]", "line 1, column 5, $[0]: expected both halves of a surrogate pair"),
    ("[\"\\uD834x\"]", "line 1, column 5, $[0]: expected both halves of a surrogate pair"),
    ("[\"\\uDC00\"]", "line 1, column 5, $[0]: expected both halves of a surrogate pair"),
    ("[\"a\nb\"]", "line 1, column 4, $[0]: expected an escape in place of a control character"),
    ("[\"\t\"]", "line 1, column 3, $[0]: expected an escape in place of a control character"),
    (
      "[\"12345678\u{0}\"]",
      "line 1, column 11, $[0]: expected an escape in place of a control character"
    ),
    ("/* */ 1", "line 1, column 1: expected a value"),
    ("[1] // x", "line 1, column 5: expected the end"),
    ("[\u{A0}1]", "line 1, column 2, $[0]: expected a value"),
    ("[\u{2060}]", "line 1, column 2, $[0]: expected a value"),
    ("]", "line 1, column 1: expected a value"),
    ("[}", "line 1, column 2, $[0]: expected a value"),
    ("\u{FEFF}", "line 1, column 4: expected a value"),
  ])
  func everythingElseIsRefusedWithItsPlaceAndPath(_ text: String, _ message: String) {
    #expect(refusal(Array(text.utf8)) == message)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80], [0xF0, 0x9F, 0x98], [0xC3],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8AreRefused(_ bytes: [UInt8]) {
    let text = Array("[\"".utf8) + bytes + Array("\"]".utf8)
    #expect(refusal(text) == "line 1, column 3, $[0]: expected UTF-8")
  }

  @Test func whatIsTooDeepIsRefusedAndWhatIsNotIsRead() throws {
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    var json = try JSON(reading: deepest)
    for _ in 0..<511 { json = try #require(json[0]) }
    #expect(json == [])
    let message = refusal(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    #expect(message?.hasSuffix(": expected at most 512 objects and arrays in each other") == true)
    let objects = refusal(Array(String(repeating: "{\"a\":", count: 100_000).utf8))
    #expect(objects?.hasPrefix("line 1, column 2561, a.a.a") == true)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func foundationAgreesAboutTextsThatHaveBeenDamaged(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let whole = Array(
      #"{"a":[1,-2.5e3,true,null,"x\u00e9\n\ud83d\ude00é😀"],"b c":{"d":"","e":[{},[],0]},"f":1E+2}"#
        .utf8)
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(whole.randomElement(using: &random) ?? 0, at: index)
        case 2: bytes[index] = whole.randomElement(using: &random) ?? 0
        default: bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let foundations = try? JSONDecoder().decode(JSON.self, from: Data(bytes))
      let ours = try? JSON(reading: bytes)
      // Foundation guesses UTF-16 and 32 from bytes that are zero, takes a comma that nothing
      // follows, and no numbers beyond those of a Double.
      let text = String(decoding: bytes, as: UTF8.self)
      guard !bytes.contains(0), !text.contains(/,\s*[\]}]/), !text.contains(/[eE]\+?\d{3}/) else {
        continue
      }
      #expect((ours == nil) == (foundations == nil), "\(text)")
    }
  }

  /// Returns why `bytes` are refused, `nil` if they are not.
  private func refusal(_ bytes: [UInt8]) -> String? {
    do throws(JSONReadingError) {
      _ = try JSON(reading: bytes)
      return nil
    } catch {
      return error.description
    }
  }
}

import EntityModel
import EntityStore
import TestSupport
import Testing

@Suite struct RegularExpressionTests {
  /// Returns an expression of the syntax, and the same as Swift writes it.
  private func expression(_ random: inout SeededRandom, depth: Int) -> String {
    var text = ""
    for _ in 0...random.below(3) {
      let item =
        switch random.below(depth > 0 ? 12 : 9) {
        case 0...2: random.pick(["a", "b", "c", "é", "_", " "])
        case 3: "."
        case 4: random.pick(["[ab]", "[^a]", "[a-c_]", #"[\d-]"#, "[b-b]"])
        case 5: random.pick([#"\d"#, #"\w"#, #"\s"#, #"\D"#, #"\W"#, #"\S"#, #"\."#, #"\\"#])
        case 6: random.pick(["1", "-", "B"])
        case 7: random.pick(["a", "ab"])
        case 8: random.pick(["^", "$"])
        case 9: "(" + expression(&random, depth: depth - 1) + ")"
        case 10: "(?:" + expression(&random, depth: depth - 1) + "|b)"
        default: expression(&random, depth: depth - 1) + "|" + random.pick(["", "a", "bc"])
        }
      text += item
      if random.oneIn(3), let last = item.last, last != "^", last != "$", !item.contains("|") {
        text += random.pick(["*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "+?"])
      } else if random.oneIn(3), item.hasPrefix("("), item.hasSuffix(")") {
        text += random.pick(["*", "+", "?", "{2}", "{1,3}"])
      }
    }
    return text
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func whatIsFoundIsWhatSwiftFinds(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let pattern = expression(&random, depth: 2)
      guard let other = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { continue }
      let own = try RegularExpression(pattern)
      for _ in 0..<20 {
        var text = ""
        for _ in 0..<random.below(6) {
          text += random.pick(["a", "b", "c", "1", "-", "_", " ", "B"])
        }
        #expect(
          own.isFound(in: text) == (text.firstMatch(of: other) != nil), "\(pattern) in '\(text)'")
      }
    }
  }

  @Test(arguments: [
    ("(", "has '(' without ')', at character 1"), ("a)", "has ')' without '(', at character 2"),
    ("*a", "repeats nothing, at character 1"), ("a**", "repeats a repetition, at character 2"),
    ("[a", "has '[' without ']', at character 1"),
    ("a{", "has '{' without a number of repetitions, at character 2"),
    ("a{2", "has '{' without '}', at character 2"),
    ("a{3,2}", "repeats at most less than at least, at character 2"),
    ("a\\", "ends with a backslash, at character 2"),
    (#"\p{L}"#, "has a backslash before a character that has no meaning there, at character 1"),
    (#"(a)\1"#, "has a backslash before a character that has no meaning there, at character 4"),
    ("(?=a)", "has a kind of group that is not known here, at character 1"),
    ("^*", "repeats what takes no character, at character 1"),
    ("[z-a]", "has a range of characters that ends before it begins, at character 2"),
    ("(a{99}){99}", "is too long, its repetitions written out"),
  ])
  func whatIsNoExpressionIsRefused(pattern: String, message: String) {
    let error = #expect(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
    #expect(error?.message == message)
  }

  @Test(arguments: [
    ("(?i)straße", "STRAßE", true), ("(?i)[a-f]+$", "XFEED", true), ("(?i)É", "é", true),
    ("É", "é", false), (#"\bcat\b"#, "a cat!", true), (#"\bcat\b"#, "concat", false),
    (#"\Bcat"#, "concat", true), ("a.c", "a\nc", false), ("^$", "", true), ("^a$", "b\na", false),
    ("[]a]", "]", true), ("[^]]", "]", false), ("[a-]", "-", true), ("", "anything", true),
    (#"\d"#, "٣", true),
  ])
  func particularExpressions(pattern: String, text: String, isFound: Bool) throws {
    #expect(try RegularExpression(pattern).isFound(in: text) == isFound)
  }

  @Test func whatTakesOthersForEverTakesLinearTime() throws {
    let text = String(repeating: "a", count: 2_000)
    for pattern in ["(a+)+b", "(a|a)*b", "(a*)*b", "(.*)*x(.*)*y", "((a{1,30}){1,20}){1,2}b"] {
      #expect(try !RegularExpression(pattern).isFound(in: text))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func anyTextIsAnExpressionOrRefused(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "\\", "^", "$", ".", "a", "9", ",", "-",
      ":", "é",
    ]
    for _ in 0..<500 {
      var pattern = ""
      for _ in 0..<random.below(12) { pattern += random.pick(pieces) }
      _ = try? RegularExpression(pattern).isFound(in: "aé9-")
    }
    let deep = String(repeating: "(", count: 100_000)
    #expect(throws: RegularExpressionError.self) { try RegularExpression(deep) }
  }
}

@Suite struct WildcardPatternTests {
  /// `true` if `text` is as `parts` say, found by trying all ways.
  private func matches(_ parts: ArraySlice<String>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let part = parts.first else { return text.isEmpty }
    let rest = parts.dropFirst()
    switch part {
    case "%": return (0...text.count).contains { matches(rest, text.dropFirst($0)) }
    case "_": return !text.isEmpty && matches(rest, text.dropFirst())
    default:
      return text.first == (part.unicodeScalars.last ?? "?") && matches(rest, text.dropFirst())
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>) func aPatternIsTriedInEveryWay(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      var parts: [String] = []
      for _ in 0..<random.below(7) {
        parts.append(random.pick(["%", "_", "a", "b", #"\%"#, #"\_"#, #"\\"#]))
      }
      var text = ""
      for _ in 0..<random.below(8) { text += random.pick(["a", "b", "%", "_", #"\"#]) }
      #expect(
        WildcardPattern(parts.joined()).matches(text)
          == matches(parts[...], Array(text.unicodeScalars)[...]), "\(parts) \(text)")
    }
  }

  @Test func aBackslashBeforeAnythingElseIsOne() {
    #expect(WildcardPattern(#"a\b"#).matches(#"a\b"#))
    #expect(WildcardPattern(#"a\"#).matches(#"a\"#))
    #expect(!WildcardPattern(#"a\b"#).matches("ab"))
  }

  @Test func manyWildcardsTakeNoLongerThanTheProductOfBothLengths() {
    let pattern = WildcardPattern(String(repeating: "%a", count: 500) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5_000)))
  }
}

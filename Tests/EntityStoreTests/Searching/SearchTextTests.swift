import EntityModel
import EntityStore
import TestSupport
import Testing

@testable import EntitySQL
@testable import EntitySQLite

/// What somebody typed, and what the index is asked.
@Suite struct SearchTextTests {
  @Test(arguments: [
    ("", #""""#),
    (" \t\n", #""""#),
    ("left", #""left""#),
    ("left hand", #""left" "hand""#),
    ("\"left hand\"", #""left hand""#),
    ("\"left hand\" dark", #""left hand" "dark""#),
    ("dispos*", #""dispos"*"#),
    ("\"left ha\"*", #""left ha"*"#),
    ("left OR right", #"("left") OR ("right")"#),
    ("left AND right", #""left" "right""#),
    ("a b OR c d", #"("a" "b") OR ("c" "d")"#),
    ("left -hand", #"("left") NOT ("hand")"#),
    ("left NOT hand", #"("left") NOT ("hand")"#),
    ("left -a -b", #"("left") NOT (("a") OR ("b"))"#),
    ("(left OR right) hand", #"("hand") AND (("left") OR ("right"))"#),
    ("-(left right) hand", #"("hand") NOT ("left" "right")"#),
    ("title:hand", #"{"title"} : "hand""#),
    ("abstract:\"left hand\" dark", #"{"summary"} : "left hand" "dark""#),
    ("title:(left right*)", #"{"title"} : "left" {"title"} : "right"*"#),
  ])
  func aTextIsReadAsASearch(text: String, expression: String) {
    #expect(TextSearch(text).expression(in: Self.table()) == expression)
  }

  @Test func theInnerNameOfAnAttributeCounts() {
    #expect(
      TextSearch("title:(left abstract:(a (b)) c)").expression(in: Self.table())
        == #"{"title"} : "left" {"summary"} : "a" {"summary"} : "b" {"title"} : "c""#)
  }

  @Test(arguments: [
    ("OR", #""""#),
    ("left OR", #""left""#),
    ("OR left", #""left""#),
    ("left OR OR right", #"("left") OR ("right")"#),
    ("AND", #""""#),
    ("NOT", #""""#),
    ("-left", #""""#),
    ("left OR -right", #""left""#),
    ("\"left hand", #""left" "hand""#),
    ("left\"", #""left""#),
    ("5\" disk", #""5" "disk""#),
    ("\"\"", #""""#),
    ("(left", #""left""#),
    ("left)", #""left""#),
    ("((((((((((((left))))))))))))) right", #""left" "right""#),
    ("()", #""""#),
    ("*", #""""#),
    ("left & right", #""left" "right""#),
    ("& (left OR right)", #"("left") OR ("right")"#),
    ("- left", #""left""#),
    ("well-known", #""well-known""#),
    ("pages:12", #""pages:12""#),
    ("http://a.b", #""http://a.b""#),
    ("title:", #""title:""#),
    ("title: left", #""title:" "left""#),
    ("or and not", #""or" "and" "not""#),
    ("NEAR(a b)", #""NEAR" "a" "b""#),
    ("a + b ^c {d} e;--", #""a" "b" "^c" "{d}" "e;--""#),
    ("'); DROP TABLE Book; --", #""DROP" "TABLE" "Book;""#),
    ("a\0b", #""a" "b""#),
  ])
  func whatHasNothingToApplyToIsPassedOver(text: String, expression: String) {
    #expect(TextSearch(text).expression(in: Self.table()) == expression)
  }

  @Test func aQuotationMarkInASingleCharacterIsDoubled() {
    // A quotation mark with an accent on it is one character, and no quotation mark for the reader.
    #expect(TextSearch("a\"\u{301}b").expression(in: Self.table()) == "\"a\"\"\u{301}b\"")
  }

  @Test func aSearchInAnAttributeLooksThereAlone() {
    #expect(
      TextSearch("left OR right", in: ["title"]).expression(in: Self.table())
        == #"{"title"} : (("left") OR ("right"))"#)
  }

  @Test func whatATokenizerHasNoWordsForIsPassedOver() {
    #expect(
      TextSearch("ab abc (x OR abcd)").expression(in: Self.table(.trigram))
        == #""abc" "abcd""#)
    #expect(TextSearch("— é §").expression(in: Self.table(.ascii)) == #""—" "é" "§""#)
    #expect(TextSearch("— é §").expression(in: Self.table(.porter)) == #""é""#)
  }

  @Test func onlySoManyWordsCount() {
    let words = (1...1000).map { "w\($0)" }.joined(separator: " ")
    let expression = TextSearch(words).expression(in: Self.table())
    #expect(expression.split(separator: " ").count == SearchText.mostPhrases)
    #expect(expression.hasSuffix(#""w100""#))
  }

  @Test(arguments: SearchTokenizer.allCases)
  func anyTextIsASearch(tokenizer: SearchTokenizer) throws {
    let table = Self.table(tokenizer)
    let finder = try TextFinder()
    var random = SeededRandom(seed: 6)
    let pieces = [
      "\"", "\"", "(", ")", "*", "-", ":", "title:", "abstract:", "OR", "AND", "NOT", "NEAR", " ",
      " ", " ", "a", "left", "hand", "é", "\u{301}", "\0", "'", "\\", "{", "}", "^", "+", ",", ";",
      "😀", "\u{FFFF}", "\u{E000}", "\n", "日本語", "ab", "%", "_", "\u{200D}", "\r\n", "10",
    ]
    for _ in 0..<10_000 {
      let text = (0..<random.below(24)).map { _ in random.pick(pieces) }.joined()
      let search = TextSearch(text, in: random.oneIn(3) ? ["title"] : [])
      _ = try finder.find(
        search, in: ["The Left Hand", random.oneIn(2) ? nil : "a é 10"], of: table,
        excerpts: random.oneIn(4)
          ? [(0, TextExcerpt(start: "[", end: "]", ellipsis: "…", words: 3))] : [])
    }
  }

  @Test func aLongTextIsReadInTimeThatGrowsWithItsLength() {
    for text in ["a:", "(", "\"", "-", "title:", "a ", ")", "\"a\" OR "] {
      _ = TextSearch(String(repeating: text, count: 100_000)).expression(in: Self.table())
    }
  }

  /// Returns the table of an entity with two searchable attributes and one that is not.
  static func table(_ tokenizer: SearchTokenizer = .unicode) -> TableLayout {
    let book = Entity(
      "Book",
      properties: [
        .attribute(Attribute(name: "title", type: .string, search: tokenizer)),
        .attribute(
          Attribute(
            name: "abstract", column: "summary", type: .string, isOptional: true,
            search: tokenizer)),
        .attribute(Attribute(name: "pages", type: .int64)),
      ])
    return StoreLayout(ObjectModel(entities: [book])).tables[0]
  }
}

import ReaderLaws
import Testing

@testable import SwiftReader

@Suite struct LexerTests {
  private func tokens(_ source: String) -> String { SyntaxTree(parsing: source).tokenDump }

  @Test(arguments: [
    ("a+b", "identifier‹a› binaryOperator‹+› identifier‹b›"),
    ("a + b", "identifier‹a› binaryOperator‹+› identifier‹b›"),
    ("a +b", "identifier‹a› prefixOperator‹+› identifier‹b›"),
    ("a+ b", "identifier‹a› postfixOperator‹+› identifier‹b›"),
    ("a ?? b", "identifier‹a› binaryOperator‹??› identifier‹b›"),
    ("a?.b!", "identifier‹a› postfixQuestion‹?› period‹.› identifier‹b› exclamation‹!›"),
    ("a ? b : c", "identifier‹a› infixQuestion‹?› identifier‹b› colon‹:› identifier‹c›"),
    ("!a", "prefixOperator‹!› identifier‹a›"),
    ("&a", "prefixAmpersand‹&› identifier‹a›"),
    ("0..<9", "integer‹0› binaryOperator‹..<› integer‹9›"),
    ("a/*c*/-b", "identifier‹a› prefixOperator‹-› identifier‹b›"),
    ("a -> b", "identifier‹a› arrow‹->› identifier‹b›"),
  ])
  func surroundingsDecideWhatAnOperatorIs(_ source: String, _ expected: String) {
    #expect(tokens(source) == expected)
  }

  @Test(arguments: [
    ("A<B<C>>?", "A < B < C > > ?"), ("A<B>=c", "A < B > = c"), ("a >>= b", "a > > = b"),
    ("func ==<T>", "func == < T >"), ("<<T>", "< < T >"), ("a->b", "a -> b"), ("a >> b", "a > > b"),
  ])
  func angleBracketsStandAlone(_ source: String, _ expected: String) {
    let tree = SyntaxTree(parsing: source)
    let texts = tree.tokens.indices.dropLast().map { tree.tokenText($0) }
    #expect(texts.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    "0", "1_000", "0b01", "0o17", "0xFF_FF", "12abc",
  ])
  func integersAreOneToken(_ source: String) {
    #expect(tokens(source) == "integer‹\(source)›")
  }

  @Test(arguments: ["1.5", "1e5", "1.5e-3", "1E+2", "0x1p4", "0x1.8p-3"])
  func floatsAreOneToken(_ source: String) {
    #expect(tokens(source) == "float‹\(source)›")
  }

  @Test func aDotAfterANumberMayBeAMember() {
    #expect(tokens("1.a") == "integer‹1› period‹.› identifier‹a›")
    #expect(
      tokens("x.0.1") == "identifier‹x› period‹.› integer‹0› period‹.› integer‹1›")
    #expect(tokens("0xFF.d") == "integer‹0xFF› period‹.› identifier‹d›")
  }

  @Test(arguments: [
    "\"\"", "\"a\"", #""a \" b""#, ##"#"a " b"#"##, ###"##"a "# b"##"###, "#\"\"\"#",
    "\"\"\"\n  a \"\" b\n  \"\"\"", "#\"\"\"\n \\(x) \"\"\"\n \"\"\"#", "'a'",
  ])
  func stringsWithoutInterpolationAreOneToken(_ source: String) {
    #expect(tokens(source) == "string‹\(source)›")
  }

  @Test func interpolationsHoldTokens() {
    #expect(
      tokens(#""a\(b)c""#) == #"stringHead‹"a\(› identifier‹b› stringTail‹)c"›"#)
    #expect(
      tokens(#""\(a)\("\(b)")""#).split(separator: " ") == [
        #"stringHead‹"\(›"#, "identifier‹a›", #"stringMiddle‹)\(›"#, #"stringHead‹"\(›"#,
        "identifier‹b›", #"stringTail‹)"›"#, #"stringTail‹)"›"#,
      ])
    #expect(
      tokens(##"#"\(a)\#(f(x))"#"##).split(separator: " ") == [
        ##"stringHead‹#"\(a)\#(›"##, "identifier‹f›", "leftParen‹(›", "identifier‹x›",
        "rightParen‹)›", ##"stringTail‹)"#›"##,
      ])
  }

  @Test(arguments: [
    ("x = /a b/", "/a b/"), ("(/a/)", "/a/"), ("[/\\//]", "/\\//"), ("return /a(b)c/", "/a(b)c/"),
    ("try? /a /.b", nil), ("a / b / c", nil), ("f(/, /)", nil), ("a /b", nil), ("func /(x)", nil),
    ("x = #/a/b/#", "#/a/b/#"), ("#/\n a / b\n/#", "#/\n a / b\n/#"), ("a/b/c", nil),
    ("x = / a/", "/ a/"), ("operator /^/", nil),
  ])
  func slashesBeginRegexLiteralsWhereOperandsStand(_ source: String, _ expected: String?) {
    let tree = SyntaxTree(parsing: source)
    let index = tree.tokens.firstIndex { $0.kind == .regex }
    #expect(index.map { tree.tokenText($0) } == expected)
  }

  @Test func namesMayBeAnythingInBackticks() {
    #expect(tokens("`class` `hello world` `+1`").hasPrefix("identifier‹`class`›"))
    #expect(tokens("`hello world`") == "identifier‹`hello world`›")
    #expect(tokens("$0 $name") == "dollarIdentifier‹$0› dollarIdentifier‹$name›")
    #expect(tokens("日本 é _a") == "identifier‹日本› identifier‹é› identifier‹_a›")
    #expect(tokens("<#name#>") == "placeholder‹<#name#>›")
  }

  @Test func commentsNestAndAreTrivia() {
    #expect(tokens("/* a /* b */ c */ x // y") == "identifier‹x›")
    #expect(tokens("#!/usr/bin/swift\nx") == "identifier‹x›")
    #expect(tokens("\u{FEFF}x") == "identifier‹x›")
  }

  @Test func bracketsPairAcrossWhatIsBroken() {
    let tree = SyntaxTree(parsing: "{ ( [ } )")
    #expect(
      tree.diagnostics.map(\.id) == ["syntax.unclosed", "syntax.unclosed", "syntax.unopened"])
    #expect(Int(tree.tokens[0].match) == 3)
  }

  @Test(arguments: [
    ("\"a", "syntax.unterminated-string"), ("\"a\\(b", "syntax.unterminated-string"),
    ("/* a", "syntax.unterminated-comment"), ("`a", "syntax.unterminated-identifier"),
    ("#/a", "syntax.unterminated-regex"), ("\u{1}", "syntax.unknown-bytes"),
  ])
  func brokenTokensAreReported(_ source: String, _ id: String) {
    let tree = SyntaxTree(parsing: source)
    #expect(tree.diagnostics.map(\.id).contains(id))
    #expect(tree.brokenLaw == nil)
  }

  @Test func aLineBreakEndsASingleLineString() {
    #expect(tokens("\"a\nb") == "string‹\"a› identifier‹b›")
    #expect(tokens("\"\\(a\nb") == "stringHead‹\"\\(› identifier‹a› identifier‹b›")
  }

  @Test func linesEndInThreeWays() {
    let text = SourceText(Array("a\nb\r\nc\rd".utf8))
    #expect(text.lineStarts == [0, 2, 5, 7])
    #expect(text.position(at: 6) == .init(line: 3, column: 2))
    #expect(text.position(at: 8) == .init(line: 4, column: 2))
  }

  @Test func everyKeywordIsFound() {
    for keyword in Keyword.allCases where keyword != .none {
      let tree = SyntaxTree(parsing: keyword.text)
      #expect(tree.tokens[0].keyword == keyword)
      #expect(tree.tokens[0].kind == (keyword.isReserved ? .keyword : .identifier))
    }
    #expect(SyntaxTree(parsing: "classy").tokens[0].keyword == .none)
    #expect(SyntaxTree(parsing: "unsafeMutableAddresses").tokens[0].keyword == .none)
  }
}

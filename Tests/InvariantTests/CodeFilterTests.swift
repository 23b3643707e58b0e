import Testing

@Suite struct CodeFilterTests {
  @Test(arguments: [
    ("let a = 1 // b", "let a = 1     "),
    ("a /* b /* c */ d */ e", "a                   e"),
    (#"f("a", b)"#, "f(   , b)"),
    (#"f("a\"b", c)"#, "f(      , c)"),
    (#"f("a\(b("c"))d", e)"#, "f(             , e)"),
    (##"f(#"a"b\"#, c)"##, "f(        , c)"),
    (##"f(#"a\#(b)"#, c)"##, "f(          , c)"),
    ("f(\"\"\"\n  a \"b\" // c\n  \"\"\", d)", "f(   \n            \n     , d)"),
    ("\"a\nb", "  \nb"),
    ("#if a", "#if a"),
  ])
  func commentsAndStringsAreBlanks(text: String, code: String) {
    #expect(CodeFilter.code(in: text) == code)
  }
}

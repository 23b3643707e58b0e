import Testing

@testable import SwiftReader

@Suite struct DeepNestingTests {
  private static let count = 100_000

  private static func repeated(_ text: String, _ count: Int = count) -> String {
    String(repeating: text, count: count)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("let x = ", "(", ")"), ("let x = ", "[", "]"), ("", "{", "}"), ("let x = ", "{", "}"),
      ("", "/*", "*/"), ("let x: ", "A<", ">"), ("let x = ", "a<", ">"),
      ("", "#if A\n", "#endif\n"),
      ("class A {", "#if A\n", "#endif\n"), ("", "class A {", "}"), ("", "func f() {", "}"),
      ("let x = ", "\"\\(", ")\""), ("let x = ", "if a {", "} else {}"), ("let x: ", "(", ")"),
      ("class A { ", "@A(", ")"), ("let x = ", "{ struct A { var x = ", "} }"),
      ("class A {", "var a: Int { get {", "}}"), ("let x = ", "-", ""), ("let x = ", "a ? ", ": b"),
      ("", "class ", ""), ("class A {", "class final ", ""), ("let x = ", "#", ""),
      ("let x: ", "A -> ", "A"), ("", "+/**/", ""), ("", "<<<<<<< a\n", ""), ("", "#/\n", ""),
      ("let ", "x = 1, ", ""), ("class A where ", "A: B, ", ""), ("let x = a<(", "b<(", ""),
    ])
  func nestingIsReadInTime(_ prefix: String, _ open: String, _ close: String) {
    let whole = prefix + Self.repeated(open) + Self.repeated(close)
    let unclosed = prefix + Self.repeated(open, Self.count / 10)
    for source in [whole, unclosed] {
      let tree = SyntaxTree(parsing: source)
      #expect(tree.brokenInvariant == nil)
      _ = Outline(of: tree, path: "")
    }
  }

  @Test func whatLiesTooDeepIsReported() {
    let tree = SyntaxTree(
      parsing: String(repeating: "class A {", count: 100) + String(repeating: "}", count: 100))
    #expect(tree.diagnostics.map(\.id) == ["syntax.nesting-too-deep"])
  }
}

import ReaderLaws
import Testing

@testable import SwiftReader

@Suite struct DeepNestingTests {
  private static let count = 10_000

  private static func repeated(_ text: String, _ count: Int = count) -> String {
    String(repeating: text, count: count)
  }

  @Test(
    arguments: [
      ("let x = ", "(", ")"), ("let x = ", "[", "]"), ("", "{", "}"), ("let x = ", "{", "}"),
      ("", "/*", "*/"), ("let x: ", "A<", ">"), ("let x = ", "a<", ">"),
      ("", "#if A\n", "#endif\n"),
      ("class A {", "#if A\n", "#endif\n"), ("", "class A {", "}"), ("", "func f() {", "}"),
      ("let x = ", "\"\\(", ")\""), ("let x = ", "if a {", "} else {}"), ("let x: ", "(", ")"),
      ("class A { ", "@A(", ")"), ("let x = ", "{ struct A { var x = ", "} }"),
      ("class A {", "var a: Int { get {", "}}"), ("let x = ", "-", ""), ("let x = ", "a ? ", ": b"),
      ("let x: ", "[", "]"), ("let x: ", "A -> ", "A"), ("class A { @A", "(", ")"),
      ("class A { @A", "([", "])"), ("func f(a: ", "(", ")"), ("enum E { case a", "(", ")"),
    ])
  func nestingNeverExhaustsTheStack(_ prefix: String, _ open: String, _ close: String) {
    let whole = prefix + Self.repeated(open) + Self.repeated(close)
    let unclosed = prefix + Self.repeated(open, Self.count / 10)
    for source in [whole, unclosed] {
      let tree = SyntaxTree(parsing: source)
      #expect(tree.brokenLaw == nil)
      tree.askEveryView()
    }
  }

  @Test func parenthesesAreLookedThroughHoweverMany() throws {
    let (open, close) = (Self.repeated("("), Self.repeated(")"))
    let tree = SyntaxTree(parsing: "let a: \(open)Int\(close) = \(open)7\(close)")
    let binding = try #require(tree.declarations.first?.asVariable?.bindings.first)
    guard case .identifier(let identifier)? = binding.type?.form else {
      Issue.record("no identifier")
      return
    }
    #expect(identifier.name == "Int")
    guard case .integer(7)? = binding.initializer?.form else {
      Issue.record("no integer")
      return
    }
  }

  @Test func whatLiesTooDeepIsReported() {
    let tree = SyntaxTree(
      parsing: String(repeating: "class A {", count: 100) + String(repeating: "}", count: 100))
    #expect(tree.diagnostics.map(\.id) == ["syntax.nesting-too-deep"])
  }
}

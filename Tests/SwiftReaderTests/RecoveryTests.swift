import ReaderLaws
import Testing

@testable import SwiftReader

@Suite struct RecoveryTests {
  /// The names that the bindings of the first type bind, and the ids of the diagnostics.
  private func members(_ source: String) -> (names: [String], ids: [String]) {
    let tree = SyntaxTree(parsing: source)
    let members = tree.declarations.first { $0.asType != nil }?.asType?.flattenedMembers ?? []
    let names = members.compactMap(\.asVariable).flatMap(\.bindings).compactMap(\.name)
    return (names, tree.diagnostics.map(\.id))
  }

  @Test(arguments: [
    ("struct A { var a = 1; foo bar; var b = 2 }", ["syntax.unexpected-tokens"]),
    ("struct A { var a: ; var b = 2 }", ["syntax.expected-type"]),
    ("struct A { var a = ; var b = 2 }", ["syntax.expected-expression"]),
    ("struct A { var a = 1\n@ \nvar b = 2 }", ["syntax.unexpected-tokens"]),
    ("struct A { var a = 1\npublic\n}\nstruct B {}", ["syntax.expected-declaration"]),
    ("struct A { var a = (1\nvar b = 2 }", ["syntax.unclosed"]),
    ("struct A { var a = 1)\nvar b = 2 }", ["syntax.unopened", "syntax.unexpected-tokens"]),
    (
      "struct A { var a: Int { get junk }\nvar b = 2 }",
      ["syntax.expected-accessor", "syntax.unexpected-tokens"]
    ),
    ("struct A { var a = 1\nvar b = 2", ["syntax.unclosed"]),
    ("struct A { func (x: Int) {}\nvar a, b: Int }", ["syntax.expected-name"]),
    ("struct A { var a = \"x\nvar b = 2 }", ["syntax.unterminated-string"]),
    ("struct A { var a: Int, var b: Int }", ["syntax.unexpected-tokens"]),
    ("struct A { let a: Int, let b }", ["syntax.unexpected-tokens"]),
    ("protocol A { a: Int { get }\nb: Int }", ["syntax.expected-var", "syntax.expected-var"]),
    ("struct A { @A public a: Int\nvar b = 2 }", ["syntax.expected-var"]),
  ])
  func goodMembersSurviveBadOnes(_ source: String, _ ids: [String]) {
    let result = members(source)
    #expect(result.names.first == "a")
    #expect(result.ids == ids)
    if source.contains("b = 2") { #expect(result.names.last == "b") }
  }

  @Test func aMissingBraceIsReportedWhereItBelongs() {
    let tree = SyntaxTree(parsing: "class A: B\nclass C {}")
    #expect(tree.declarations.compactMap { $0.asType?.name } == ["A", "C"])
    #expect(tree.diagnostics.map(\.id) == ["syntax.expected-members"])
    #expect(tree.diagnostics.first?.range == 10..<10)
  }

  @Test func anOpenParenthesisDoesNotSwallowTheNextDeclaration() {
    let result = members("struct A {\n  @B(.c, d: \n  var a = 1\n  var b = f(1,\n  var c = 2\n}")
    #expect(result.names == ["a", "b", "c"])
    #expect(result.ids == ["syntax.unclosed", "syntax.unclosed"])
  }

  @Test func bracketsLeftOpenInOneAnotherStayWithinTheirParents() {
    let source = "struct A {\n@B(c { D {\nvar e: F\n@B(g { H()))\nvar i: J { struct K {} }\n"
    for count in 0...source.utf8.count {
      #expect(SyntaxTree(parsing: Array(source.utf8.prefix(count))).brokenLaw == nil)
    }
  }

  @Test(arguments: [
    "@abi(func(\nvar)", "@abi(func f(", "@abi(operator )", "struct A { operator }",
    "#if A\noperator #endif",
  ])
  func declarationsEndWhereWhatHoldsThemEnds(_ source: String) {
    #expect(SyntaxTree(parsing: source).brokenLaw == nil)
  }

  @Test func strayClosersDoNotEndTheFile() {
    let tree = SyntaxTree(parsing: "} ) ] #endif\nstruct A {}")
    #expect(tree.declarations.compactMap { $0.asType?.name } == ["A"])
  }

  @Test func conditionsBoundWhatIsUnclosed() {
    let tree = SyntaxTree(
      parsing: "struct A {\n#if B\nvar a = [1\n#else\nvar b = (2\n#endif\nvar c = 3\n}")
    let names = tree.declarations.first?.asType?.flattenedMembers
      .compactMap { $0.asVariable?.bindings.first?.name }
    #expect(names == ["a", "b", "c"])
  }

  @Test func diagnosticsStandInSourceOrder() {
    let tree = SyntaxTree(parsing: "struct A { var : ; junk }\n\"a\n{ ( \u{1} var")
    let starts = tree.diagnostics.map(\.range.lowerBound)
    #expect(starts == starts.sorted())
    #expect(Set(tree.diagnostics.map { $0.id.hasPrefix("syntax.") }) == [true])
  }
}

import Foundation
import Testing

@testable import SwiftReader

@Suite struct ParserTests {
  @Test(arguments: Fixtures.names)
  func fixturesHaveTheRecordedTree(_ name: String) throws {
    let dump = SyntaxTree(parsing: try Fixtures.source(name)).dump
    let file = Fixtures.treeFile(name)
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try dump.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(file.lastPathComponent)")
    }
    #expect(dump == (try String(contentsOf: file, encoding: .utf8)))
  }

  @Test(arguments: Fixtures.names)
  func fixturesHaveNoDiagnostics(_ name: String) throws {
    #expect(SyntaxTree(parsing: try Fixtures.source(name)).diagnostics.isEmpty)
  }

  private func initializers(_ source: String) -> [String?] {
    SyntaxTree(parsing: source).flattenedDeclarations.compactMap(\.asVariable)
      .flatMap(\.bindings).map { $0.initializer?.text }
  }

  @Test(arguments: [
    ("let a = 1\nfoo()", "1"), ("let a = b\n(c)", "b"), ("let a = b\n[c]", "b"),
    ("let a = b\n.c", "b\n.c"), ("let a = b\n+ c", "b\n+ c"), ("let a = b\n-c", "b"),
    ("let a = b { }\n{ }", "b { }"), ("let a = [1] { }", "[1]"), ("let a = b\n{ }", "b\n{ }"),
    ("let a = b { didSet { } }", "b"), ("let a = b, c = d", "b"), ("let a = b; c", "b"),
    ("let a = b as? C\nd", "b as? C"), ("let a = b is C ? d : e", "b is C ? d : e"),
    ("let a = f<B>(c)", "f<B>(c)"), ("let a = b < c", "b < c"), ("let a = b<c>d", "b<c>d"),
    ("let a = b<c, d>(e), f = g", "b<c, d>(e)"), ("let a = b < c, d = e > f", "b < c"),
    ("let a = if b { c } else { d }\ne", "if b { c } else { d }"),
    ("let a = if b { c } else if d { e } else { f }", "if b { c } else if d { e } else { f }"),
    ("let a = switch b { case c: d }", "switch b { case c: d }"),
    ("let a = do { b } catch { c }", "do { b } catch { c }"),
    ("let a = #b(c) { d } e: { f }", "#b(c) { d } e: { f }"), ("let a = \\B.c?.d", "\\B.c?.d"),
    ("let a = \\.?.b", "\\.?.b"), ("let a = await b", "await b"), ("let a = copy b", "copy b"),
    ("let a = copy\nb", "copy"), ("let a = { $0 }(b)", "{ $0 }(b)"), ("let a = -b", "-b"),
    ("let a = b!.c![d]", "b!.c![d]"), ("let a = (b) throws -> c", "(b) throws -> c"),
    ("let a = b\n#if C\n.d()\n#endif\n.e", "b\n#if C\n.d()\n#endif\n.e"),
    ("let a = b\n#if C\nd()\n#endif", "b"), ("let a = any B.self", "any B.self"),
    ("let a = b ? c : d ? e : f", "b ? c : d ? e : f"),
    ("let a = f(b: c) { } d: { }", "f(b: c) { } d: { }"),
    ("let a = b::c", "b::c"), ("let a = .b", ".b"), ("let a = b.0.1", "b.0.1"),
  ])
  func initializersEndWhereSwiftEndsThem(_ source: String, _ expected: String) {
    #expect(initializers(source).first == expected)
  }

  @Test(arguments: [
    "Int", "Int?", "Int!", "[Int]", "[K: V]", "[3 of Int]", "(A, b: B)", "() -> Void",
    "@Sendable (A) async throws(E) -> B", "some P & Q", "any P.Type", "A.B<C>.D", "~Copyable",
    "repeat each T", "(repeat (each T)) -> Void", "borrowing A", "inout [A]", "Self", "Any?",
    "A<B<C>>?", "A -> B", "sending A", "isolated (any A)?", "_", "A::B", "[A<B>?]?", "(A)?",
    "@escaping () -> Void", "@convention(c) (A) -> B", "nonisolated(nonsending) () -> A",
  ])
  func typesEndWhereSwiftEndsThem(_ type: String) {
    let tree = SyntaxTree(parsing: "var a: \(type)\nvar b: Int")
    let bindings = tree.declarations.compactMap(\.asVariable).flatMap(\.bindings)
    #expect(bindings.map { $0.type?.text } == [type, "Int"])
    #expect(tree.diagnostics.isEmpty)
  }

  @Test func attributesAloneAreAFragment() {
    let tree = SyntaxTree(parsing: " /* c */ @Attribute(.unique, column: \"x\")", as: .attributes)
    #expect(tree.annotations.map(\.text) == ["@Attribute(.unique, column: \"x\")"])
    #expect(tree.diagnostics.isEmpty)
  }

  @Test func membersAloneAreAFragment() {
    let tree = SyntaxTree(parsing: "\n  case a = 1\n  init() {}\n  #make", as: .members)
    #expect(
      tree.declarations.map { tree.nodes[$0.node].kind } == [
        .enumCaseDeclaration, .initializerDeclaration, .macroExpansion,
      ])
    #expect(tree.diagnostics.isEmpty)
  }

  @Test func aHeaderWithAnEmptyBodyIsAClass() {
    let tree = SyntaxTree(parsing: "@Entity\npublic final class `Book`<T>: Base where T: P {\n}")
    let type = tree.declarations.first?.asType
    #expect(type?.name == "`Book`")
    #expect(type?.identifier == "Book")
    #expect(type?.members.count == 0)
    #expect(type?.accessLevel == "public")
    #expect(type?.inheritedTypes.map(\.text) == ["Base"])
  }

  @Test func conditionalMembersAreFlattened() {
    let tree = SyntaxTree(
      parsing: "struct A { #if B\nvar b = 1\n#else\n#if C\nvar c = 2\n#endif\n#endif\nvar d = 3 }")
    let type = tree.declarations.first?.asType
    #expect(type?.members.count == 2)
    #expect(
      type?.flattenedMembers.compactMap { $0.asVariable?.bindings.first?.name } == ["b", "c", "d"])
  }
}

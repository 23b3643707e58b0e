import ReaderOutline
import Testing

@testable import SwiftReader

@Suite struct OutlineTests {
  private func outline(_ source: String) -> Outline {
    Outline(of: SyntaxTree(parsing: source), path: "a.swift")
  }

  @Test func localTypesAreFoundAtAnyDepth() throws {
    let outline = outline(try Fixtures.source("Local"))
    let lines = outline.types.map { type in
      "\(type.path.joined(separator: ".")) \(type.kind) \(type.name)\(type.local ? " local" : "")"
    }
    #expect(
      lines == [
        " class Outer", "Outer struct A local", "Outer.A enum B local", "Outer.A class C local",
        "Outer.A.C actor D local", "Outer protocol E local", "Outer extension F local",
        "Outer struct G local", "Outer class I local", "Outer struct InString local",
        "Outer struct J local", "Outer struct K local", "Outer class L local",
        "Outer class M local", "Outer class N local", "Outer class O local",
        "Outer class R local", "Outer class S local", "Outer class T local",
        "Outer class U local", "Outer class V local", "Outer class W local",
        "Outer class X local", "Outer class Nested", "Outer.Nested class Deep", " class Y local",
        " class Z local", " class AA local", " struct BB local", " enum CC", "CC struct DD local",
        " struct EE local", " struct FF",
      ])
    #expect(outline.functions.map(\.name) == ["top"])
    #expect(outline.functionCount == 5)
  }

  @Test func bindingsAreListedOneByOne() throws {
    let outline = outline(
      """
      @A(1) public struct S<T>: P, Q where T: R {
        @B private(set) var a, b: Int = 1, (c, d) = (1, 2)
        #if X
        let e: String
        #endif
        var f: Int {
          mutating get async throws { 1 }
          set { }
        }
        var g: Int { 1 }
      }
      """)
    let type = try #require(outline.types.first)
    #expect(type.attributes == ["@A(1)"])
    #expect(type.modifiers == ["public"])
    #expect(type.generics == "<T>")
    #expect(type.where == "where T: R")
    #expect(type.inherits == ["P", "Q"])
    #expect(type.members.map(\.names) == [["a"], ["b"], ["c", "d"], ["e"], ["f"], ["g"]])
    #expect(type.members.map(\.type) == [nil, "Int", nil, "String", "Int", "Int"])
    #expect(type.members.map(\.initializer) == [nil, "1", "(1, 2)", nil, nil, nil])
    #expect(type.members.map(\.declIndex) == [0, 0, 0, 1, 2, 3])
    #expect(type.members.map(\.inIfConfig) == [false, false, false, true, false, false])
    #expect(type.members.map(\.line) == [2, 2, 2, 4, 6, 10])
    #expect(type.members[4].accessors == .list(["get", "set"]))
    #expect(type.members[4].accessorEffects == ["async throws", nil])
    #expect(type.members[4].accessorModifiers == ["mutating", nil])
    #expect(type.members[5].accessors == .shorthand)
  }

  @Test func offsetsCountBytes() throws {
    let outline = outline("// é\r\n@A\r\nstruct `B` {\r}\r\n")
    let type = try #require(outline.types.first)
    #expect(type.offset == 7)
    #expect(type.endOffset == 25)
    #expect((type.line, type.nameLine) == (2, 3))
    #expect(type.name == "`B`")
    #expect(outline.lines == 5)
  }
}

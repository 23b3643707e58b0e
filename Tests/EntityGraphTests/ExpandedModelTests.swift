import EntityExpansion
import Foundation
import SwiftReader
import Testing

/// `AnnotatedModel.swift` with its annotations carried out, as `entity-model expand` prints it.
@Suite struct ExpandedModelTests {
  private static func expanded() throws -> String {
    let file = Compiler.root.appending(path: "Tests/EntityGraphTests/AnnotatedModel.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    return ExpandedSource(SyntaxTree(parsing: source)).text
  }

  @Test func compilesWithoutTheMacros() throws {
    let expanded = try Self.expanded()
    #expect(expanded.contains("override class var __entityName"))
    #expect(!expanded.contains("@Entity"))
    #expect(try Compiler.check(expanded, upTo: .code) == "")
  }

  @Test func compilerFindsWhatIsWrongInIt() throws {
    let expanded = try Self.expanded()
    let damaged = expanded.replacing("super.init(__owner: __owner)", with: "")
    #expect(damaged != expanded)
    let report = try Compiler.check(damaged, upTo: .code)
    #expect(report.contains("error: 'super.init' isn't called"))
  }
}

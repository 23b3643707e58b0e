import Foundation
import Testing

/// The fixed examples of Docs/Diagnostics.md compile.
@Suite struct DiagnosticExampleTests {
  /// The classes that examples mention without declaring them.
  private static let mentioned = ["Author", "Book"]

  /// The fixed examples, the second of each rule, by the rule's id.
  private static func examples() throws -> [(id: String, source: String)] {
    let page = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Docs/Diagnostics.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    return text.components(separatedBy: "\n### `").dropFirst().compactMap { section in
      let parts = section.components(separatedBy: "```")
      guard parts.count > 4, parts[3].hasPrefix("swift\n") else { return nil }
      return (String(section.prefix { $0 != "`" }), String(parts[3].dropFirst(6)))
    }
  }

  @Test func everyFixedExampleCompiles() throws {
    let examples = try Self.examples()
    #expect(examples.count > 40)
    let sources = examples.enumerated().map { index, example in
      let missing = Self.mentioned.filter { !example.source.contains("class \($0)") }.map {
        "@Entity class \($0): ManagedObject { var title: String = \"\" }\n"
      }
      return "// \(example.id)\nenum Example\(index) {\n\(example.source)\(missing.joined())}\n"
    }
    let report = try Compiler.check(
      "import EntityGraph\nimport Foundation\n" + sources.joined())
    #expect(report == "")
  }
}

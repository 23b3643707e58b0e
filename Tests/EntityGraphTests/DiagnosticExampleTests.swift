import Foundation
import Testing

/// The fixed examples of Docs/Diagnostics.md compile.
@Suite struct DiagnosticExampleTests {
  /// The classes that examples mention without declaring them.
  private static let mentioned = ["Author", "Book", "Shelf"]

  /// What examples take from elsewhere.
  private static let preamble = """
    import EntityGraph
    import Foundation
    import Observation
    struct Size: Codable, Sendable {}
    enum Reversed: AttributeTransform {
      static func stored(_ text: String) -> String { String(text.reversed()) }
      static func value(_ text: String) -> String { String(text.reversed()) }
    }
    @propertyWrapper struct Clamped {
      var wrappedValue: Int
      init(wrappedValue: Int, to range: ClosedRange<Int>) { self.wrappedValue = wrappedValue }
    }

    """

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

  /// Returns an entity called `name` that has the inverses which `source` says it has.
  private static func declaration(of name: String, for source: String) -> String {
    let owner = source.firstMatch(of: /class (\w+)/).map { String($0.1) } ?? ""
    let pattern = /inverse: "(\w+)"[^)]*\)\s+var (\w+): (?:Set<)?(\w+)/
    let inverses = source.matches(of: pattern).filter { $0.3 == name }.map {
      "@Relationship(inverse: \"\($0.2)\", deleteRule: .nullify) var \($0.1): \(owner)?\n"
    }
    return
      "@Entity class \(name): ManagedObject {\nvar title: String = \"\"\n\(inverses.joined())}\n"
  }

  @Test func everyFixedExampleCompiles() throws {
    let examples = try Self.examples()
    #expect(examples.count > 40)
    let sources = examples.enumerated().map { index, example in
      let missing = Self.mentioned.filter { !example.source.contains("class \($0)") }
        .map { Self.declaration(of: $0, for: example.source) }
      return "// \(example.id)\nenum Example\(index) {\n\(example.source)\(missing.joined())}\n"
    }
    let report = try Compiler.check(
      Self.preamble + sources.joined())
    #expect(report == "")
  }
}

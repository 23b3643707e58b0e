import EntityExpansion
import Foundation
import SwiftReader
import Testing

/// Docs/Diagnostics.md and the expander say the same.
@Suite struct DiagnosticVocabularyTests {
  /// A rule as the page shows it: a heading with the id, an example that breaks it, a fixed one.
  private struct Entry {
    var id: String
    var examples: [String] = []
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func entries() throws -> [Entry] {
    var entries: [Entry] = []
    var code: [String]?
    for line in try read("Docs/Diagnostics.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("### `") {
        entries.append(Entry(id: String(line.dropFirst(5).prefix { $0 != "`" })))
      } else if line == "```swift" {
        code = []
      } else if line == "```", let lines = code, !entries.isEmpty {
        entries[entries.count - 1].examples.append(lines.joined(separator: "\n"))
        code = nil
      } else {
        code?.append(String(line))
      }
    }
    return entries
  }

  @Test func everyRuleIsOnThePageOnce() throws {
    let files = [
      "Class", "Index", "Property", "Annotation", "Rule", "Relationship", "Fetched", "Actor",
      "Composition", "Derived", "Storage", "Enumeration",
    ]
    let source = try files.map {
      try Self.read("Sources/EntityExpansion/Checking/Diagnostic+\($0).swift")
    }.joined()
    let tree = SyntaxTree(parsing: source)
    // An id is the first argument of a diagnostic, alone on its line or before the message.
    let ids = tree.tokens.indices.filter {
      $0 >= 2 && tree.tokens[$0].kind == .string && tree.tokens[$0 - 1].kind == .leftParen
        && tree.tokenText($0 - 2) == "Self"
    }.map { String(tree.tokenText($0).dropFirst().dropLast()) }
    #expect(ids.count > 30)
    #expect(Set(ids).count == ids.count)
    #expect(try Self.entries().map(\.id).sorted() == ids.sorted())
  }

  @Test func everyExampleIsRefusedAndEveryFixedOneAccepted() throws {
    for entry in try Self.entries() {
      try #require(entry.examples.count == 2, "\(entry.id)")
      let refused = Set(ExpansionDriver(entry.examples[0]).diagnostics.map(\.diagnostic.id))
      #expect(refused == [entry.id])
      #expect(ExpansionDriver(entry.examples[1]).report == "", "\(entry.id)")
    }
  }

  @Test func everyMessageIsAPhrase() throws {
    for entry in try Self.entries() {
      for item in ExpansionDriver(try #require(entry.examples.first)).diagnostics {
        let message = item.diagnostic.message
        #expect(message.first?.isUppercase == false)
        #expect(!message.hasSuffix("."))
        #expect(message.contains("'") || entry.id == "property.several-in-one")
      }
    }
  }
}

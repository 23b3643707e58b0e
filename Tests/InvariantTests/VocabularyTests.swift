import Foundation
import Testing

/// Sources and documents use the words that people know, and the same ones.
@Suite struct VocabularyTests {
  @Test func everyRuleOverModelsIsOnThePage() throws {
    let sources = try PackageTree.swiftFiles(under: "Sources").flatMap { file in
      file.lines.flatMap { line in
        line.matches(of: /"((?:model|change|snapshot)\.[a-z.-]+)"/).map { String($0.output.1) }
      }
    }
    let page = try PackageTree.file("Docs/Diagnostics.md").lines.filter { $0.hasPrefix("| `") }
    let listed = page.flatMap { line in
      line.split(separator: "|").prefix(1).flatMap { cell in
        cell.matches(of: /`((?:model|change|snapshot)\.[a-z.-]+)`/).map { String($0.output.1) }
      }
    }
    #expect(listed.count > 40)
    #expect(listed.sorted() == Set(sources).sorted())
  }

  @Test func wordsArePlain() throws {
    let files = try PackageTree.swiftFiles(under: "Sources")
    #expect(files.count > 200)
    let documents = try PackageTree.documents()
    #expect(documents.count > 15)
    #expect((files + documents).flatMap(SourceRule.wordsArePlain.findings) == [])
  }

  @Test func wordsOfOursAreFound() {
    let text = """
      /// Tells the row anew iff it is settled.
      let joins = layout.joins  // a JOIN, an adoption, an outset
      let message = "this stands for a complaint"
      """
    let file = SourceFile(path: "Sources/EntityStore/Store.swift", text: text)
    #expect(
      SourceRule.wordsArePlain.findings(file) == [
        "Sources/EntityStore/Store.swift:1: 'Tells'", "Sources/EntityStore/Store.swift:1: 'anew'",
        "Sources/EntityStore/Store.swift:1: 'iff'", "Sources/EntityStore/Store.swift:1: 'settled'",
        "Sources/EntityStore/Store.swift:3: 'stands for'",
        "Sources/EntityStore/Store.swift:3: 'complaint'",
      ])
  }
}

import Foundation
import Testing

/// Docs/Diagnostics.md and the rules over whole models say the same.
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
}

import Foundation
import Testing

/// The code of Docs/Guide.md compiles.
@Suite struct GuideTests {
  @Test func theSectionOnValuesCompiles() throws {
    let guide = try String(
      contentsOf: Compiler.root.appending(path: "Docs/Guide.md"), encoding: .utf8)
    let section = try #require(guide.components(separatedBy: "\n## 8. ").dropFirst().first)
    let blocks = section.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 4)
    let source = "import EntityGraph\nimport Foundation\n" + blocks.joined()
    #expect(try Compiler.check(source) == "")
  }
}

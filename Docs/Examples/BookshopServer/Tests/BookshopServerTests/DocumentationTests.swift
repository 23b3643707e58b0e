import Foundation
import Testing

@Suite struct DocumentationTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the text of the file at `path` from the folder of the package.
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
  }

  /// Returns `text` without what is at the beginning and the end of its lines.
  private func unindented(_ text: some StringProtocol) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }

  @Test(.enabled(if: (try? text("../../Server.md"))?.contains("\n## A whole server\n") == true))
  func whatTheDocumentationShowsIsWhatRuns() throws {
    let page = try Self.text("../../Server.md")
    let begin = try #require(page.range(of: "\n## A whole server\n"))
    let rest = page[begin.upperBound...]
    let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: Self.package.appending(path: "Sources").path(percentEncoded: false)
    ).filter { $0.hasSuffix(".swift") }
    let sources = try files.map { unindented(try Self.text("Sources/\($0)")) }
    let snippets = section.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(snippets.count > 4)
    for snippet in snippets where !snippet.contains(".executableTarget(") {
      #expect(sources.contains { $0.contains(unindented(snippet)) }, "\(snippet)")
    }
  }
}

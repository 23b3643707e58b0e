import Bookshop
import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
  @Test func theExampleIsTheCodeThatIsTested() throws {
    let compiled = lines(of: try text(of: "Tests/Bookshop/ReadmeExample.swift"))
    let readme = try text(of: "README.md")
    let example = try #require(
      readme.components(separatedBy: "```swift\n").dropFirst().first { $0.contains("@Entity") }?
        .components(separatedBy: "```").first)
    // The test wraps the statements in a function that collects what they print.
    let wrapping = lines(
      of: """
        /// Runs the example, whose file is in the current folder, and returns what it prints.
        package func runReadmeExample() throws -> [String] {
        var printed: [String] = []
        func print(_ items: Any...) {
        printed.append(items.map { "\\($0)" }.joined(separator: " "))
        }
        """)
    var expected = compiled
    if let start = expected.firstIndex(of: wrapping[0]) {
      #expect(Array(expected[start..<start + wrapping.count]) == wrapping)
      expected.removeSubrange(start..<start + wrapping.count)
    }
    #expect(Array(expected.suffix(2)) == ["return printed", "}"])
    #expect(lines(of: example) == expected.dropLast(2))
  }

  @Test func theExamplePrintsTheBooksAndTheAuthorsWhoWroteThem() throws {
    let folder = try TemporaryDirectory()
    let before = FileManager.default.currentDirectoryPath
    #expect(FileManager.default.changeCurrentDirectoryPath(folder.url.path))
    defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
    // The second time finds what the first has saved.
    for _ in 1...2 {
      #expect(
        try runReadmeExample() == [
          "Always Coming Home Ursula", "The Dispossessed Ursula", "fiction 2 455.0",
          "1 [\"Always Coming Home\"]",
        ])
    }
  }

  /// Returns the text of the file `path` of the package.
  private func text(of path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the lines of `text` that hold anything, without their indentation.
  private func lines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}

import EntityExpansion
import Foundation
import SwiftReader
import Testing

/// The expansion that is compiled and run by the tests of the whole product.
@Suite struct ExpandedModelTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "EntityGraphTests")

  /// What keeps the formatter away from what is formatted by its own rules.
  private static let head = "// swift-format-ignore-file\n\n"

  @Test func whatTheCompilerIsTestedWithIsTheExpansion() throws {
    let source = try String(
      contentsOf: Self.folder.appending(path: "AnnotatedModel.swift"), encoding: .utf8)
    let expansion = ExpandedSource(SyntaxTree(parsing: source)).text
      .replacing("enum AnnotatedModel", with: "enum ExpandedModel")
    let file = Self.folder.appending(path: "ExpandedModel.swift")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try (Self.head + expansion).write(to: file, atomically: true, encoding: .utf8)
      Issue.record("recorded")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == Self.head + expansion)
  }
}

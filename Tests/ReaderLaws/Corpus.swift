package import Foundation

/// Swift source to try the reader on: its fixtures and the package's own files.
package enum Corpus {
  /// The top of the package, found from where this file was compiled.
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The constructs that are hard to read, by subject, and the trees that they have.
  package static let fixtures = root.appending(path: "Tests/SwiftReaderTests/Fixtures")

  /// Returns the fixtures, in the order of their names.
  package static func fixtureFiles() -> [URL] { files(under: fixtures, suffix: ".swift.txt") }

  /// Returns every Swift file of the package, in the order of their paths.
  package static func packageFiles() -> [URL] {
    let folders = ["Sources", "Tests", "Docs"].map { root.appending(path: $0) }
    return folders.flatMap { files(under: $0, suffix: ".swift") }
      + [root.appending(path: "Package.swift")]
  }

  private static func files(under folder: URL, suffix: String) -> [URL] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? [])
      .filter { $0.hasSuffix(suffix) && !$0.contains(".build") }
      .sorted()
      .map { folder.appending(path: $0) }
  }
}

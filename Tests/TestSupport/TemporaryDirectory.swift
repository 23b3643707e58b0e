package import Foundation

/// A directory of its own for one test, removed with everything in it when the value goes away.
package final class TemporaryDirectory: Sendable {
  /// Where the directory is.
  package let url: URL

  /// Creates an empty directory.
  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("EntityGraph-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Returns the path of `name` in the directory; the file need not exist.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Calls `body` with a new directory, which lasts until it returns.
  package static func with<Result>(_ body: (TemporaryDirectory) throws -> Result) throws -> Result {
    let directory = try TemporaryDirectory()
    return try withExtendedLifetime(directory) { try body(directory) }
  }
}

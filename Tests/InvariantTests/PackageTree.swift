import Foundation
import Synchronization

/// The package's own files, found from where this file was compiled.
enum PackageTree {
  /// The top of the package.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Input for the reader, which is laid out as its rule needs and is not compiled.
  private static let fixtures = "Tests/SwiftReaderTests/Fixtures/"

  /// Returns the Swift files under the folders, in the order of their paths.
  static func swiftFiles(under folders: String...) throws -> [SourceFile] {
    try folders.flatMap { folder in
      try paths(under: folder, suffix: ".swift").filter { !$0.hasPrefix(fixtures) }.map(file)
    }
  }

  /// Returns README and what is written in Docs, in the order of their paths.
  static func documents() throws -> [SourceFile] {
    try (paths(under: "Docs", suffix: ".md") + ["README.md"]).map(file)
  }

  /// Returns the paths that end in `suffix` of the files under `folder`, in order.
  private static func paths(under folder: String, suffix: String) -> [String] {
    let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (paths?.compactMap { $0 as? String } ?? [])
      .map { "\(folder)/\($0)" }
      .filter { $0.hasSuffix(suffix) && !$0.contains("/.build/") }
      .sorted()
  }

  /// The files read so far, by path; each is read once for all rules.
  private static let files = Mutex<[String: SourceFile]>([:])

  /// Returns the file at a path from the top of the package.
  static func file(_ path: String) throws -> SourceFile {
    try files.withLock { files in
      if let file = files[path] { return file }
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      let file = SourceFile(path: path, text: text)
      files[path] = file
      return file
    }
  }

  /// Returns the names at the top level of what the repository tracks, or nil outside a repository.
  static func trackedTopLevel() -> [String]? {
    let git = Process()
    let output = Pipe()
    git.executableURL = URL(filePath: "/usr/bin/env")
    git.arguments = ["git", "-C", root.path, "ls-files"]
    git.standardInput = FileHandle.nullDevice
    git.standardOutput = output
    git.standardError = FileHandle.nullDevice
    guard (try? git.run()) != nil else { return nil }
    let paths = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    git.waitUntilExit()
    guard git.terminationStatus == 0 else { return nil }
    return Set(paths.split(separator: "\n").map { String($0.prefix { $0 != "/" }) }).sorted()
  }
}

package import Foundation

/// A program that a test runs and waits for.
package struct ChildProcess {
  /// What a program leaves behind.
  package struct End {
    package let status: Int32
    package let output: String
    package let errors: String
  }

  private let arguments: [String]
  private let folder: URL

  /// Makes a program of its name, which is looked for as a shell does, and its arguments.
  package init(_ arguments: [String], in folder: URL) {
    self.arguments = arguments
    self.folder = folder
  }

  /// Runs the program and returns what it leaves behind. Other tests use the thread meanwhile.
  package func run() async throws -> End {
    let directory = try TemporaryDirectory()
    // Files, unlike pipes, never fill up.
    let files = ["output", "errors"].map { directory.url.appending(path: $0) }
    for file in files { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    let status = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    withExtendedLifetime(directory) {}
    return End(status: status, output: texts[0], errors: texts[1])
  }
}

import Foundation
import PackagePlugin

/// A program of this package that the command runs.
struct Tool {
  let url: URL

  /// Runs the tool and returns its exit code.
  ///
  /// A plugin has a single stream for what it prints. Problems go through the package manager
  /// instead, so that they do not get into a file that results are written to, unless they are the
  /// result.
  func run(_ arguments: [String], problemsAreResults: Bool = false) throws -> Int32 {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    let problems = problemsAreResults ? nil : Pipe()
    if let problems { process.standardError = problems }
    try process.run()
    let text = try problems?.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    report(text, process.terminationStatus)
    return process.terminationStatus
  }

  /// Hands the problems in `text` to the package manager: errors of a tool that has failed.
  private func report(_ text: Data?, _ status: Int32) {
    for line in String(decoding: text ?? Data(), as: UTF8.self).split(separator: "\n") {
      if status == 0 {
        Diagnostics.warning(String(line))
      } else {
        Diagnostics.error(String(line))
      }
    }
  }
}

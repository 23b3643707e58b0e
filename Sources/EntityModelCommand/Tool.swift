import Foundation
import PackagePlugin

/// A program of this package that the command runs.
struct Tool {
  let url: URL

  /// Runs the tool and returns its exit code.
  ///
  /// A plugin has a single stream for what it prints. Complaints go through the package manager
  /// instead, so that they do not get into a file that results are written to, unless they are the
  /// result.
  func run(_ arguments: [String], complaintsAreResults: Bool = false) throws -> Int32 {
    let process = process(arguments)
    let complaints = complaintsAreResults ? nil : Pipe()
    if let complaints { process.standardError = complaints }
    try process.run()
    let text = try complaints?.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    report(text, process.terminationStatus)
    return process.terminationStatus
  }

  /// Runs the tool, hands what it prints to `reader`, and returns the first exit code that is not
  /// 0.
  func run(
    _ arguments: [String], into reader: Tool, _ readerArguments: [String]
  ) throws -> Int32 {
    let (first, second) = (process(arguments), reader.process(readerArguments))
    let (pipe, complaints) = (Pipe(), Pipe())
    first.standardOutput = pipe
    first.standardError = complaints
    second.standardInput = pipe
    try first.run()
    try second.run()
    // The reader meets the end of its input only when nobody else could write to it.
    try pipe.fileHandleForWriting.close()
    let text = try complaints.fileHandleForReading.readToEnd()
    first.waitUntilExit()
    second.waitUntilExit()
    report(text, first.terminationStatus)
    return first.terminationStatus == 0 ? second.terminationStatus : first.terminationStatus
  }

  private func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    return process
  }

  /// Hands the complaints in `text` to the package manager: errors of a tool that has failed.
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

import Foundation

/// A program of this package that the command runs.
struct Tool {
  let url: URL

  /// Runs the tool on the streams of the command and returns its exit code.
  func run(_ arguments: [String]) throws -> Int32 {
    let process = process(arguments)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs the tool, hands what it prints to `reader`, and returns the first exit code that is not
  /// 0.
  func run(
    _ arguments: [String], into reader: Tool, _ readerArguments: [String]
  ) throws -> Int32 {
    let (first, second) = (process(arguments), reader.process(readerArguments))
    let pipe = Pipe()
    first.standardOutput = pipe
    second.standardInput = pipe
    try first.run()
    try second.run()
    // The reader meets the end of its input only when nobody else could write to it.
    try pipe.fileHandleForWriting.close()
    first.waitUntilExit()
    second.waitUntilExit()
    return first.terminationStatus == 0 ? second.terminationStatus : first.terminationStatus
  }

  private func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    return process
  }
}

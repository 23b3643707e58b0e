import CompilerPluginMessages
import Foundation

/// Measures how many expansions a second the compiler plugin answers, over pipes and one at a time
/// as the compiler asks for them.
struct PluginBenchmark {
  /// How often a round asks for the expansions of the class.
  private static let repetitions = 500

  private let requests: [[UInt8]]

  /// Prepares what the compiler would ask.
  init() throws { requests = try ExpansionRequests.ofOneClass() }

  /// The expansions of a class, beside the same messages sent to and fro.
  func expansions() throws -> Measurement {
    let products = Bundle.main.bundleURL
    let plugin = try Conversation(with: products.appending(path: "EntityMacros"))
    let echo = try Conversation(
      with: products.appending(path: "reader-benchmarks"), arguments: [Echo.word])
    try plugin.check(requests)
    return try Measurement(
      "expansions", amount: Double(requests.count * Self.repetitions), unit: "1/s",
      target: "10,000/s", ours: { try run(plugin) }, yardstick: { try run(echo) })
  }

  private func run(_ conversation: Conversation) throws {
    for _ in 0..<Self.repetitions { try conversation.exchange(requests) }
  }
}

/// A process that answers messages, which ends with this value.
private final class Conversation {
  /// An answer that is not that of a plugin at work.
  struct Disappointment: Error, CustomStringConvertible {
    let description: String
  }

  private let input = Pipe()
  private let output = Pipe()
  private let reader: FrameReader
  private let writer: FrameWriter

  /// Starts `program`.
  init(with program: URL, arguments: [String] = []) throws {
    reader = FrameReader(descriptor: output.fileHandleForReading.fileDescriptor)
    writer = FrameWriter(descriptor: input.fileHandleForWriting.fileDescriptor)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Sends each of `messages` when the one before it has been answered.
  func exchange(_ messages: [[UInt8]]) throws {
    for message in messages {
      try writer.send(message)
      guard try reader.next() != nil else {
        throw Disappointment(description: "the other side has left")
      }
    }
  }

  /// Expects every answer to `messages` to be an expansion without diagnostics, some of them code.
  func check(_ messages: [[UInt8]]) throws {
    var count = 0
    for message in messages {
      try writer.send(message)
      let answer = try reader.next().map { String(decoding: $0, as: UTF8.self) } ?? ""
      guard answer.contains("\"expandMacroResult\""), answer.contains("\"diagnostics\":[]") else {
        throw Disappointment(description: "not an expansion: \(answer)")
      }
      if !answer.contains("\"expandedSource\":\"\"") { count += 1 }
    }
    guard count > messages.count / 2 else {
      throw Disappointment(description: "\(messages.count) requests gave \(count) expansions")
    }
  }
}

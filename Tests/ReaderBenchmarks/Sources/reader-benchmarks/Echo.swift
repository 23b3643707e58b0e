import CompilerPluginMessages
import Foundation

/// What a conversation over pipes costs when nothing is done: every message comes back.
enum Echo {
  /// The argument that makes this program one that echoes.
  static let word = "echo"

  /// Sends messages back until the other side leaves; returns the exit status.
  static func run() -> Int32 {
    let reader = FrameReader(descriptor: STDIN_FILENO)
    let writer = FrameWriter(descriptor: STDOUT_FILENO)
    do {
      while let message = try reader.next() { try writer.send(message) }
      return 0
    } catch {
      return 1
    }
  }
}

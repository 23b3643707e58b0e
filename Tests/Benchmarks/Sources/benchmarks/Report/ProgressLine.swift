import Foundation

/// A line on a terminal that says what is being measured; nothing where there is no terminal.
struct ProgressLine {
  private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1

  /// Says that a contender is at work on something.
  func show(_ stage: String, _ contender: String) { write("\r\u{1B}[K\(stage), \(contender)") }

  /// Takes the line away.
  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}

import ModelGeneration

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Shows on a terminal how far something has come, and nothing in a pipe.
final class TerminalProgress: @unchecked Sendable {
  // A store reports from the thread that uses it, which is the one that made this.
  private var width = 0
  private var shown = ""
  private let isShown = isatty(STDERR_FILENO) != 0

  /// Shows `line` in place of what was shown before.
  func show(_ line: String) {
    guard isShown, line != shown else { return }
    StandardStream.error.write(
      "\r" + line + String(repeating: " ", count: max(0, width - line.count)))
    width = line.count
    shown = line
  }

  /// Takes away what is shown.
  func end() {
    guard isShown, width > 0 else { return }
    StandardStream.error.write("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
    shown = ""
  }
}

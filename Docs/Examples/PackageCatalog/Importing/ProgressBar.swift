import Foundation

/// A line on a terminal that says how far something has got.
final class ProgressBar {
  private static let width = 40

  private let isShown: Bool
  private let clock = ContinuousClock()
  private var stage = ""
  private var lastShown: ContinuousClock.Instant?

  /// Creates a bar that never shows unless `isShown`.
  init(isShown: Bool) { self.isShown = isShown }

  /// The bar on the standard error, which shows only on a terminal.
  static func standard() -> ProgressBar {
    ProgressBar(isShown: isatty(FileHandle.standardError.fileDescriptor) == 1)
  }

  /// Says that `stage` has got as far as `fraction`, from 0 to 1; nil when that is not known.
  func show(_ stage: String, _ fraction: Double?) {
    guard isShown else { return }
    let now = clock.now
    // A terminal that is written to more often than the eye can follow only slows the work down.
    if let lastShown, stage == self.stage, now - lastShown < .milliseconds(50) { return }
    self.stage = stage
    lastShown = now
    write("\r\u{1B}[K" + Self.line(stage, fraction))
  }

  /// Takes the bar away.
  func clear() {
    if lastShown != nil { write("\r\u{1B}[K") }
    lastShown = nil
  }

  /// Returns what the bar shows.
  static func line(_ stage: String, _ fraction: Double?) -> String {
    guard let fraction else { return "\(stage)…" }
    let filled = Int(fraction * Double(width))
    return "\(stage) "
      + String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
      + " \(Int(fraction * 100)) %"
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

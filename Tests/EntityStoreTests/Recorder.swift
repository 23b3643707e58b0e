import Synchronization

/// Records texts, from any thread.
final class Recorder: Sendable {
  private let texts = Mutex<[String]>([])

  /// The texts in the order of their coming.
  var all: [String] { texts.withLock { $0 } }

  /// Adds `text`.
  func note(_ text: String) { texts.withLock { $0.append(text) } }

  /// Removes all texts.
  func clear() { texts.withLock { $0 = [] } }
}

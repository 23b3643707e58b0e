import Synchronization

/// Keeps the texts that it is told, from any thread.
final class Recorder: Sendable {
  private let texts = Mutex<[String]>([])

  /// The texts in the order of their coming.
  var all: [String] { texts.withLock { $0 } }

  /// Adds `text`.
  func note(_ text: String) { texts.withLock { $0.append(text) } }

  /// Forgets all texts.
  func clear() { texts.withLock { $0 = [] } }
}

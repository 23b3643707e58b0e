import Dispatch
import Foundation

/// Holds a thread until another lets it pass.
final class Gate: Sendable {
  private let entered = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  /// Waits until the gate is opened.
  func pass() {
    entered.signal()
    opened.wait()
  }

  /// Returns once somebody waits at the gate.
  func waitForArrival() async {
    await withUnsafeContinuation { continuation in
      Thread.detachNewThread { [self] in
        entered.wait()
        continuation.resume()
      }
    }
  }

  /// Lets one who waits pass, now or later.
  func open() { opened.signal() }
}

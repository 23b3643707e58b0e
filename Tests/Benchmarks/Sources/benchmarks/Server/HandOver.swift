import Dispatch
import Foundation
import Synchronization

/// The least that a task can do to have something done by a thread that may block: to hand it over
/// and to be resumed by that thread.
final class HandOver: Sendable {
  private struct State {
    var waiting: [UnsafeContinuation<Void, Never>] = []
    var isEnding = false
  }

  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  init() { Thread { [self] in work() }.start() }

  /// Returns once the thread has had its turn.
  func pass() async {
    await withUnsafeContinuation { continuation in
      state.withLock { $0.waiting.append(continuation) }
      semaphore.signal()
    }
  }

  /// Ends the thread.
  func end() {
    state.withLock { $0.isEnding = true }
    semaphore.signal()
  }

  private func work() {
    while true {
      semaphore.wait()
      let (continuation, isEnding) = state.withLock { ($0.waiting.popLast(), $0.isEnding) }
      continuation?.resume()
      if continuation == nil, isEnding { return }
    }
  }
}

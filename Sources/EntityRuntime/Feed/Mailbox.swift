import Synchronization

/// What is handed from whoever publishes to the one task that listens, in order, through a buffer
/// of bounded size.
final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var elements = FirstInFirstOut<Element>()
    var listener: UnsafeContinuation<Element?, Never>?
    var missed = 0
    var isFinished = false
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Returns an element that says that others before it were lost, how many.
  private let marking: @Sendable (Element, Int) -> Element

  /// Creates a mailbox with room for `capacity` elements; when there are more, the oldest is lost,
  /// which `marking` notes in the one after it.
  init(
    capacity: Int,
    marking: @escaping @Sendable (_ element: Element, _ missed: Int) -> Element = { element, _ in
      element
    }
  ) {
    self.capacity = max(capacity, 1)
    self.marking = marking
  }

  /// Hands `element` to the listener, or keeps it for it.
  func put(_ element: Element) {
    let listener: UnsafeContinuation<Element?, Never>? = state.withLock { state in
      guard !state.isFinished else { return nil }
      if let listener = state.listener {
        state.listener = nil
        return listener
      }
      if state.elements.count == capacity {
        _ = state.elements.popFirst()
        state.missed += 1
      }
      state.elements.append(element)
      return nil
    }
    listener?.resume(returning: element)
  }

  /// Ends the sequence once the listener has had what there is.
  func finish() {
    let listener = state.withLock { state in
      state.isFinished = true
      defer { state.listener = nil }
      return state.listener
    }
    listener?.resume(returning: nil)
  }

  /// Returns the next element; waits for it. `nil` when there will be none, and when the task is
  /// cancelled.
  func next() async -> Element? {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let ready: Element?? = state.withLock { state in
          if let element = state.elements.popFirst() {
            let missed = state.missed
            state.missed = 0
            return missed > 0 ? marking(element, missed) : element
          }
          if state.isFinished { return .some(nil) }
          state.listener = continuation
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      finish()
    }
  }
}

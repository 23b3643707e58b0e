/// Elements that leave in the order in which they came.
struct FirstInFirstOut<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var isEmpty: Bool { start == elements.count }

  var count: Int { elements.count - start }

  /// Adds `element` as the last.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the first, or `nil` if there is none; in constant time on average.
  mutating func popFirst() -> Element? {
    guard start < elements.count else { return nil }
    defer {
      elements[start] = nil
      start += 1
      if start == elements.count {
        elements.removeAll(keepingCapacity: start <= 1024)
        start = 0
      } else if start >= 256, start * 2 >= elements.count {
        elements.removeFirst(start)
        start = 0
      }
    }
    return elements[start]
  }

  /// Removes and returns the elements that satisfy `condition`, in order.
  mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
    var removed: [Element] = []
    elements = elements[start...].compactMap { $0 }.filter { element in
      guard condition(element) else { return true }
      removed.append(element)
      return false
    }
    start = 0
    return removed
  }

  /// The elements in order.
  var all: [Element] { elements[start...].compactMap { $0 } }
}

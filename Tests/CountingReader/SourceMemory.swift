import Synchronization

/// Elements in memory that somebody else owns, the looks at which are counted.
///
/// How many there are shows how long reading takes without a clock.
struct SourceMemory<Element> {
  private let start: UnsafePointer<Element>

  init(_ start: UnsafePointer<Element>) { self.start = start }

  /// The element at `index`.
  subscript(index: Int) -> Element {
    looks.add(1, ordering: .relaxed)
    return start[index]
  }

  /// Returns the address of the element at `offset`, where what is read is not counted.
  static func + (memory: Self, offset: Int) -> UnsafePointer<Element> { memory.start + offset }
}

/// The number of looks since counting began.
private let looks = Atomic(0)

private let isCounting = Mutex(())

/// Returns how often `body` looks at sources and tokens; one caller at a time is counted.
package func countingLooks(_ body: () -> Void) -> Int {
  isCounting.withLock { _ in
    looks.store(0, ordering: .relaxed)
    body()
    return looks.load(ordering: .relaxed)
  }
}

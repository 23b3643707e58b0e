/// Elements in memory that somebody else owns, and the counter of the looks at them.
struct CountedMemory<Element> {
  let start: UnsafePointer<Element>
  let counter: ReadCounter

  /// The element at `index`.
  @inline(__always)
  subscript(index: Int) -> Element {
    counter.increment()
    return start[index]
  }

  /// Returns the place of the element at `offset`, where what is read is not counted.
  @inline(__always)
  static func + (memory: Self, offset: Int) -> UnsafePointer<Element> { memory.start + offset }
}

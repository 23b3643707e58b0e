/// The key that distinguishes shapes: numbers and names in the order in which they were added.
///
/// Whoever adds has to say before each part what it is and how long it is, so that no two lists of
/// parts have the same key.
package struct ShapeKey: Hashable {
  private var words: [UInt64] = []

  /// Creates the key of nothing.
  init() {}

  /// Becomes the key of nothing; it keeps the room that most queries take.
  mutating func removeAll() { words.removeAll(keepingCapacity: words.count <= 256) }

  /// Adds the number of a kind of part and what else distinguishes it from others.
  mutating func add(_ kind: UInt8, _ detail: Int = 0) {
    words.append(UInt64(kind) | UInt64(truncatingIfNeeded: detail) << 8)
  }

  /// Adds `name`, its length before it.
  mutating func add(_ name: String) {
    var name = name
    name.withUTF8 { utf8 in
      words.append(UInt64(utf8.count))
      let bytes = UnsafeRawBufferPointer(utf8)
      var start = 0
      while start + 8 <= bytes.count {
        words.append(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        start += 8
      }
      guard start < bytes.count else { return }
      var rest: UInt64 = 0
      for byte in bytes[start...] { rest = rest << 8 | UInt64(byte) }
      words.append(rest)
    }
  }
}

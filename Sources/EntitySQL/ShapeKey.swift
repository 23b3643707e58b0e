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
      let bytes = UnsafeRawBufferPointer(utf8)
      // What is left over after whole words stands beside the length where that leaves room.
      let tail = bytes.count & 7
      var rest: UInt64 = 0
      for byte in bytes.suffix(tail) { rest = rest << 8 | UInt64(byte) }
      let isShort = bytes.count < 255
      words.append(isShort ? rest << 8 | UInt64(bytes.count) : UInt64(bytes.count) << 8 | 255)
      var start = 0
      while start + 8 <= bytes.count {
        words.append(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        start += 8
      }
      if !isShort { words.append(rest) }
    }
  }
}

/// Values and names of a JSON text that are written into memory with room for all of them; the
/// commas too are the caller's.
package struct JSONPiece: JSONOutput {
  /// Where the next byte goes.
  package private(set) var end: UnsafeMutablePointer<UInt8>

  /// Creates a piece that begins at `start`.
  package init(at start: UnsafeMutablePointer<UInt8>) { end = start }

  // MARK: Room

  /// How many bytes a number takes at most.
  package static var numberCount: Int { 26 }

  /// Returns how many bytes a string of `count` bytes takes at most: each as an escape, and the
  /// quotes.
  package static func stringCount(_ count: Int) -> Int { 6 * count + 2 }

  // MARK: Writing

  /// Adds `byte`.
  package mutating func append(_ byte: UInt8) {
    end.initialize(to: byte)
    end += 1
  }

  /// Adds `bytes`.
  package mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    end.update(from: source, count: bytes.count)
    end += bytes.count
  }

  /// Adds `text`, which needs no escapes.
  package mutating func append(raw text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  // What is generic in JSONOutput is not specialized for callers in other modules, and these are.

  /// Adds a whole number.
  package mutating func append(wholeNumber number: Int64) { append(integer: number) }

  /// Adds a number, which is finite.
  package mutating func append(number: Double) { append(real: number) }

  /// Adds the string whose UTF-8 is `text`.
  package mutating func append(string text: UnsafeRawBufferPointer) {
    append(utf8: text.bindMemory(to: UInt8.self))
  }
}

@testable import struct CompilerPluginMessages.FrameReader
@testable import struct CompilerPluginMessages.FrameWriter

/// Returns the frame around a payload, written at most `limit` bytes at a time.
func framed(_ payload: [UInt8], atMost limit: Int = .max) throws -> [UInt8] {
  var written: [UInt8] = []
  let writer = FrameWriter { buffer in
    written.append(contentsOf: buffer.prefix(limit))
    return min(limit, buffer.count)
  }
  try writer.send(payload)
  return written
}

/// Returns the eight bytes that announce a length.
func littleEndian(_ length: UInt64) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
}

extension FrameReader {
  /// Creates a reader that delivers these bytes, at most `limit` at a time.
  init(bytes: [UInt8], atMost limit: Int = .max) {
    var rest = bytes[...]
    self.init { rest.move(into: $0, atMost: limit) }
  }
}

extension ArraySlice<UInt8> {
  /// Moves bytes from the front into the buffer and returns how many.
  mutating func move(into buffer: UnsafeMutableRawBufferPointer, atMost limit: Int) -> Int {
    let count = Swift.min(self.count, buffer.count, limit)
    buffer.copyBytes(from: prefix(count))
    removeFirst(count)
    return count
  }
}

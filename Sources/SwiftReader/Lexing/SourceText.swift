/// The bytes of one source file, and where its lines begin.
///
/// Every offset in this module counts bytes of this buffer from zero.
package struct SourceText: Sendable {
  /// A place in the text as people count it: lines and columns from one, columns in bytes.
  package struct Position: Sendable, Hashable {
    /// The line, from one; LF, CRLF and a lone CR each end a line.
    package var line: Int
    /// The distance in bytes from the start of the line, from one.
    package var column: Int
  }

  /// The bytes as they were given, valid UTF-8 or not.
  package let bytes: [UInt8]
  /// The offset at which each line begins; the first entry is zero.
  package let lineStarts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    self.lineStarts = bytes.withUnsafeBufferPointer { Self.findLineStarts(in: $0) }
  }

  /// The number of bytes.
  package var count: Int { bytes.count }

  /// The number of lines; text that ends in a line break has an empty last line.
  package var lineCount: Int { lineStarts.count }

  /// Returns the text of `range`, with U+FFFD for what is not UTF-8.
  package func string(in range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<bytes.count)
    return bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// Returns the line that holds `offset`, from one.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Returns the line and column of `offset`.
  package func position(at offset: Int) -> Position {
    let line = line(at: offset)
    return Position(line: line, column: offset - lineStarts[line - 1] + 1)
  }

  private static func findLineStarts(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts = [0]
    starts.reserveCapacity(bytes.count / 24 + 1)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte > Ascii.carriageReturn { continue }
      if byte == Ascii.lineFeed {
        starts.append(index)
      } else if byte == Ascii.carriageReturn {
        if index < bytes.count, bytes[index] == Ascii.lineFeed { index += 1 }
        starts.append(index)
      }
    }
    return starts
  }
}

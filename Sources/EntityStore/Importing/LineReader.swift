#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lines of a text that comes in pieces, of which one line is held at a time.
struct LineReader {
  /// The most bytes that a line may have.
  static let limit = 1 << 28

  private let nextPiece: () throws -> [UInt8]?
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// The number of the line that was read last, from 1.
  private(set) var number = 0

  /// How many bytes have been read in lines.
  private(set) var bytes = 0

  /// Creates a reader of the pieces that `next` returns until it returns `nil`.
  init(_ next: @escaping () throws -> [UInt8]?) { nextPiece = next }

  /// Returns the bytes of the next line, without what ends it; `nil` at the end.
  ///
  /// - Throws: an `ImportError` for a line of more than 256 MB.
  mutating func next() throws -> [UInt8]? {
    var searched = position
    while true {
      if let end = lineEnd(from: searched) {
        let line = Array(buffer[position..<end])
        bytes += end + 1 - position
        position = end + 1
        number += 1
        return line
      }
      searched = buffer.count
      guard searched - position <= Self.limit else {
        throw ImportError([
          ImportProblem(
            line: number + 1,
            "the line has more than \(Self.limit) bytes; a file has one object in each line")
        ])
      }
      guard !isAtEnd, let piece = try nextPiece() else {
        isAtEnd = true
        guard position < buffer.count else { return nil }
        let line = Array(buffer[position...])
        bytes += line.count
        position = buffer.count
        number += 1
        return line
      }
      if position > 0 {
        buffer.removeSubrange(..<position)
        searched -= position
        position = 0
      }
      buffer += piece
    }
  }

  /// Returns the index of the first line feed from `start` on.
  private func lineEnd(from start: Int) -> Int? {
    buffer.withUnsafeBytes { buffer in
      guard start < buffer.count, let base = buffer.baseAddress,
        let found = memchr(base + start, 0x0A, buffer.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The incoming half of the conversation: frames of eight little-endian length bytes followed by
/// that many bytes.
package struct FrameReader {
  /// Fills the front of the buffer and returns how many bytes it filled, 0 at the end of input, or
  /// a negative number with the reason in `errno`.
  typealias Source = (UnsafeMutableRawBufferPointer) -> Int

  /// The most bytes a frame may announce.
  static let lengthLimit: UInt64 = 1 << 28

  /// The most bytes that are set aside before the input has delivered them.
  private static let chunkSize = 1 << 20

  private let source: Source

  /// Creates a reader of an open descriptor, which stays the caller's to close.
  package init(descriptor: Int32) {
    self.init { read(descriptor, $0.baseAddress, $0.count) }
  }

  /// Creates a reader of whatever `source` delivers.
  init(source: @escaping Source) {
    self.source = source
  }

  /// Returns the payload of the next frame, or nil when the other side has taken its leave with a
  /// frame of length zero or by ending the input between two frames.
  package func next() throws(FrameError) -> [UInt8]? {
    let header = try take(8)
    guard !header.isEmpty else { return nil }
    guard header.count == 8 else { throw .truncated }

    let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length > 0 else { return nil }
    guard length <= Self.lengthLimit else { throw .tooLong(announced: length) }

    var payload = [UInt8]()
    while payload.count < length {
      let wanted = min(Int(length) - payload.count, Self.chunkSize)
      let chunk = try take(wanted)
      guard chunk.count == wanted else { throw .truncated }
      if payload.isEmpty { payload = chunk } else { payload += chunk }
    }
    return payload
  }

  /// Returns the next `count` bytes, fewer only at the end of input.
  private func take(_ count: Int) throws(FrameError) -> [UInt8] {
    var failure: FrameError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled..<count])
        let step = source(UnsafeMutableRawBufferPointer(rest))
        if step > 0 {
          filled += step
        } else if step == 0 {
          return
        } else if errno != EINTR {
          failure = .system(code: errno)
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

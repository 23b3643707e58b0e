#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The outgoing half of the conversation, in the same frames that `FrameReader` reads.
package struct FrameWriter {
  /// Takes bytes from the front of the buffer and returns how many it took, or a negative number
  /// with the reason in `errno`.
  typealias Sink = (UnsafeRawBufferPointer) -> Int

  private let sink: Sink

  /// Creates a writer to an open descriptor, which stays the caller's to close.
  ///
  /// - Requires: the process ignores SIGPIPE, or a reader that left ends it.
  package init(descriptor: Int32) {
    self.init { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Creates a writer to whatever `sink` takes.
  init(sink: @escaping Sink) {
    self.sink = sink
  }

  /// Writes one frame whole.
  package func send(_ payload: [UInt8]) throws(FrameError) {
    var frame = [UInt8]()
    frame.reserveCapacity(8 + payload.count)
    withUnsafeBytes(of: UInt64(payload.count).littleEndian) { frame.append(contentsOf: $0) }
    frame.append(contentsOf: payload)

    var taken = 0
    while taken < frame.count {
      let (step, code) = frame.withUnsafeBytes { buffer in
        (sink(UnsafeRawBufferPointer(rebasing: buffer[taken...])), errno)
      }
      if step > 0 {
        taken += step
      } else if step == 0 {
        // A sink that takes nothing and names no reason would be asked for ever.
        throw .system(code: EIO)
      } else if code == EPIPE {
        throw .closed
      } else if code != EINTR {
        throw .system(code: code)
      }
    }
  }
}

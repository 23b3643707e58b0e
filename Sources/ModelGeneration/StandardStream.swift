#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where the tool writes.
package enum StandardStream {
  case output
  case error

  private var descriptor: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  /// Writes all of `text`; returns `false` if the system refuses.
  @discardableResult
  package func write(_ text: String) -> Bool { write(Array(text.utf8)) }

  /// Writes all of `bytes`; returns `false` if the system refuses.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool { Self.write(bytes, to: descriptor) }

  /// Writes all of `bytes` to `descriptor`; returns `false` if the system refuses.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let step = systemWrite(descriptor, part)
        if step > 0 {
          rest = rest.dropFirst(step)
        } else if step == 0 || errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}

/// Writes bytes from the front of `buffer` and returns how many, or a negative number with the
/// reason in `errno`.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}

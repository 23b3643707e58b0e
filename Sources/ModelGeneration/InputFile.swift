#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files that the tool is given to read.
package enum InputFile {
  /// What the system has against reading a file; the description is the system's own.
  package struct Failure: Error, CustomStringConvertible {
    private let code: Int32

    package init(code: Int32) { self.code = code }

    package var description: String { String(cString: strerror(code)) }
  }

  /// The most bytes that are asked for at once.
  private static let chunkSize = 1 << 18

  /// `true` if there is something at `path`.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns everything in the file at `path`, or on standard input where that is `-`.
  package static func bytes(at path: String) throws(Failure) -> [UInt8] {
    if path == "-" { return try bytes(from: STDIN_FILENO) }
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    return try bytes(from: descriptor)
  }

  /// Returns what `descriptor` delivers until its end.
  private static func bytes(from descriptor: Int32) throws(Failure) -> [UInt8] {
    var result: [UInt8] = []
    while true {
      var code: Int32?
      let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        let step = read(descriptor, buffer.baseAddress, buffer.count)
        if step < 0 { code = errno }
        count = max(0, step)
      }
      if let code {
        if code == EINTR { continue }
        throw Failure(code: code)
      }
      if chunk.isEmpty { return result }
      if result.isEmpty { result = chunk } else { result += chunk }
    }
  }
}

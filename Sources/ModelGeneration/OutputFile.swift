#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that the tool makes.
package struct OutputFile {
  private let path: String

  package init(path: String) { self.path = path }

  /// Makes the file hold `text`; a file that does so already is not touched, so that nothing is
  /// compiled again for its sake.
  package func write(_ text: String) throws(InputFile.Failure) { try write(Array(text.utf8)) }

  /// Makes the file hold `bytes`; a file that does so already is not touched.
  package func write(_ bytes: [UInt8]) throws(InputFile.Failure) {
    if let held = try? InputFile.bytes(at: path), held == bytes { return }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    guard descriptor >= 0 else { throw InputFile.Failure(code: errno) }
    let isWritten = StandardStream.write(bytes, to: descriptor)
    let code = errno
    guard close(descriptor) == 0, isWritten else { throw InputFile.Failure(code: code) }
  }
}

import Foundation

/// Bytes that are read piece by piece, so that a file of any size takes little memory.
final class ByteSource {
  /// What the bytes come from, as messages call it.
  let name: String

  /// How many bytes there are, or nil when that is not known, as of a pipe.
  let size: Int?

  private let descriptor: Int32?
  private var piece: [UInt8]

  /// Opens the file at `path`; '-' is the standard input.
  ///
  /// - Throws: `unreadable` when there is no such file or it may not be read.
  init(path: String) throws(CatalogError) {
    let isInput = path == "-"
    name = isInput ? "standard input" : path
    let descriptor = isInput ? FileHandle.standardInput.fileDescriptor : open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Self.failure(name) }
    let end = lseek(descriptor, 0, SEEK_END)
    size = end < 0 ? nil : Int(end)
    lseek(descriptor, 0, SEEK_SET)
    self.descriptor = descriptor
    piece = [UInt8](repeating: 0, count: 1 << 16)
  }

  /// Creates a source of the bytes of `text`.
  init(text: String, name: String) {
    self.name = name
    size = text.utf8.count
    descriptor = nil
    piece = Array(text.utf8)
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Returns the next bytes; none at the end.
  ///
  /// - Throws: `unreadable` when the system refuses, as it does for a directory.
  func next() throws(CatalogError) -> ArraySlice<UInt8> {
    guard let descriptor else {
      defer { piece = [] }
      return piece[...]
    }
    let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 else { throw Self.failure(name) }
    return piece[..<count]
  }

  /// Returns the error that the system has just reported for the file `name`.
  private static func failure(_ name: String) -> CatalogError {
    .unreadable(file: name, reason: String(cString: strerror(errno)))
  }
}

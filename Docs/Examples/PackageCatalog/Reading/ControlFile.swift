/// A dpkg status or Packages file, read record by record.
///
/// A record is a run of lines, ended by a blank one. A line is 'Name: value', or begins with a
/// space and continues the value before it. Line ends may be CRLF, and the last may be missing.
final class ControlFile {
  /// The most bytes that a line or a record may have.
  static let sizeLimit = 4 << 20

  /// The file's name, as messages call it.
  var name: String { source.name }

  private let source: ByteSource
  private var buffer: [UInt8] = []
  private var start = 0
  private var line = 0
  private var bytesRead = 0

  /// Creates a file that holds what `source` does.
  ///
  /// - Throws: `unreadable` when it cannot be read, as a directory, or is compressed.
  init(_ source: ByteSource) throws(CatalogError) {
    self.source = source
    try readPiece()
    let signatures: [[UInt8]] = [
      [0x1f, 0x8b], [0xfd, 0x37, 0x7a, 0x58], [0x04, 0x22, 0x4d, 0x18], [0x28, 0xb5, 0x2f, 0xfd],
      [0x42, 0x5a, 0x68],
    ]
    if signatures.contains(where: buffer.starts(with:)) {
      throw .unreadable(file: name, reason: "it is compressed; unpack it first")
    }
  }

  /// How much has been read, from 0 to 1, or nil when the size is not known.
  var progress: Double? {
    guard let size = source.size, size > 0 else { return nil }
    return min(Double(bytesRead) / Double(size), 1)
  }

  /// Returns the next record, or nil after the last.
  ///
  /// - Throws: `malformed`, with the line, when the file is not a control file; `unreadable`.
  func next() throws(CatalogError) -> Stanza? {
    var stanza = Stanza(file: name)
    while let bytes = try nextLine() {
      let content = Ascii.trimEnd(bytes)
      guard let first = content.first else {
        if stanza.isEmpty { continue }
        return stanza
      }
      if content.contains(0) { throw malformed("a NUL byte; this is not a control file") }
      if Ascii.isBlank(first) {
        guard stanza.continue(with: content) else {
          throw malformed("a line that begins with a space continues no field")
        }
      } else {
        try readField(content, into: &stanza)
      }
      if stanza.size > Self.sizeLimit { throw malformed("the record is too long") }
    }
    return stanza.isEmpty ? nil : stanza
  }

  /// Reads the field that `content` begins and adds it to `stanza`.
  private func readField(
    _ content: ArraySlice<UInt8>, into stanza: inout Stanza
  ) throws(CatalogError) {
    guard let colon = content.firstIndex(of: Ascii.colon) else { throw notAField(content) }
    let name = Ascii.trimEnd(content[..<colon])
    guard let first = name.first, first != Ascii.hyphen, name.allSatisfy({ 0x21...0x7e ~= $0 })
    else { throw notAField(content) }
    let value = Ascii.trim(content[(colon + 1)...])
    guard stanza.append(name: name, value: value, line: line) else {
      throw malformed("the field '\(String(decoding: name, as: UTF8.self))' occurs twice here")
    }
  }

  /// Returns the next line without its end, or nil after the last.
  private func nextLine() throws(CatalogError) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: Ascii.newline) {
        defer { start = end + 1 }
        line += 1
        return buffer[start..<end]
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      if searched > Self.sizeLimit {
        line += 1
        throw malformed("the line is too long")
      }
      if try !readPiece() {
        guard !buffer.isEmpty else { return nil }
        line += 1
        start = buffer.count
        return buffer[...]
      }
    }
  }

  /// Adds the next piece of the source to the buffer; `false` if there is none.
  @discardableResult private func readPiece() throws(CatalogError) -> Bool {
    let piece = try source.next()
    buffer += piece
    bytesRead += piece.count
    return !piece.isEmpty
  }

  /// Returns the error that says that the line read last has the problem.
  private func malformed(_ problem: String) -> CatalogError {
    .malformed(file: name, line: line, problem: problem)
  }

  /// Returns the error that says that `content` is neither a field nor part of one.
  private func notAField(_ content: ArraySlice<UInt8>) -> CatalogError {
    let text = String(decoding: content.prefix(30), as: UTF8.self)
    return malformed(
      "'\(text)\(content.count > 30 ? "…" : "")' is no field; a field reads 'Name: value'")
  }
}
